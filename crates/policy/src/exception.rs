//! Exceptions that rules can have: candidates that learning tries.

use pddl::{Atom, Domain, PredicateId, TypeId, TypeNames, Types};

use crate::moves::{Moves, variable};
use crate::rule::{Exception, Literal, StepKind, Strategy};
use crate::schema::Schemas;

/// An exception to a kind of step: an atom over its arguments, and one more object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepException {
    predicate: PredicateId,
    /// The arguments of the step that are those of the atom; `None` for the object that is new.
    args: Vec<Option<usize>>,
    types: Vec<TypeNames>,
}

impl StepException {
    /// Is it about arguments of the step only, and about what never changes?
    pub(crate) fn is_constant(&self, schemas: &Schemas) -> bool {
        schemas.is_static(self.predicate) && self.types.is_empty()
    }
}

/// The strategy with exceptions to all rules that begin with a kind of step; `None` if they have them.
pub(crate) fn with_exceptions(
    strategy: &Strategy,
    kind: StepKind,
    exceptions: &[StepException],
) -> Option<Strategy> {
    let mut changed = strategy.clone();
    let mut is_new = false;
    for rule in changed.rules.iter_mut() {
        let Some(step) = rule.steps.first().filter(|step| step.kind() == kind) else { continue };
        let terms = step.terms();
        for exception in exceptions {
            let another = variable(rule.types.len());
            let args = exception.args.iter().map(|place| place.map_or(another, |place| terms[place]));
            let atom = Atom { predicate: exception.predicate, args: args.collect() };
            let exception = Exception { atoms: vec![atom.clone()], types: exception.types.clone() };
            // A rule that needs what is excepted would never match.
            let is_needed = rule.condition.contains(&Literal::Holds(atom));
            if !is_needed && !rule.unless.contains(&exception) {
                rule.unless.push(exception);
                is_new = true;
            }
        }
    }
    is_new.then_some(changed)
}

/// The exceptions of one atom that a kind of step can have.
pub(crate) fn exceptions(
    domain: &Domain,
    schemas: &Schemas,
    moves: &[Moves],
    kind: StepKind,
) -> Vec<StepException> {
    let types: Vec<TypeNames> = match kind {
        StepKind::Act(action) => {
            schemas.actions[action].iter().flat_map(|schema| schema.types.clone()).collect()
        }
        StepKind::Go(kind) => {
            let Moves { predicate, place, .. } = &moves[kind];
            let mut types = domain.predicates[predicate.index()].parameters.clone();
            let at = types.remove(*place);
            types.extend([at.clone(), at]);
            types
        }
    };
    let another = types.len();
    let mut exceptions = Vec::new();
    for (index, predicate) in domain.predicates.iter().enumerate() {
        let arity = predicate.parameters.len();
        if arity == 0 || arity > 3 || schemas.is_derived[index] {
            continue;
        }
        // All ways to fill the arguments with those of the step or one object that is new.
        for choice in 0..(another + 1).pow(arity as u32) {
            let args: Vec<usize> =
                (0..arity).map(|place| choice / (another + 1).pow(place as u32) % (another + 1)).collect();
            let fresh: Vec<usize> = (0..arity).filter(|&place| args[place] == another).collect();
            let fits = (0..arity)
                .filter(|place| args[*place] != another)
                .all(|place| may_overlap(&domain.types, &types[args[place]], &predicate.parameters[place]));
            if fresh.len() > 1 || fresh.len() == arity || !fits {
                continue;
            }
            let new_types: Vec<TypeNames> =
                fresh.iter().map(|&place| predicate.parameters[place].clone()).collect();
            for types in narrowed(&domain.types, &new_types) {
                let args = args.iter().map(|&place| (place != another).then_some(place)).collect();
                exceptions.push(StepException { predicate: PredicateId::from_index(index), args, types });
            }
        }
    }
    exceptions
}

/// The types themselves, and each narrower choice.
fn narrowed(types: &Types, given: &[Vec<TypeId>]) -> Vec<Vec<Vec<TypeId>>> {
    let [only] = given else { return vec![given.to_vec()] };
    let mut all = vec![vec![only.clone()]];
    for index in 0..types.len() {
        let of = TypeId::from_index(index);
        if !only.contains(&of) && only.iter().any(|&above| types.is_subtype(of, above)) {
            all.push(vec![vec![of]]);
        }
    }
    all
}

fn may_overlap(types: &Types, one: &[TypeId], other: &[TypeId]) -> bool {
    one.iter()
        .any(|&one| other.iter().any(|&other| types.is_subtype(one, other) || types.is_subtype(other, one)))
}
