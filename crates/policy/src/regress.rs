//! Rules by regression: what has to hold before the last steps of a plan, so that they achieve its goal.

use std::collections::BTreeSet;

use pddl::{Atom, GroundAtom, ObjectId, Term, Types};
use rustc_hash::FxHashMap;

use crate::maps::Maps;
use crate::moves::{Moves, variable};
use crate::query::MOST_ARGUMENTS;
use crate::rule::{Literal, Path, Record, Rule, Step};
use crate::schema::{Schema, Schemas, object_of};
use crate::text::MOST_VARIABLES;
use crate::world::{GroundAction, World};

/// Regression in a domain.
#[derive(Clone, Copy, Debug)]
pub struct Regression<'a> {
    /// The actions.
    pub schemas: &'a Schemas,
    /// The kinds of moves.
    pub moves: &'a [Moves],
}

/// A step of a plan, with moves along a path taken together.
#[derive(Clone, Debug)]
enum GroundStep {
    Act { action: GroundAction, cost: u64 },
    Go { moves: usize, mover: Vec<ObjectId>, from: ObjectId, to: ObjectId, taken: Vec<GroundAction> },
}

impl GroundStep {
    fn actions(&self) -> &[GroundAction] {
        match self {
            Self::Act { action, .. } => std::slice::from_ref(action),
            Self::Go { taken, .. } => taken,
        }
    }
}

/// What has to hold.
#[derive(Clone, Debug, Default)]
struct Condition {
    positive: BTreeSet<GroundAtom>,
    negative: BTreeSet<GroundAtom>,
    different: BTreeSet<(ObjectId, ObjectId)>,
    paths: BTreeSet<(usize, Vec<ObjectId>, ObjectId, ObjectId)>,
}

