//! Moves along relations that never change: which actions are moves, and shortest paths by them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

use pddl::{Atom, Cost, Metric, ObjectId, PredicateId, Term, VariableId};
use rustc_hash::FxHashMap;

use crate::query::{Query, Search};
use crate::rule::Literal;
use crate::schema::{Schema, Schemas};
use crate::world::{GroundAction, World};

/// Actions that change one argument of one atom, and need nothing else that changes: they move along a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The predicate that tells where something is.
    pub predicate: PredicateId,
    /// The argument that is the place.
    pub place: usize,
    /// The actions.
    pub actions: Vec<Move>,
    /// Do roads depend on what moves?
    by_mover: bool,
}

/// An action that moves something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its number in the domain.
    pub action: usize,
    /// The parameters at the other arguments of the predicate.
    pub mover: Vec<usize>,
    /// The parameter that is the place before.
    pub from: usize,
    /// The parameter that is the place afterwards.
    pub to: usize,
    /// What the map has to say.
    road: Vec<Literal>,
}

/// All kinds of moves in a domain.
pub fn moves(schemas: &Schemas) -> Vec<Moves> {
    let mut all: Vec<Moves> = Vec::new();
    for (action, schema) in schemas.actions.iter().enumerate() {
        let Some((predicate, place, found)) =
            schema.as_ref().and_then(|schema| Move::new(schemas, action, schema))
        else {
            continue;
        };
        match all.iter_mut().find(|moves| (moves.predicate, moves.place) == (predicate, place)) {
            Some(moves) => moves.actions.push(found),
            None => all.push(Moves { predicate, place, actions: vec![found], by_mover: false }),
        }
    }
    for moves in &mut all {
        moves.by_mover = moves.actions.iter().any(|action| {
            let costs = schemas.actions[action.action].iter().flat_map(|schema| &schema.cost);
            let in_costs = costs.flat_map(|cost| match cost {
                Cost::Function(_, terms) => terms.to_vec(),
                Cost::Number(_) => Vec::new(),
            });
            let mut terms = action.road.iter().flat_map(Literal::terms).chain(in_costs);
            terms.any(
                |term| matches!(term, Term::Variable(variable) if action.mover.contains(&variable.index())),
            )
        });
    }
    all
}

impl Move {
    /// The predicate, the argument that is the place, and the move; `None` if the action is no move.
    fn new(schemas: &Schemas, action: usize, schema: &Schema) -> Option<(PredicateId, usize, Self)> {
        let ([added], [deleted]) = (&schema.add[..], &schema.delete[..]) else { return None };
        if added.predicate != deleted.predicate || !schema.positive.contains(deleted) {
            return None;
        }
        let mut differing = (0..added.args.len()).filter(|&place| added.args[place] != deleted.args[place]);
        let (place, None) = (differing.next()?, differing.next()) else { return None };
        let parameter = |term: Term| match term {
            Term::Variable(variable) => Some(variable.index()),
            Term::Object(_) => None,
        };
        let (from, to) = (parameter(deleted.args[place])?, parameter(added.args[place])?);
        let others = added.args.iter().enumerate().filter(|(other, _)| *other != place);
        let mover = others.map(|(_, term)| parameter(*term)).collect::<Option<Vec<_>>>()?;
        let (mut road, mut is_move) = (Vec::new(), schema.equal.is_empty());
        for atom in schema.positive.iter().filter(|atom| *atom != deleted) {
            is_move &= schemas.is_static(atom.predicate);
            road.push(Literal::Holds(atom.clone()));
        }
        // That it is not there yet goes without saying where it goes elsewhere.
        for atom in schema.negative.iter().filter(|atom| *atom != added) {
            is_move &= schemas.is_static(atom.predicate);
            road.push(Literal::Fails(atom.clone()));
        }
        road.extend(schema.different.iter().map(|&(left, right)| Literal::Different(left, right)));
        is_move.then_some((added.predicate, place, Self { action, mover, from, to, road }))
    }

