//! Random tasks, and the semantics of PDDL as it is written down: wherever there is a variable, all objects
//! are gone through.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod random_task;

use std::collections::BTreeSet;

use pddl::{
    Action, Atom, Cost, Domain, Effect, Formula, GroundAtom, Metric, ObjectId, Problem, Term, Variable,
    VariableId,
};

pub use random_task::*;

/// How a plan ends.
#[derive(Debug, PartialEq)]
pub enum Ending {
    Goal { cost: u64 },
    NoGoal,
    FailsAt(usize),
}

/// What each variable stands for.
type Binding = Vec<Option<ObjectId>>;

/// A state, and the definition of what holds in it and what follows it.
pub struct World<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    atoms: BTreeSet<GroundAtom>,
}

impl<'a> World<'a> {
    pub fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let mut world = Self { domain, problem, atoms: problem.init.iter().cloned().collect() };
        world.derive();
        world
    }

    pub fn run(mut self, steps: &[(usize, Vec<ObjectId>)]) -> Ending {
        let mut total = 0;
        for (index, (action, args)) in steps.iter().enumerate() {
            match self.apply(*action, args) {
                Some((Some(cost), next)) => {
                    total += cost;
                    self = next;
                }
                Some((None, _)) | None => return Ending::FailsAt(index + 1),
            }
        }
        if self.is_goal() { Ending::Goal { cost: total } } else { Ending::NoGoal }
    }

    pub fn is_goal(&self) -> bool {
        let variables = &self.problem.goal_variables;
        self.holds(&self.problem.goal, variables, &vec![None; variables.len()])
    }

    /// The atoms that hold, derived ones included.
    pub fn atoms(&self) -> &BTreeSet<GroundAtom> {
        &self.atoms
    }

    /// The worlds that one action leads to if its cost has a value, and that cost; `None` where it has none.
    pub fn successors(&self) -> Vec<(Option<u64>, World<'a>)> {
        let mut successors = Vec::new();
        for (number, action) in self.domain.actions.iter().enumerate() {
            let parameters: Vec<VariableId> = (0..action.arity).map(VariableId::from_index).collect();
            for binding in self.bindings(&parameters, &action.variables, &vec![None; action.variables.len()])
            {
                let args: Vec<ObjectId> =
                    binding[..action.arity].iter().map(|object| object.unwrap()).collect();
                successors.extend(self.apply(number, &args));
            }
        }
        successors
    }

    /// The cost of an action, if it has a value, and the world after it, if its precondition holds.
    fn apply(&self, action: usize, args: &[ObjectId]) -> Option<(Option<u64>, World<'a>)> {
        let action = &self.domain.actions[action];
        let mut binding: Binding = args.iter().copied().map(Some).collect();
        binding.resize(action.variables.len(), None);
        if !self.holds(&action.precondition, &action.variables, &binding) {
            return None;
        }
        let (mut added, mut deleted) = (BTreeSet::new(), BTreeSet::new());
        self.effects(&action.effect, &action.variables, &binding, &mut added, &mut deleted);
        let keeps = |atom: &&GroundAtom| STRATA[atom.predicate.index()].is_none() && !deleted.contains(*atom);
        let mut atoms: BTreeSet<GroundAtom> = self.atoms.iter().filter(keeps).cloned().collect();
        atoms.extend(added);
        let mut next = World { atoms, ..*self };
        next.derive();
        Some((self.cost(action, &binding), next))
    }

    /// What an action costs; `None` if a summand has no value, even if nobody asks for it.
    fn cost(&self, action: &Action, binding: &Binding) -> Option<u64> {
        let mut sum = 0;
        for summand in &action.cost {
            sum += match summand {
                Cost::Number(number) => *number,
                Cost::Function(function, args) => {
                    let args: Vec<ObjectId> = args.iter().map(|&term| object(term, binding)).collect();
                    let is_it =
                        |value: &&pddl::FunctionValue| value.function == *function && *value.args == args;
                    self.problem.values.iter().find(is_it)?.value
                }
            };
        }
        Some(if self.problem.metric == Metric::PlanLength { 1 } else { sum })
    }

    fn derive(&mut self) {
        for stratum in 0..TOP {
            loop {
                let mut derived = BTreeSet::new();
                for axiom in &self.domain.axioms {
                    if STRATA[axiom.predicate.index()] == Some(stratum) {
                        let head: Vec<VariableId> = (0..axiom.arity).map(VariableId::from_index).collect();
                        for binding in
                            self.bindings(&head, &axiom.variables, &vec![None; axiom.variables.len()])
                        {
                            if self.holds(&axiom.condition, &axiom.variables, &binding) {
                                let args =
                                    binding[..axiom.arity].iter().map(|object| object.unwrap()).collect();
                                derived.insert(GroundAtom { predicate: axiom.predicate, args });
                            }
                        }
                    }
                }
                let before = self.atoms.len();
                self.atoms.extend(derived);
                if self.atoms.len() == before {
                    break;
                }
            }
        }
    }

    fn holds(&self, formula: &Formula, variables: &[Variable], binding: &Binding) -> bool {
        let holds = |part: &Formula| self.holds(part, variables, binding);
        match formula {
            Formula::Atom(atom) => self.atoms.contains(&ground(atom, binding)),
            Formula::Equal(left, right) => object(*left, binding) == object(*right, binding),
            Formula::Not(part) => !holds(part),
            Formula::And(parts) => parts.iter().all(holds),
            Formula::Or(parts) => parts.iter().any(holds),
            Formula::Imply(premise, conclusion) => !holds(premise) || holds(conclusion),
            Formula::Forall(bound, body) => self
                .bindings(bound, variables, binding)
                .iter()
                .all(|inner| self.holds(body, variables, inner)),
            Formula::Exists(bound, body) => self
                .bindings(bound, variables, binding)
                .iter()
                .any(|inner| self.holds(body, variables, inner)),
        }
    }

    fn effects(
        &self,
        effect: &Effect,
        variables: &[Variable],
        binding: &Binding,
        added: &mut BTreeSet<GroundAtom>,
        deleted: &mut BTreeSet<GroundAtom>,
    ) {
        match effect {
            Effect::And(parts) => {
                parts.iter().for_each(|part| self.effects(part, variables, binding, added, deleted));
            }
            Effect::Add(atom) => added.extend([ground(atom, binding)]),
            Effect::Delete(atom) => deleted.extend([ground(atom, binding)]),
            Effect::When(condition, part) => {
                if self.holds(condition, variables, binding) {
                    self.effects(part, variables, binding, added, deleted);
                }
            }
            Effect::Forall(bound, part) => {
                for inner in self.bindings(bound, variables, binding) {
                    self.effects(part, variables, &inner, added, deleted);
                }
            }
        }
    }

    /// All ways to bind the variables `bound` in addition.
    fn bindings(&self, bound: &[VariableId], variables: &[Variable], binding: &Binding) -> Vec<Binding> {
        let mut bindings = vec![binding.clone()];
        for id in bound {
            let objects = range(self.domain, self.problem, &variables[id.index()]);
            let extend = |binding: &Binding, object: ObjectId| {
                let mut extended = binding.clone();
                extended[id.index()] = Some(object);
                extended
            };
            bindings = bindings
                .iter()
                .flat_map(|binding| objects.iter().map(move |&object| extend(binding, object)))
                .collect();
        }
        bindings
    }
}

fn object(term: Term, binding: &Binding) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => binding[variable.index()].unwrap(),
    }
}

fn ground(atom: &Atom, binding: &Binding) -> GroundAtom {
    let args = atom.args.iter().map(|&term| object(term, binding)).collect();
    GroundAtom { predicate: atom.predicate, args }
}