impl Regression<'_> {
    /// The rules that a plan for one goal is a proof of: one for each step, about this and all later steps. None if an action
    /// is not one that rules can be regressed through, or axioms define the goal.
    pub fn rules(&self, world: &World<'_>, goal: &GroundAtom, plan: &[GroundAction]) -> Vec<Rule> {
        if self.schemas.is_derived[goal.predicate.index()] {
            return Vec::new();
        }
        // Paths are asked for in the state in which a rule is used. If the plan itself cleared the way, its moves are actions like others.
        let folded = self.steps(world, plan, true).and_then(|steps| self.rules_of(world, goal, &steps));
        let of_actions = || self.rules_of(world, goal, &self.steps(world, plan, false)?);
        folded.or_else(of_actions).unwrap_or_default()
    }

    /// The rules for the steps of a plan; `None` if one of them would not match where the plan takes its steps.
    fn rules_of(&self, world: &World<'_>, goal: &GroundAtom, steps: &[GroundStep]) -> Option<Vec<Rule>> {
        let is_guarded = |step: &GroundStep| matches!(step, GroundStep::Go { moves, .. } if self.moves[*moves].are_guarded());
        // The states before each step, if they are needed.
        let mut states: Vec<World<'_>> = Vec::new();
        if steps.iter().any(is_guarded) {
            let mut state = world.clone();
            for step in steps {
                states.push(state.clone());
                step.actions().iter().for_each(|action| state.apply(action));
            }
        }
        let mut condition = Condition::default();
        condition.positive.insert(goal.clone());
        let mut rules = Vec::with_capacity(steps.len());
        for first in (0..steps.len()).rev() {
            if self.regress(world, &steps[first], &mut condition).is_none() {
                break;
            }
            if states.get(first).is_some_and(|state| !self.are_open(state, &condition)) {
                return None;
            }
            let rule = self.lifted(world, goal, &condition, &steps[first..]);
            let arity = |literal: &Literal| literal.terms().len();
            // No rule is made that could not be read again.
            if rule.variables() >= MOST_VARIABLES
                || rule.condition.iter().map(arity).any(|arity| arity > MOST_ARGUMENTS)
            {
                break;
            }
            rules.extend(self.starting_anywhere(rule));
        }
        Some(rules)
    }

    /// Are there paths in a state wherever a condition asks for some?
    fn are_open(&self, state: &World<'_>, condition: &Condition) -> bool {
        let mut maps = Maps::new(self.moves.into());
        condition
            .paths
            .iter()
            .all(|(moves, mover, from, to)| maps.distance(state, *moves, mover, *from, *to).is_some())
    }

    /// The steps of a plan; `None` if rules do not take one of its actions. Moves over places that have to be free are taken together only if
    /// that is wanted.
    fn steps(&self, world: &World<'_>, plan: &[GroundAction], folds: bool) -> Option<Vec<GroundStep>> {
        let mut steps: Vec<GroundStep> = Vec::with_capacity(plan.len());
        for action in plan {
            self.schemas.actions[action.action].as_ref()?;
            let mut kinds = self.moves.iter().enumerate().filter(|(_, moves)| folds || !moves.are_guarded());
            let read = kinds.find_map(|(kind, moves)| Some((kind, moves.read(action)?)));
            let Some((kind, (mover, from, to))) = read else {
                steps.push(GroundStep::Act { action: action.clone(), cost: world.cost(action)? });
                continue;
            };
            match steps.last_mut() {
                Some(GroundStep::Go { moves, mover: before, to: end, taken, .. })
                    if (*moves, &*before, *end) == (kind, &mover, from) =>
                {
                    *end = to;
                    taken.push(action.clone());
                }
                _ => steps.push(GroundStep::Go { moves: kind, mover, from, to, taken: vec![action.clone()] }),
            }
        }
        Some(steps)
    }

    /// From what has to hold after a step to what has to hold before it; `None` if the step makes it impossible.
    fn regress(&self, world: &World<'_>, step: &GroundStep, condition: &mut Condition) -> Option<()> {
        match step {
            GroundStep::Act { action, .. } => {
                let schema: &Schema = self.schemas.actions[action.action].as_ref()?;
                let ground = |atoms: &[Atom]| -> Vec<GroundAtom> {
                    let ground = |atom: &Atom| {
                        let args = atom.args.iter().map(|term| object_of(*term, &action.args)).collect();
                        GroundAtom { predicate: atom.predicate, args }
                    };
                    atoms.iter().map(ground).collect()
                };
                condition.regress(world, &ground(&schema.add), &ground(&schema.delete))?;
                condition.positive.extend(ground(&schema.positive));
                condition.negative.extend(ground(&schema.negative));
                for &(left, right) in &schema.different {
                    condition.differ(object_of(left, &action.args), object_of(right, &action.args));
                }
            }
            GroundStep::Go { moves, mover, from, to, taken } => {
                let at = |place: ObjectId| {
                    let mut args = mover.clone();
                    args.insert(self.moves[*moves].place, place);
                    GroundAtom { predicate: self.moves[*moves].predicate, args: args.into() }
                };
                let (mut add, mut delete) = (vec![at(*to)], vec![at(*from)]);
                // The place where it begins is free then, and the one where it ends is not any more.
                for (guard, at_end, at_begin) in
                    taken.last().map(|last| self.moves[*moves].swapped(last, *from)).into_iter().flatten()
                {
                    let (gets, loses) =
                        if guard.is_positive { (at_begin, at_end) } else { (at_end, at_begin) };
                    add.push(gets);
                    delete.push(loses);
                }
                condition.regress(world, &add, &delete)?;
                condition.positive.insert(at(*from));
                condition.paths.insert((*moves, mover.clone(), *from, *to));
            }
        }
        Some(())
    }

    /// The rule, with variables instead of objects.
    fn lifted(
        &self,
        world: &World<'_>,
        goal: &GroundAtom,
        condition: &Condition,
        steps: &[GroundStep],
    ) -> Rule {
        let mut lifting =
            Lifting { world, named: &self.schemas.named, numbers: FxHashMap::default(), types: Vec::new() };
        let predicate_types = |atom: &GroundAtom| &world.domain.predicates[atom.predicate.index()].parameters;
        let goal_args = goal.args.iter().zip(predicate_types(goal));
        let goal_args: Vec<Term> =
            goal_args.map(|(&object, types)| lifting.term(object, Some(types))).collect();
        let mut cost = 0_u64;
        let mut lifted = Vec::with_capacity(steps.len());
        for step in steps {
            lifted.push(match step {
                GroundStep::Act { action, cost: own } => {
                    cost = cost.saturating_add(*own);
                    let types = self.schemas.actions[action.action].iter().flat_map(|schema| &schema.types);
                    let args = action.args.iter().zip(types);
                    let args = args.map(|(&object, types)| lifting.term(object, Some(types))).collect();
                    Step::Act { action: action.action, args }
                }
                GroundStep::Go { moves, mover, from, to, .. } => {
                    Step::Go(self.path(*moves, mover, *from, *to, &mut lifting))
                }
            });
        }
        let mut literals = Vec::new();
        for (atoms, is_positive) in [(&condition.positive, true), (&condition.negative, false)] {
            for atom in atoms {
                let args = atom.args.iter().zip(predicate_types(atom));
                let args = args.map(|(&object, types)| lifting.term(object, Some(types))).collect();
                let atom = Atom { predicate: atom.predicate, args };
                literals.push(if is_positive { Literal::Holds(atom) } else { Literal::Fails(atom) });
            }
        }
        for &(left, right) in &condition.different {
            let (left, right) = (lifting.term(left, None), lifting.term(right, None));
            if lifting.may_be_same(left, right) {
                literals.push(Literal::Different(left.min(right), left.max(right)));
            }
        }
        for (moves, mover, from, to) in &condition.paths {
            literals.push(Literal::Path(self.path(*moves, mover, *from, *to, &mut lifting)));
        }
        literals.sort();
        literals.dedup();
        Rule {
            goal: Atom { predicate: goal.predicate, args: goal_args },
            types: lifting.types,
            condition: literals,
            unless: Vec::new(),
            steps: lifted,
            cost,
            record: Record { seen: 1, ..Record::default() },
        }
    }

    /// Where a rule begins with a path, it does not matter where that begins, even if the plan began it at a place that the rule
    /// speaks of for other reasons: half-way, it begins elsewhere. If leaving that place made it free, it has to be free already then, and the
    /// rule as it was is one more.
    fn starting_anywhere(&self, rule: Rule) -> Vec<Rule> {
        let Some(Step::Go(path)) = rule.steps.first() else { return vec![rule] };
        let (path, at) = (path.clone(), path.from);
        let Term::Variable(from) = at else { return vec![rule] };
        let anywhere = variable(rule.types.len());
        let types = rule.types[from.index()].clone();
        let moved = |term: Term| if term == at { anywhere } else { term };
        let place = Literal::Holds(self.moves[path.moves].atom(&path.mover, at));
        let mut changed = rule.clone();
        changed.steps[0] = changed.steps[0].map(moved);
        let own = Literal::Path(path.clone());
        for literal in changed.condition.iter_mut().filter(|literal| **literal == own || **literal == place) {
            *literal = literal.map(moved);
        }
        let in_steps = changed.steps.iter().flat_map(Step::terms);
        let in_condition = changed.condition.iter().flat_map(Literal::terms);
        let mut elsewhere = rule.goal.args.iter().copied().chain(in_steps).chain(in_condition);
        if !elsewhere.any(|term| term == at) {
            return vec![rule];
        }
        changed.types.push(types);
        let guards = self.moves[path.moves].freed(&path.mover, at);
        let is_free_anyway = guards.is_empty();
        changed.condition.extend(guards);
        changed.condition.sort();
        changed.condition.dedup();
        if is_free_anyway { vec![changed] } else { vec![rule, changed] }
    }

    fn path(
        &self,
        kind: usize,
        mover: &[ObjectId],
        from: ObjectId,
        to: ObjectId,
        lifting: &mut Lifting<'_, '_>,
    ) -> Path {
        let moves = &self.moves[kind];
        let parameters = &lifting.world.domain.predicates[moves.predicate.index()].parameters;
        let others = parameters.iter().enumerate().filter(|(place, _)| *place != moves.place);
        let mover = mover.iter().zip(others).map(|(&object, (_, types))| lifting.term(object, Some(types)));
        let mover = mover.collect();
        let place = &parameters[moves.place];
        Path { moves: kind, mover, from: lifting.term(from, Some(place)), to: lifting.term(to, Some(place)) }
    }
}