    /// May it go from any place to any other, at the same cost?
    fn is_free(&self, schema: &Schema, metric: Metric) -> bool {
        let is_same = |cost: &Cost| matches!(cost, Cost::Number(_));
        let free = |literal: &Literal| {
            match literal {
            Literal::Different(left, right) => {
                [left, right].into_iter().all(|term| {
                    matches!(term, Term::Variable(variable) if [self.from, self.to].contains(&variable.index()))
                })
            }
            _ => false,
        }
        };
        self.road.iter().all(free)
            && schema.types.len() == self.mover.len() + 2
            && (metric == Metric::PlanLength || schema.cost.iter().all(is_same))
    }
}

impl Moves {
    /// The atom that tells where something is.
    pub fn atom(&self, mover: &[Term], at: Term) -> Atom {
        let mut args = mover.to_vec();
        args.insert(self.place, at);
        Atom { predicate: self.predicate, args }
    }

    /// The move that an action is: what moves, where it is before, and where afterwards.
    pub fn read(&self, action: &GroundAction) -> Option<(Vec<ObjectId>, ObjectId, ObjectId)> {
        let found = self.actions.iter().find(|found| found.action == action.action)?;
        let mover = found.mover.iter().map(|&parameter| action.args[parameter]).collect();
        Some((mover, action.args[found.from], action.args[found.to]))
    }
}

/// The maps of a problem, and the shortest paths that were asked for.
#[derive(Clone, Debug)]
pub struct Maps {
    /// The kinds of moves.
    pub moves: Arc<[Moves]>,
    /// The map of each thing that moves, by the kind of its moves. Most are one object, and are looked up without hashing.
    of_movers: FxHashMap<(usize, Vec<ObjectId>), usize>,
    of_object: Vec<Vec<Option<usize>>>,
    /// Maps that things of the same types share: by the kind of moves, and which of the actions may move them.
    shared: FxHashMap<(usize, u64), usize>,
    maps: Vec<Map>,
}

#[derive(Clone, Debug)]
enum Map {
    /// All places are one action apart.
    Free {
        action: usize,
        parameters: usize,
    },
    Roads(Roads),
}

#[derive(Clone, Debug)]
struct Roads {
    roads: Vec<Road>,
    /// By [`End`] and object: the roads that have it there, and the shortest paths that do.
    at: [Vec<Vec<u32>>; 2],
    shortest: [Vec<Option<Rc<Paths>>>; 2],
}

#[derive(Clone, Debug)]
struct Road {
    /// Its ends, by [`End`].
    ends: [ObjectId; 2],
    cost: u64,
    action: GroundAction,
}

/// An end of a road or a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where it begins.
    From,
    /// Where it leads.
    To,
}

impl End {
    fn other(self) -> Self {
        match self {
            Self::From => Self::To,
            Self::To => Self::From,
        }
    }
}

/// The shortest paths that have an object at one end.
#[derive(Debug)]
struct Paths {
    /// By the object at the other end.
    distance: Vec<u64>,
    /// By the object at the other end: the road there.
    road: Vec<u32>,
    /// The objects at the other end, the nearest first.
    nearest: Vec<(u64, ObjectId)>,
}

const NEVER: u64 = u64::MAX;

impl Maps {
    /// No maps yet.
    pub fn new(moves: Arc<[Moves]>) -> Self {
        let of_object = vec![Vec::new(); moves.len()];
        Self {
            moves,
            of_movers: FxHashMap::default(),
            of_object,
            shared: FxHashMap::default(),
            maps: Vec::new(),
        }
    }

