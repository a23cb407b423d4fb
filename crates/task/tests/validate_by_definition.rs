//! The validator against the definition: on random tasks with every kind of formula, effect and axiom, it
//! must say what going through all objects, as the semantics is written down, says.

use std::collections::BTreeSet;

use pddl::{
    Action, Atom, Axiom, Domain, Effect, Formula, GroundAtom, Metric, Object, ObjectId, Predicate,
    PredicateId, Problem, Requirements, Term, Type, TypeId, Types, Variable, VariableId,
};
use proptest::collection::vec;
use proptest::prelude::*;
use task::validate::{Flaw, Reason};
use task::{Plan, Verdict, validate};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_verdict_is_that_of_the_definition(bytes in vec(any::<u8>(), 0..800)) {
        let mut choices = Choices(bytes.into_iter());
        let domain = choices.domain();
        let problem = choices.problem();
        let steps = choices.steps(&domain, &problem);
        let names: Vec<String> = steps.iter().map(|(action, args)| step_text(&domain, &problem, *action, args)).collect();
        let plan: Plan = names.iter().map(String::as_str).collect();

        let found = match validate(&domain, &problem, &plan).unwrap() {
            Verdict::Valid { cost, .. } => {
                prop_assert_eq!(cost, steps.len() as u64);
                Ending::Goal
            }
            Verdict::Invalid(Flaw::Step { number, reason: Reason::UnsatisfiedPrecondition(unmet), .. }) => {
                prop_assert!(!unmet.is_empty());
                Ending::FailsAt(number)
            }
            Verdict::Invalid(Flaw::Goal(unmet)) => {
                prop_assert!(!unmet.is_empty());
                Ending::NoGoal
            }
            other => panic!("{other}"),
        };
        prop_assert_eq!(found, World::new(&domain, &problem).run(&steps), "{:#?}", (&domain.axioms, &domain.actions, &problem.goal));
    }
}

#[derive(Debug, PartialEq)]
enum Ending {
    Goal,
    NoGoal,
    FailsAt(usize),
}

/// Basic predicates of arities 0 to 2, then derived ones: one that others build upon, and two that may
/// depend on each other.
const ARITIES: [usize; 6] = [0, 1, 2, 1, 2, 1];
const STRATA: [Option<u32>; 6] = [None, None, None, Some(0), Some(1), Some(1)];
/// `object`, two types of objects and one without any.
const TYPES: u32 = 4;
const OBJECT_TYPES: [u32; 4] = [1, 1, 2, 2];
/// The stratum above all derived predicates, where actions and the goal are.
const TOP: u32 = 2;

