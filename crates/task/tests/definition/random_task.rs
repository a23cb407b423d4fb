//! Small random tasks with every kind of formula, effect, axiom and cost; some costs have no value.

use std::collections::BTreeSet;

use pddl::{
    Action, Atom, Axiom, Cost, Domain, Effect, Formula, Function, FunctionId, FunctionValue, GroundAtom,
    Metric, Object, ObjectId, Predicate, PredicateId, Problem, Requirements, Term, Type, TypeId, Types,
    Variable, VariableId,
};

/// Basic predicates of arities 0 to 2, then derived ones: one that others build upon, and two that may
/// depend on each other.
const ARITIES: [usize; 6] = [0, 1, 2, 1, 2, 1];
pub const STRATA: [Option<u32>; 6] = [None, None, None, Some(0), Some(1), Some(1)];
/// `object`, two types of objects and one without any.
const TYPES: u32 = 4;
const OBJECT_TYPES: [u32; 4] = [1, 1, 2, 2];
/// The numbers of arguments of the functions that costs come from.
const FUNCTION_ARITIES: [usize; 2] = [1, 2];
/// The stratum above all derived predicates, where actions and the goal are.
pub const TOP: u32 = 2;

/// Random bytes read as choices, the simplest one when they run out.
pub struct Choices(pub std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }

    pub fn domain(&mut self) -> Domain {
        let type_named = |number: u32| Type {
            name: format!("t{number}"),
            parents: if number == 0 { Vec::new() } else { vec![Types::OBJECT] },
        };
        let predicate = |(number, &arity): (usize, &usize)| Predicate {
            name: format!("p{number}"),
            parameters: vec![vec![Types::OBJECT]; arity],
        };
        let function = |(number, &arity): (usize, &usize)| Function {
            name: format!("f{number}"),
            parameters: vec![vec![Types::OBJECT]; arity],
        };
        let mut axioms = Vec::new();
        for (number, stratum) in STRATA.iter().enumerate() {
            if let Some(stratum) = *stratum {
                axioms.extend((0..1 + self.below(2)).map(|_| self.axiom(number, stratum)));
            }
        }
        Domain {
            name: "random".into(),
            requirements: Requirements::default(),
            types: Types::new((0..TYPES).map(type_named).collect()).unwrap(),
            constants: Vec::new(),
            predicates: ARITIES.iter().enumerate().map(predicate).collect(),
            functions: FUNCTION_ARITIES.iter().enumerate().map(function).collect(),
            actions: (0..2).map(|number| self.action(number)).collect(),
            axioms,
        }
    }

    fn axiom(&mut self, predicate: usize, stratum: u32) -> Axiom {
        let mut scope = Scope::default();
        (0..ARITIES[predicate]).for_each(|_| self.bind(&mut scope));
        let condition = self.formula(3, &mut scope, stratum, true);
        let predicate_id = PredicateId::from_index(predicate);
        Axiom { predicate: predicate_id, arity: ARITIES[predicate], variables: scope.variables, condition }
    }

    fn action(&mut self, number: usize) -> Action {
        let mut scope = Scope::default();
        let arity = self.below(3);
        (0..arity).for_each(|_| self.bind(&mut scope));
        let precondition = self.formula(2, &mut scope, TOP, true);
        let effect = self.effect(3, &mut scope);
        let cost = (0..self.below(3)).map(|_| self.cost(&scope)).collect();
        let variables = scope.variables;
        Action { name: format!("a{number}"), variables, arity, precondition, effect, cost }
    }

    fn cost(&mut self, scope: &Scope) -> Cost {
        match self.below(3) {
            0 => Cost::Number(self.below(4) as u64),
            function => {
                let args = (0..FUNCTION_ARITIES[function - 1]).map(|_| self.term(scope)).collect();
                Cost::Function(FunctionId::from_index(function - 1), args)
            }
        }
    }

    /// Values for most arguments of the functions, or for all.
    fn values(&mut self) -> Vec<FunctionValue> {
        let objects = || (0..OBJECT_TYPES.len()).map(ObjectId::from_index);
        let single = objects().map(|object| (0, vec![object]));
        let pairs = objects().flat_map(|left| objects().map(move |right| (1, vec![left, right])));
        let most = 1 + 7 * self.below(2);
        let mut values = Vec::new();
        for (function, args) in single.chain(pairs) {
            if most == 1 || self.below(most) > 0 {
                let value = self.below(4) as u64;
                let function = FunctionId::from_index(function);
                values.push(FunctionValue { function, args: args.into(), value });
            }
        }
        values
    }

    pub fn problem(&mut self) -> Problem {
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
            values: self.values(),
            goal,
            goal_variables: scope.variables,
            metric: [Metric::PlanLength, Metric::TotalCost][self.below(2)],
        }
    }

    /// Actions with arguments of the right types, in any order.
    pub fn steps(&mut self, domain: &Domain, problem: &Problem) -> Vec<(usize, Vec<ObjectId>)> {
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

    fn basic_atom(&mut self, scope: &Scope) -> Atom {
        let predicate = self.below(3);
        self.atom(predicate, scope)
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
            0 => Effect::Add(self.basic_atom(scope)),
            1 => Effect::Delete(self.basic_atom(scope)),
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

/// The objects that a variable may stand for.
pub fn range(domain: &Domain, problem: &Problem, variable: &Variable) -> Vec<ObjectId> {
    let fits = |id: &ObjectId| domain.types.fits(&problem.objects[id.index()].types, &variable.types);
    (0..problem.objects.len()).map(ObjectId::from_index).filter(fits).collect()
}

/// A step as in a plan, but without parentheses.
pub fn step_text(domain: &Domain, problem: &Problem, action: usize, args: &[ObjectId]) -> String {
    let objects = args.iter().map(|id| problem.objects[id.index()].name.as_str());
    let words: Vec<&str> = [domain.actions[action].name.as_str()].into_iter().chain(objects).collect();
    words.join(" ")
}