    /// The cost of a shortest path; `None` if there is none.
    pub fn distance(
        &mut self,
        world: &World<'_>,
        moves: usize,
        mover: &[ObjectId],
        from: ObjectId,
        to: ObjectId,
    ) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        let map = self.map(world, moves, mover);
        match &self.maps[map] {
            Map::Free { .. } => world.cost(&self.free(world, map, moves, mover, (from, to))?),
            Map::Roads(_) => Some(self.paths(world, map, End::To, to).distance[from.index()])
                .filter(|&distance| distance != NEVER),
        }
    }

    /// The places at the other ends of the shortest paths that have an object at one end, itself included, the nearest first, with
    /// what the paths cost.
    pub fn nearest(
        &mut self,
        world: &World<'_>,
        moves: usize,
        mover: &[ObjectId],
        (end, place): (End, ObjectId),
    ) -> Vec<(u64, ObjectId)> {
        let map = self.map(world, moves, mover);
        if let Map::Roads(_) = self.maps[map] {
            return self.paths(world, map, end, place).nearest.clone();
        }
        let others = (0..world.database.objects()).map(ObjectId::from_index).filter(|other| *other != place);
        let cost = |other| {
            let ends = if end == End::From { (place, other) } else { (other, place) };
            Some((world.cost(&self.free(world, map, moves, mover, ends)?)?, other))
        };
        [(0, place)].into_iter().chain(others.filter_map(cost)).collect()
    }

    /// The first action of a shortest path.
    pub fn first(
        &mut self,
        world: &World<'_>,
        moves: usize,
        mover: &[ObjectId],
        from: ObjectId,
        to: ObjectId,
    ) -> Option<GroundAction> {
        if from == to {
            return None;
        }
        let map = self.map(world, moves, mover);
        if let Map::Free { .. } = &self.maps[map] {
            return self.free(world, map, moves, mover, (from, to));
        }
        let paths = self.paths(world, map, End::To, to);
        if paths.distance[from.index()] == NEVER {
            return None;
        }
        let Map::Roads(Roads { roads, .. }) = &self.maps[map] else { return None };
        let mut action = roads[paths.road[from.index()] as usize].action.clone();
        let found = self.moves[moves].actions.iter().find(|found| found.action == action.action)?;
        // Things that share a map share its roads.
        found.mover.iter().zip(mover).for_each(|(&parameter, &object)| action.args[parameter] = object);
        Some(action)
    }

    /// The action that goes anywhere; `None` if one of the places is of a type that it does not take.
    fn free(
        &self,
        world: &World<'_>,
        map: usize,
        moves: usize,
        mover: &[ObjectId],
        (from, to): (ObjectId, ObjectId),
    ) -> Option<GroundAction> {
        let Map::Free { action, parameters } = self.maps[map] else { return None };
        let found = self.moves[moves].actions.iter().find(|found| found.action == action)?;
        let types = &world.schemas.actions[action].as_ref()?.types;
        if !world.fits(from, &types[found.from]) || !world.fits(to, &types[found.to]) {
            return None;
        }
        let mut args = vec![from; parameters];
        found.mover.iter().zip(mover).for_each(|(&parameter, &object)| args[parameter] = object);
        args[found.to] = to;
        Some(GroundAction { action, args })
    }

    fn map(&mut self, world: &World<'_>, kind: usize, mover: &[ObjectId]) -> usize {
        let &[only] = mover else { return self.looked_up(world, kind, mover) };
        if let Some(&Some(map)) = self.of_object[kind].get(only.index()) {
            return map;
        }
        let map = self.looked_up(world, kind, mover);
        self.of_object[kind].resize(world.database.objects(), None);
        self.of_object[kind][only.index()] = Some(map);
        map
    }

    fn looked_up(&mut self, world: &World<'_>, kind: usize, mover: &[ObjectId]) -> usize {
        if let Some(&map) = self.of_movers.get(&(kind, mover.to_vec())) {
            return map;
        }
        let moves = &self.moves[kind];
        let fitting: Vec<&Move> =
            moves.actions.iter().filter(|action| action.may_move(world, mover)).collect();
        let mask = moves.actions.iter().take(64).enumerate();
        let mask = mask.map(|(bit, action)| u64::from(action.may_move(world, mover)) << bit).sum::<u64>();
        let shared = (!moves.by_mover).then(|| self.shared.get(&(kind, mask)).copied()).flatten();
        let map = shared.unwrap_or_else(|| {
            let schema = |found: &Move| world.schemas.actions[found.action].as_ref();
            let map = match fitting[..] {
                [only] if schema(only).is_some_and(|schema| only.is_free(schema, world.problem.metric)) => {
                    Map::Free {
                        action: only.action,
                        parameters: schema(only).map_or(0, |schema| schema.types.len()),
                    }
                }
                _ => Map::Roads(Roads::new(world, &fitting, mover)),
            };
            self.maps.push(map);
            let number = self.maps.len() - 1;
            self.shared.insert((kind, mask), number);
            number
        });
        self.of_movers.insert((kind, mover.to_vec()), map);
        map
    }

    fn paths(&mut self, world: &World<'_>, map: usize, end: End, place: ObjectId) -> Rc<Paths> {
        let Map::Roads(roads) = &mut self.maps[map] else {
            return Rc::new(Paths { distance: Vec::new(), road: Vec::new(), nearest: Vec::new() });
        };
        if let Some(paths) = &roads.shortest[end as usize][place.index()] {
            return Rc::clone(paths);
        }
        let paths = Rc::new(roads.shortest(world.database.objects(), end, place));
        roads.shortest[end as usize][place.index()] = Some(Rc::clone(&paths));
        paths
    }
}

