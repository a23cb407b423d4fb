//! Maps of a problem: shortest paths by moves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

use pddl::ObjectId;
use rustc_hash::FxHashMap;

use crate::moves::{Move, Moves};
use crate::query::{Query, Search};
use crate::world::{GroundAction, World};

/// The maps of a problem, and the shortest paths that were asked for. They are for one [`World`] and its later states.
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
    /// The kind of the moves.
    kind: usize,
    /// If what is in the way matters: the state that the shortest paths are of.
    state: Option<u64>,
    /// By [`End`] and object: the roads that have it there, and the shortest paths that do.
    at: [Vec<Vec<u32>>; 2],
    shortest: [Vec<Option<Rc<Paths>>>; 2],
}

#[derive(Clone, Debug)]
struct Road {
    /// The number of its move among those of the kind.
    number: usize,
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
            Map::Roads(_) => {
                let distance = match self.end_to_ask(map) {
                    End::From => self.paths(world, map, End::From, from).distance[to.index()],
                    End::To => self.paths(world, map, End::To, to).distance[from.index()],
                };
                Some(distance).filter(|&distance| distance != NEVER)
            }
        }
    }

    /// The end whose shortest paths are computed. Maps that never change are mostly asked for paths to the same places; on those that do, all paths
    /// begin where things are, and there are fewer things that move than places that they could get to.
    fn end_to_ask(&self, map: usize) -> End {
        match &self.maps[map] {
            Map::Roads(Roads { state: Some(_), .. }) => End::From,
            _ => End::To,
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
        let end = self.end_to_ask(map);
        let (known, other) = if end == End::From { (from, to) } else { (to, from) };
        let paths = self.paths(world, map, end, known);
        if paths.distance[other.index()] == NEVER {
            return None;
        }
        let Map::Roads(Roads { roads, .. }) = &self.maps[map] else { return None };
        let mut road = &roads[paths.road[other.index()] as usize];
        // From the end of the path back to where it begins.
        while end == End::From && road.ends[End::From as usize] != from {
            road = &roads[paths.road[road.ends[End::From as usize].index()] as usize];
        }
        let mut action = road.action.clone();
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
                _ => Map::Roads(Roads::new(world, (kind, moves), mover)),
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
        let moves = Arc::clone(&self.moves);
        let Map::Roads(roads) = &mut self.maps[map] else {
            return Rc::new(Paths { distance: Vec::new(), road: Vec::new(), nearest: Vec::new() });
        };
        let state = world.database.hash();
        if roads.state.is_some_and(|before| before != state) {
            roads.state = Some(state);
            roads.shortest.iter_mut().for_each(|shortest| shortest.fill(None));
        }
        if let Some(paths) = &roads.shortest[end as usize][place.index()] {
            return Rc::clone(paths);
        }
        let paths = Rc::new(roads.shortest(world, &moves[roads.kind], end, place));
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

impl Road {
    /// Is nothing in the way where it leads? What takes it is not in its own way.
    fn is_open(&self, world: &World<'_>, moves: &Moves) -> bool {
        let Move { guards, mover, .. } = &moves.actions[self.number];
        let args = &self.action.args;
        let is_own_place = || {
            let mut own: Vec<ObjectId> = mover.iter().map(|&parameter| args[parameter]).collect();
            own.insert(moves.place, self.ends[End::To as usize]);
            world.database.contains(moves.predicate, &own)
        };
        guards.iter().all(|guard| {
            world.contains(&guard.atom, args) == guard.is_positive || guard.is_swapped && is_own_place()
        })
    }
}

impl Roads {
    fn new(world: &World<'_>, (kind, moves): (usize, &Moves), mover: &[ObjectId]) -> Self {
        let mut roads = Vec::new();
        let none = vec![Vec::new(); world.database.objects()];
        let mut at = [none.clone(), none];
        for (number, found) in
            moves.actions.iter().enumerate().filter(|(_, found)| found.may_move(world, mover))
        {
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
                    roads.push(Road { number, ends, cost, action });
                }
                None
            });
        }
        let none = vec![None; world.database.objects()];
        let state = moves.are_guarded().then(|| world.database.hash());
        Self { roads, kind, state, at, shortest: [none.clone(), none] }
    }

    /// Dijkstra's algorithm, from one end to the other.
    fn shortest(&self, world: &World<'_>, moves: &Moves, end: End, place: ObjectId) -> Paths {
        let objects = world.database.objects();
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
                let road = &self.roads[number as usize];
                if !road.is_open(world, moves) {
                    continue;
                }
                let Road { ends, cost, .. } = road;
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