impl Condition {
    /// What has to hold before atoms are deleted and added; `None` if it can't be.
    fn regress(&mut self, world: &World<'_>, add: &[GroundAtom], delete: &[GroundAtom]) -> Option<()> {
        self.positive.retain(|atom| !add.contains(atom));
        let deleted: Vec<&GroundAtom> = delete.iter().filter(|atom| !add.contains(atom)).collect();
        // What is added must not be what was deleted, either.
        let (gone, negative) = std::mem::take(&mut self.negative)
            .into_iter()
            .partition::<BTreeSet<GroundAtom>, _>(|atom| deleted.contains(&atom));
        self.negative = negative;
        if self.negative.iter().any(|atom| add.contains(atom))
            || self.positive.iter().any(|atom| deleted.contains(&atom))
        {
            return None;
        }
        // The objects of another problem must not make equal what is different here.
        let kept = self.positive.iter().flat_map(|atom| deleted.iter().map(move |deleted| (atom, *deleted)));
        let absent =
            self.negative.iter().chain(&gone).flat_map(|atom| add.iter().map(move |added| (atom, added)));
        let apart: Vec<_> =
            kept.chain(absent).filter_map(|(one, other)| difference(world, one, other)).collect();
        apart.into_iter().for_each(|(one, other)| self.differ(one, other));
        Some(())
    }

