//! Moves along relations that never change: which actions are moves.

use pddl::{Atom, Cost, GroundAtom, Metric, ObjectId, PredicateId, Term, VariableId};

use crate::rule::{Literal, map_atom};
use crate::schema::{Schema, Schemas, object_of};
use crate::world::GroundAction;

/// Actions that change one argument of one atom, and need nothing else that changes but that the place they lead to is free: they move
/// along a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The predicate that tells where something is.
    pub predicate: PredicateId,
    /// The argument that is the place.
    pub place: usize,
    /// The actions.
    pub actions: Vec<Move>,
    /// Do roads depend on what moves?
    pub(crate) by_mover: bool,
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
    pub(crate) road: Vec<Literal>,
    /// What has to hold of the place that it leads to, which other actions may change: nobody is there.
    pub(crate) guards: Vec<Guard>,
}

/// What has to hold of a place so that something may move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The atom, over the parameters of the action.
    pub atom: Atom,
    /// Has it to hold, or not to?
    pub is_positive: bool,
    /// Does the move make it wrong of the place that it leads to, and right of the place that it leaves?
    pub is_swapped: bool,
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
            // What a path changes must not depend on the actions that it is made of.
            Some(moves) if moves.actions.iter().all(|other| other.frees_as(&found)) => {
                moves.actions.push(found);
            }
            Some(_) => {}
            None => all.push(Moves { predicate, place, actions: vec![found], by_mover: false }),
        }
    }
    for moves in &mut all {
        // The place where something is counts as free for itself, so that maps differ by what moves.
        moves.by_mover = moves.actions.iter().any(|action| {
            if !action.guards.is_empty() {
                return true;
            }
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
        let pairs =
            schema.add.iter().flat_map(|added| schema.delete.iter().map(move |deleted| (added, deleted)));
        let mut found: Vec<_> = pairs
            .filter_map(|(added, deleted)| Self::of_pair(schemas, action, schema, added, deleted))
            .collect();
        // Where a robot leaves an empty place behind, emptiness does not move: it is the robot that does. Where nothing tells the two apart,
        // the action is taken for no move.
        let movers = |found: &(PredicateId, usize, Self)| found.2.mover.len();
        let most = found.iter().map(movers).max()?;
        found.retain(|one| movers(one) == most);
        let only = found.pop();
        only.filter(|_| found.is_empty())
    }

    /// The same if these are the atoms that tell where it is.
    fn of_pair(
        schemas: &Schemas,
        action: usize,
        schema: &Schema,
        added: &Atom,
        deleted: &Atom,
    ) -> Option<(PredicateId, usize, Self)> {
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
        let mut found = Self { action, mover, from, to, road: Vec::new(), guards: Vec::new() };
        let positive = schema.positive.iter().filter(|atom| *atom != deleted).map(|atom| (atom, true));
        // That it is not there yet goes without saying where it goes elsewhere.
        let negative = schema.negative.iter().filter(|atom| *atom != added).map(|atom| (atom, false));
        for (atom, is_positive) in positive.chain(negative) {
            if schemas.is_static(atom.predicate) {
                let literal = if is_positive { Literal::Holds } else { Literal::Fails };
                found.road.push(literal(atom.clone()));
            } else {
                found.guards.push(found.guard(schema, atom, is_positive)?);
            }
        }
        found.road.extend(schema.different.iter().map(|&(left, right)| Literal::Different(left, right)));
        // Nothing else may change.
        let swapped = found.guards.iter().filter(|guard| guard.is_swapped).count();
        let is_move =
            schema.equal.is_empty() && [&schema.add, &schema.delete].map(Vec::len) == [1 + swapped; 2];
        is_move.then_some((added.predicate, place, found))
    }

    /// What holds of a place after something has left it, because it left.
    fn frees(&self, mover: &[Term], place: Term) -> Vec<Literal> {
        let own = |term: Term| match term {
            Term::Variable(parameter) if parameter.index() == self.to => place,
            Term::Variable(parameter) => {
                let number = self.mover.iter().position(|mover| *mover == parameter.index());
                number.map_or(term, |number| mover[number])
            }
            Term::Object(_) => term,
        };
        let freed = self.guards.iter().filter(|guard| guard.is_swapped).map(|guard| {
            let literal = if guard.is_positive { Literal::Holds } else { Literal::Fails };
            literal(map_atom(&guard.atom, own))
        });
        let mut freed: Vec<Literal> = freed.collect();
        freed.sort();
        freed
    }

    /// Does it free places as another does, whatever their parameters are called?
    fn frees_as(&self, other: &Self) -> bool {
        let mover: Vec<Term> = (1..=self.mover.len()).map(variable).collect();
        self.frees(&mover, variable(0)) == other.frees(&mover, variable(0))
    }

    /// A condition that actions may change as a guard of the place; `None` if it is about something else.
    fn guard(&self, schema: &Schema, atom: &Atom, is_positive: bool) -> Option<Guard> {
        let to = variable(self.to);
        let is_known = |term: &Term| match term {
            Term::Variable(variable) => variable.index() == self.to || self.mover.contains(&variable.index()),
            Term::Object(_) => true,
        };
        if !atom.args.contains(&to) || !atom.args.iter().all(is_known) {
            return None;
        }
        let before = map_atom(atom, |term| if term == to { variable(self.from) } else { term });
        let (gets, loses) = if is_positive { (&before, atom) } else { (atom, &before) };
        let is_swapped = schema.add.contains(gets) && schema.delete.contains(loses);
        Some(Guard { atom: atom.clone(), is_positive, is_swapped })
    }

    /// May it go from any place to any other, at the same cost?
    pub(crate) fn is_free(&self, schema: &Schema, metric: Metric) -> bool {
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
        self.guards.is_empty()
            && self.road.iter().all(free)
            && schema.types.len() == self.mover.len() + 2
            && (metric == Metric::PlanLength || schema.cost.iter().all(is_same))
    }
}

impl Moves {
    /// Do its maps depend on what is in the way?
    pub(crate) fn are_guarded(&self) -> bool {
        self.actions.iter().any(|action| !action.guards.is_empty())
    }

    /// The atom that tells where something is.
    pub fn atom(&self, mover: &[Term], at: Term) -> Atom {
        let mut args = mover.to_vec();
        args.insert(self.place, at);
        Atom { predicate: self.predicate, args }
    }

    /// What holds of a place after something has left it, because it left.
    pub(crate) fn freed(&self, mover: &[Term], place: Term) -> Vec<Literal> {
        self.actions.first().map_or_else(Vec::new, |any| any.frees(mover, place))
    }

    /// The guards that a path changes whose last move this is and which begins there, with what each says of its end and of its beginning.
    pub(crate) fn swapped(
        &self,
        last: &GroundAction,
        from: ObjectId,
    ) -> Vec<(&Guard, GroundAtom, GroundAtom)> {
        let Some(found) = self.actions.iter().find(|found| found.action == last.action) else {
            return Vec::new();
        };
        let mut begin = last.args.clone();
        begin[found.to] = from;
        let ground = |atom: &Atom, args: &[ObjectId]| GroundAtom {
            predicate: atom.predicate,
            args: atom.args.iter().map(|term| object_of(*term, args)).collect(),
        };
        let swapped = found.guards.iter().filter(|guard| guard.is_swapped);
        swapped.map(|guard| (guard, ground(&guard.atom, &last.args), ground(&guard.atom, &begin))).collect()
    }

    /// The move that an action is: what moves, where it is before, and where afterwards.
    pub fn read(&self, action: &GroundAction) -> Option<(Vec<ObjectId>, ObjectId, ObjectId)> {
        let found = self.actions.iter().find(|found| found.action == action.action)?;
        let mover = found.mover.iter().map(|&parameter| action.args[parameter]).collect();
        Some((mover, action.args[found.from], action.args[found.to]))
    }
}

/// A variable as a term.
pub(crate) fn variable(index: usize) -> Term {
    Term::Variable(VariableId::from_index(index))
}