impl Move {
    fn may_move(&self, world: &World<'_>, mover: &[ObjectId]) -> bool {
        let Some(schema) = &world.schemas.actions[self.action] else { return false };
        let mut typed = self.mover.iter().zip(mover);
        typed.all(|(&parameter, &object)| world.fits(object, &schema.types[parameter]))
    }
}

impl Roads {
    fn new(world: &World<'_>, actions: &[&Move], mover: &[ObjectId]) -> Self {
        let mut roads = Vec::new();
        let none = vec![Vec::new(); world.database.objects()];
        let mut at = [none.clone(), none];
        for found in actions {
            let Some(schema) = &world.schemas.actions[found.action] else { continue };
            let mut bound = vec![None; schema.types.len()];
            found.mover.iter().zip(mover).for_each(|(&parameter, &object)| bound[parameter] = Some(object));
            let is_bound: Vec<bool> = bound.iter().map(Option::is_some).collect();
            let query = Query::new(&found.road, &schema.types, &is_bound, world);
            // Roads never speak of paths: no maps are needed to find them.
            let mut maps = Maps::new(Arc::from([]));
            Search::new(world, &mut maps, u64::MAX).run(&query, &bound, |_, args, _| {
                let action = GroundAction { action: found.action, args: args.to_vec() };
                if args[found.from] != args[found.to]
                    && let Some(cost) = world.cost(&action)
                {
                    let ends = [args[found.from], args[found.to]];
                    at.iter_mut().zip(ends).for_each(|(at, end)| at[end.index()].push(roads.len() as u32));
                    roads.push(Road { ends, cost, action });
                }
                None
            });
        }
        let none = vec![None; world.database.objects()];
        Self { roads, at, shortest: [none.clone(), none] }
    }

    /// Dijkstra's algorithm, from one end to the other.
    fn shortest(&self, objects: usize, end: End, place: ObjectId) -> Paths {
        let mut paths =
            Paths { distance: vec![NEVER; objects], road: vec![u32::MAX; objects], nearest: Vec::new() };
        paths.distance[place.index()] = 0;
        let mut queue = BinaryHeap::from([Reverse((0_u64, place))]);
        while let Some(Reverse((distance, place))) = queue.pop() {
            if distance > paths.distance[place.index()] {
                continue;
            }
            paths.nearest.push((distance, place));
            for &number in &self.at[end as usize][place.index()] {
                let Road { ends, cost, .. } = &self.roads[number as usize];
                let (other, further) = (ends[end.other() as usize], distance.saturating_add(*cost));
                if further < paths.distance[other.index()] {
                    paths.distance[other.index()] = further;
                    paths.road[other.index()] = number;
                    queue.push(Reverse((further, other)));
                }
            }
        }
        paths
    }
}

/// A variable as a term.
pub(crate) fn variable(index: usize) -> Term {
    Term::Variable(VariableId::from_index(index))
}