/// Random bytes read as choices, the simplest one when they run out.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }

    fn domain(&mut self) -> Domain {
        let type_named = |number: u32| Type {
            name: format!("t{number}"),
            parents: if number == 0 { Vec::new() } else { vec![Types::OBJECT] },
        };
        let predicate = |(number, &arity): (usize, &usize)| Predicate {
            name: format!("p{number}"),
            parameters: vec![vec![Types::OBJECT]; arity],
        };
        let derived: Vec<usize> = (0..ARITIES.len()).filter(|&number| STRATA[number].is_some()).collect();
        let axioms = derived
            .iter()
            .flat_map(|&number| (0..1 + self.below(2)).map(|_| self.axiom(number)).collect::<Vec<_>>());
        let axioms = axioms.collect();
        Domain {
            name: "random".into(),
            requirements: Requirements::default(),
            types: Types::new((0..TYPES).map(type_named).collect()).unwrap(),
            constants: Vec::new(),
            predicates: ARITIES.iter().enumerate().map(predicate).collect(),
            functions: Vec::new(),
            actions: (0..2).map(|number| self.action(number)).collect(),
            axioms,
        }
    }

    fn axiom(&mut self, predicate: usize) -> Axiom {
        let mut scope = Scope::default();
        (0..ARITIES[predicate]).for_each(|_| self.bind(&mut scope));
        let condition = self.formula(3, &mut scope, STRATA[predicate].unwrap(), true);
        let predicate_id = PredicateId::from_index(predicate);
        Axiom { predicate: predicate_id, arity: ARITIES[predicate], variables: scope.variables, condition }
    }

    fn action(&mut self, number: usize) -> Action {
        let mut scope = Scope::default();
        let arity = self.below(3);
        (0..arity).for_each(|_| self.bind(&mut scope));
        let precondition = self.formula(2, &mut scope, TOP, true);
        let effect = self.effect(3, &mut scope);
        let variables = scope.variables;
        Action { name: format!("a{number}"), variables, arity, precondition, effect, cost: Vec::new() }
    }

    fn problem(&mut self) -> Problem {
        let object =
            |(number, &id): (usize, &u32)| Object { name: format!("o{number}"), types: vec![TypeId(id)] };
        let mut init = BTreeSet::new();
        for _ in 0..self.below(12) {
            let predicate = self.below(3);
            let args = (0..ARITIES[predicate]).map(|_| ObjectId::from_index(self.below(OBJECT_TYPES.len())));
            init.insert(GroundAtom { predicate: PredicateId::from_index(predicate), args: args.collect() });
        }
        let mut scope = Scope::default();
        let goal = self.formula(3, &mut scope, TOP, true);
        Problem {
            name: "random".into(),
            objects: OBJECT_TYPES.iter().enumerate().map(object).collect(),
            init: init.into_iter().collect(),
            values: Vec::new(),
            goal,
            goal_variables: scope.variables,
            metric: Metric::PlanLength,
        }
    }

    fn steps(&mut self, domain: &Domain, problem: &Problem) -> Vec<(usize, Vec<ObjectId>)> {
        let mut steps = Vec::new();
        for _ in 0..self.below(5) {
            let action = self.below(domain.actions.len());
            let schema = &domain.actions[action];
            let args: Option<Vec<ObjectId>> = schema.variables[..schema.arity]
                .iter()
                .map(|parameter| {
                    let range = range(domain, problem, parameter);
                    (!range.is_empty()).then(|| range[self.below(range.len())])
                })
                .collect();
            steps.extend(args.map(|args| (action, args)));
        }
        steps
    }

    fn bind(&mut self, scope: &mut Scope) {
        let id = VariableId::from_index(scope.variables.len());
        // Variables without any object to stand for are allowed, but rare.
        let kind = [0, 0, 0, 1, 1, 2, 2, 3][self.below(8)];
        scope.variables.push(Variable { name: format!("?v{}", id.0), types: vec![TypeId(kind)] });
        scope.visible.push(id);
    }

    fn term(&mut self, scope: &Scope) -> Term {
        match scope.visible.len() {
            0 => Term::Object(ObjectId::from_index(self.below(OBJECT_TYPES.len()))),
            _ if self.below(6) == 5 => Term::Object(ObjectId::from_index(self.below(OBJECT_TYPES.len()))),
            visible => Term::Variable(scope.visible[visible - 1 - self.below(visible)]),
        }
    }

    fn atom(&mut self, predicate: usize, scope: &Scope) -> Atom {
        let args = (0..ARITIES[predicate]).map(|_| self.term(scope)).collect();
        Atom { predicate: PredicateId::from_index(predicate), args }
    }

    /// A formula that, where `positive`, may mention the derived predicates of the stratum; elsewhere,
    /// only those below it.
    fn formula(&mut self, depth: u32, scope: &mut Scope, stratum: u32, positive: bool) -> Formula {
        let kinds = if depth == 0 { 5 } else { 12 };
        match self.below(kinds) {
            0..=3 => {
                let allowed = |number: &usize| {
                    STRATA[*number].is_none_or(|own| own < stratum || (own == stratum && positive))
                };
                let predicates: Vec<usize> = (0..ARITIES.len()).filter(allowed).collect();
                let predicate = predicates[predicates.len() - 1 - self.below(predicates.len())];
                Formula::Atom(self.atom(predicate, scope))
            }
            4 => Formula::Equal(self.term(scope), self.term(scope)),
            5 => Formula::Not(Box::new(self.formula(depth - 1, scope, stratum, !positive))),
            6 | 7 => Formula::And(self.formulas(depth - 1, scope, stratum, positive)),
            8 => Formula::Or(self.formulas(depth - 1, scope, stratum, positive)),
            9 => {
                let premise = self.formula(depth - 1, scope, stratum, !positive);
                Formula::Imply(Box::new(premise), Box::new(self.formula(depth - 1, scope, stratum, positive)))
            }
            kind => {
                let visible = scope.visible.len();
                (0..1 + self.below(2)).for_each(|_| self.bind(scope));
                let variables = scope.visible[visible..].to_vec();
                let body = Box::new(self.formula(depth - 1, scope, stratum, positive));
                scope.visible.truncate(visible);
                if kind == 10 { Formula::Exists(variables, body) } else { Formula::Forall(variables, body) }
            }
        }
    }

    fn formulas(&mut self, depth: u32, scope: &mut Scope, stratum: u32, positive: bool) -> Vec<Formula> {
        (0..self.below(4)).map(|_| self.formula(depth, scope, stratum, positive)).collect()
    }

    fn effect(&mut self, depth: u32, scope: &mut Scope) -> Effect {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 => Effect::Add({
                let predicate = self.below(3);
                self.atom(predicate, scope)
            }),
            1 => Effect::Delete({
                let predicate = self.below(3);
                self.atom(predicate, scope)
            }),
            2 | 3 => Effect::And((0..self.below(4)).map(|_| self.effect(depth - 1, scope)).collect()),
            4 => {
                let condition = self.formula(2, scope, TOP, true);
                Effect::When(condition, Box::new(self.effect(depth - 1, scope)))
            }
            _ => {
                let visible = scope.visible.len();
                self.bind(scope);
                let variables = scope.visible[visible..].to_vec();
                let effect = Box::new(self.effect(depth - 1, scope));
                scope.visible.truncate(visible);
                Effect::Forall(variables, effect)
            }
        }
    }
}

