//! The finite-domain encoding: from facts that are true or false to variables with several values.

mod axioms;
mod change;
mod conditions;
mod finish;
mod operators;
mod order;
mod simplify;
mod variables;

use crate::normal::Program;
use crate::propositional::Propositional;
use crate::rows::Rows;
use crate::{Axioms, Fact, GroundError, Keep, Operators, Task, Variables};
use axioms::Layers;
use conditions::ConditionEncoder;
use finish::Finish;
use operators::OperatorEncoder;
use pddl::{Domain, GroundAtom, Problem};
use rustc_hash::FxHashSet;
use search::Budget;
use variables::Encoding;

/// A task under construction: variables and operators have no names yet.
struct Draft {
    /// By variable: the number of values.
    ranges: Vec<u32>,
    /// By variable: the axiom layer, if it is derived.
    layers: Vec<Option<u32>>,
    initial: Vec<u32>,
    goal: Vec<Fact>,
    /// By variable: is it to be kept even if it always has the same value or can't matter?
    wanted: Vec<bool>,
    /// Are all variables that change kept?
    keeps_changing: bool,
    operators: Operators,
    /// By operator: which ground operator it comes from.
    sources: Vec<u32>,
    axioms: Axioms,
}

/// Encodes a ground task, given mutex groups of facts, and what is to be kept even if it can't matter.
pub(crate) fn encode(
    domain: &Domain,
    problem: &Problem,
    program: &Program,
    ground: &Propositional,
    groups: &Rows<u32>,
    keep: Keep<'_>,
    budget: &Budget,
) -> Result<Task, GroundError> {
    let Some(goal) = &ground.goal else { return Ok(trivial_task(false)) };
    let layers = Layers::new(ground, goal, program)?;
    let encoding = Encoding::choose(groups, ground, goal);
    let mut conditions = ConditionEncoder::new(&encoding, groups);
    let Some(goal) = conditions.encode_goal(goal) else { return Ok(trivial_task(false)) };

    let mut draft = Draft {
        ranges: encoding.ranges(),
        layers: vec![None; encoding.variables.len()],
        initial: encoding.initial(&ground.initial),
        goal,
        wanted: encoding.wanted(&wanted(keep, ground)),
        keeps_changing: matches!(keep, Keep::Changing),
        operators: Operators::default(),
        sources: Vec::new(),
        axioms: Axioms::default(),
    };
    layers.encode(&mut conditions, &mut draft);
    OperatorEncoder::new(&ground.operators, &mut conditions, &mut draft).encode_all(budget)?;

    let exhausted = |limit| GroundError::exhausted(limit, ground.operators.len());
    let Some(kept) = simplify::remove_unreachable(&mut draft) else { return Ok(trivial_task(false)) };
    if draft.goal.is_empty() && !draft.keeps_changing {
        return Ok(trivial_task(true));
    }
    budget.check().map_err(exhausted)?;
    let order = &order::relevant_in_order(&draft);
    let finish = Finish { domain, problem, program, ground, encoding: &encoding, groups, kept: &kept, order };
    finish.finish(draft, budget).map_err(exhausted)
}

/// By fact: is it among the atoms to be kept?
fn wanted(keep: Keep<'_>, ground: &Propositional) -> Vec<bool> {
    let atoms = if let Keep::Atoms(atoms) = keep { atoms } else { &[] };
    let key = |atom: &GroundAtom| (atom.predicate.0, atom.args.iter().map(|object| object.0).collect());
    let atoms: FxHashSet<(u32, Vec<u32>)> = atoms.iter().map(key).collect();
    let facts = ground.facts.predicates.iter().zip(ground.facts.args.iter());
    facts.map(|(&predicate, args)| !atoms.is_empty() && atoms.contains(&(predicate, args.to_vec()))).collect()
}

/// A task that only encodes whether it can be solved, for problems where encoding already decides that. Its setting is
/// added later.
fn trivial_task(solvable: bool) -> Task {
    Task {
        variables: Variables {
            names: ["var0"].into_iter().collect(),
            layers: vec![None],
            fact_offsets: vec![0, 2],
            fact_names: ["Atom dummy(val1)", "Atom dummy(val2)"].into_iter().collect(),
        },
        initial: vec![0],
        goal: vec![Fact { variable: 0, value: u32::from(!solvable) }],
        has_costs: true,
        operators: Operators::default(),
        axioms: Axioms::default(),
        mutex_groups: Rows::new(),
        setting: None,
        unvalued: None,
    }
}