    fn differ(&mut self, one: ObjectId, other: ObjectId) {
        self.different.insert((one.min(other), one.max(other)));
    }
}

/// Objects that tell apart two atoms that lifting could make equal.
fn difference(world: &World<'_>, one: &GroundAtom, other: &GroundAtom) -> Option<(ObjectId, ObjectId)> {
    if one.predicate != other.predicate {
        return None;
    }
    let types = |object: ObjectId| &world.problem.objects[object.index()].types[..];
    let comparable = |one: ObjectId, other: ObjectId| {
        let all: &Types = &world.domain.types;
        all.fits(types(one), types(other)) || all.fits(types(other), types(one))
    };
    let pairs =
        || one.args.iter().copied().zip(other.args.iter().copied()).filter(|(one, other)| one != other);
    // Those whose types tell them apart, if the rule's variables will have these types, need not be told apart otherwise.
    pairs().find(|(one, other)| !comparable(*one, *other)).or_else(|| pairs().next())
}

/// Objects on their way to variables.
struct Lifting<'w, 'a> {
    world: &'w World<'a>,
    named: &'w [ObjectId],
    numbers: FxHashMap<ObjectId, usize>,
    types: Vec<Vec<pddl::TypeId>>,
}

impl Lifting<'_, '_> {
    /// The variable of an object, which stands where objects of these types do.
    fn term(&mut self, object: ObjectId, types: Option<&Vec<pddl::TypeId>>) -> Term {
        if self.named.contains(&object) {
            return Term::Object(object);
        }
        let next = self.types.len();
        let number = *self.numbers.entry(object).or_insert(next);
        let any = vec![Types::OBJECT];
        let types = types.unwrap_or(&any);
        match self.types.get_mut(number) {
            None => self.types.push(types.clone()),
            // What stands at several places is of the types of all of them.
            Some(known) if is_narrower(&self.world.domain.types, types, known) => known.clone_from(types),
            Some(_) => {}
        }
        variable(number)
    }

    /// May terms stand for the same object, by their types?
    fn may_be_same(&self, one: Term, other: Term) -> bool {
        let (Term::Variable(one), Term::Variable(other)) = (one, other) else { return true };
        let all = &self.world.domain.types;
        let others = &self.types[other.index()];
        self.types[one.index()]
            .iter()
            .any(|&one| others.iter().any(|&other| all.is_subtype(one, other) || all.is_subtype(other, one)))
    }
}

/// Is every object of some types also of others, but not the other way round?
pub(crate) fn is_narrower(types: &Types, one: &[pddl::TypeId], other: &[pddl::TypeId]) -> bool {
    let within = |one: &[pddl::TypeId], other: &[pddl::TypeId]| {
        one.iter().all(|below| other.iter().any(|above| types.is_subtype(*below, *above)))
    };
    within(one, other) && !within(other, one)
}