/// The variables of an action, axiom or goal, and those that can be named at some place in it.
#[derive(Default)]
struct Scope {
    variables: Vec<Variable>,
    visible: Vec<VariableId>,
}

fn range(domain: &Domain, problem: &Problem, variable: &Variable) -> Vec<ObjectId> {
    let fits = |id: &ObjectId| domain.types.fits(&problem.objects[id.index()].types, &variable.types);
    (0..problem.objects.len()).map(ObjectId::from_index).filter(fits).collect()
}

fn step_text(domain: &Domain, problem: &Problem, action: usize, args: &[ObjectId]) -> String {
    let objects = args.iter().map(|id| problem.objects[id.index()].name.as_str());
    let words: Vec<&str> = [domain.actions[action].name.as_str()].into_iter().chain(objects).collect();
    words.join(" ")
}

/// What each variable stands for.
type Binding = Vec<Option<ObjectId>>;

/// A state, and the definition of what holds in it and what follows it.
struct World<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    atoms: BTreeSet<GroundAtom>,
}

impl<'a> World<'a> {
    fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let mut world = Self { domain, problem, atoms: problem.init.iter().cloned().collect() };
        world.derive();
        world
    }

    fn run(mut self, steps: &[(usize, Vec<ObjectId>)]) -> Ending {
        for (index, (action, args)) in steps.iter().enumerate() {
            let action = &self.domain.actions[*action];
            let mut binding: Binding = args.iter().copied().map(Some).collect();
            binding.resize(action.variables.len(), None);
            if !self.holds(&action.precondition, &action.variables, &binding) {
                return Ending::FailsAt(index + 1);
            }
            let (mut added, mut deleted) = (BTreeSet::new(), BTreeSet::new());
            self.effects(&action.effect, &action.variables, &binding, &mut added, &mut deleted);
            self.atoms.retain(|atom| STRATA[atom.predicate.index()].is_none() && !deleted.contains(atom));
            self.atoms.extend(added);
            self.derive();
        }
        let goal_variables = &self.problem.goal_variables;
        let is_goal = self.holds(&self.problem.goal, goal_variables, &vec![None; goal_variables.len()]);
        if is_goal { Ending::Goal } else { Ending::NoGoal }
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
