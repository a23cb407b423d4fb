//! Executing a plan step by step on the lifted task.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;

use pddl::{
    Action, Cost, Domain, Formula, FunctionId, GroundAtom, Metric, ObjectId, PredicateId, Problem, Variable,
    VariableId,
};
use rustc_hash::FxHashMap;

use super::derive::Derivations;
use super::error::{TooComplex, ValidateError};
use super::explain::Explainer;
use super::relation::Relation;
use super::schema::{Changes, Schema, Test};
use super::scope::Ranges;
use super::solve::{Binding, Solver, value};
use super::text::{Writer, type_text};
use super::verdict::{Reason, Unmet};
use crate::plan::Step;

/// Why a step was not executed.
pub(super) enum Stop {
    /// The plan is wrong.
    Invalid(Reason),
    /// The task is wrong.
    Unjudged(ValidateError),
}

impl From<TooComplex> for Stop {
    fn from(too_complex: TooComplex) -> Self {
        Self::Unjudged(too_complex.into())
    }
}

/// A task being executed.
pub(super) struct Execution<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    actions: FxHashMap<&'a str, usize>,
    objects: FxHashMap<&'a str, ObjectId>,
    cost_values: FxHashMap<(FunctionId, &'a [ObjectId]), u64>,
    ranges: Ranges<'a>,
    /// The actions used so far.
    schemas: FxHashMap<usize, Rc<Schema>>,
    derivations: Derivations,
    /// By predicate, the atoms that hold.
    facts: Vec<Relation>,
    /// The cost of the steps executed so far.
    pub(super) cost: u64,
}

impl<'a> Execution<'a> {
    /// The task in its initial state.
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem) -> Result<Self, ValidateError> {
        let mut ranges = Ranges::new(domain, problem);
        let derivations = Derivations::new(domain, &mut ranges)?;
        let mut facts: Vec<Relation> =
            domain.predicates.iter().map(|predicate| Relation::new(predicate.parameters.len())).collect();
        for atom in &problem.init {
            facts[atom.predicate.index()].insert(atom.args.as_ref().into());
        }
        let actions = domain.actions.iter().enumerate();
        let objects = problem.objects.iter().enumerate();
        let values = problem.values.iter();
        Ok(Self {
            actions: actions.map(|(index, action)| (action.name.as_str(), index)).collect(),
            objects: objects
                .map(|(index, object)| (object.name.as_str(), ObjectId::from_index(index)))
                .collect(),
            cost_values: values.map(|value| ((value.function, &*value.args), value.value)).collect(),
            schemas: FxHashMap::default(),
            cost: 0,
            domain,
            problem,
            ranges,
            derivations,
            facts,
        })
    }

    /// Executes one step, and tells what it has changed.
    pub(super) fn execute(&mut self, step: &Step) -> Result<Changes, Stop> {
        let (index, args) = self.resolve(step).map_err(Stop::Invalid)?;
        let action = &self.domain.actions[index];
        let schema = self.schema(index);
        let precondition = &schema.precondition;
        if !self.holds(precondition, &args)? {
            let unmet = self.unmet(precondition, &action.precondition, &action.variables, &args)?;
            return Err(Stop::Invalid(Reason::UnsatisfiedPrecondition(unmet)));
        }
        let cost = self.cost_of(action, &precondition.scope.bind(&args))?;
        self.cost = self.cost.checked_add(cost).ok_or(Stop::Unjudged(ValidateError::CostOverflow))?;
        let changes = schema.changes(&self.facts, &args)?;
        Ok(self.apply(changes))
    }

    /// The atoms that hold, in order, derived ones left out.
    pub(super) fn atoms(&self) -> Vec<GroundAtom> {
        let derived = self.domain.derived_predicates();
        self.atoms_of(|predicate| !derived[predicate])
    }

    /// The atoms that hold, in order, derived ones included.
    pub(super) fn all_atoms(&mut self) -> Result<Vec<GroundAtom>, TooComplex> {
        self.derivations.refresh_all(&mut self.facts)?;
        Ok(self.atoms_of(|_| true))
    }

    fn atoms_of(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<GroundAtom> {
        let relations = self.facts.iter().enumerate().filter(|&(predicate, _)| is_wanted(predicate));
        let mut atoms: Vec<GroundAtom> = relations
            .flat_map(|(predicate, relation)| {
                let predicate = PredicateId::from_index(predicate);
                relation
                    .tuples()
                    .iter()
                    .map(move |tuple| GroundAtom { predicate, args: tuple.as_ref().into() })
            })
            .collect();
        atoms.sort_unstable();
        atoms
    }

    /// Instances of an action that can be executed, with these arguments where they are given: so many at most, in order.
    pub(super) fn applicable(
        &mut self,
        index: usize,
        args: &[Option<ObjectId>],
        most: usize,
    ) -> Result<Vec<Vec<ObjectId>>, TooComplex> {
        let (action, schema) = (&self.domain.actions[index], self.schema(index));
        let Test { scope, condition, needed } = &schema.precondition;
        let parameters: Vec<VariableId> = (0..action.arity).map(VariableId::from_index).collect();
        let mut given = parameters.iter().zip(args);
        let fits = given.all(|(&id, arg)| arg.is_none_or(|object| scope.allows(id, object)));
        if args.len() != action.arity || !fits || !scope.all_inhabited(&parameters) {
            return Ok(Vec::new());
        }
        self.derivations.refresh(&mut self.facts, needed)?;
        let mut binding = args.to_vec();
        binding.resize(action.variables.len(), None);
        let mut found = BTreeSet::new();
        Solver::new(&self.facts, scope, binding).each(vec![condition], &parameters, &mut |binding| {
            if self.cost_of(action, binding).is_ok() {
                found.insert(binding[..action.arity].iter().copied().flatten().collect());
            }
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(found.into_iter().collect())
    }

    /// The parts of the goal that do not hold.
    pub(super) fn unmet_goal(&mut self) -> Result<Vec<Unmet>, ValidateError> {
        let goal = Test::goal(self.problem, &mut self.ranges, &self.derivations);
        if self.holds(&goal, &[])? {
            return Ok(Vec::new());
        }
        Ok(self.unmet(&goal, &self.problem.goal, &self.problem.goal_variables, &[])?)
    }

    /// The action and objects that a step names.
    fn resolve(&self, step: &Step) -> Result<(usize, Vec<ObjectId>), Reason> {
        let Some(&index) = self.actions.get(step.name.as_str()) else {
            let names = self.domain.actions.iter().map(|action| action.name.as_str());
            let similar = tools::nearest(&step.name, names);
            return Err(Reason::UnknownAction { name: step.name.clone(), similar });
        };
        let action = &self.domain.actions[index];
        if step.args.len() != action.arity {
            return Err(Reason::WrongArity { expected: action.arity, given: step.args.len() });
        }
        let args = step.args.iter().zip(&action.variables);
        let args: Result<_, _> = args.map(|(name, parameter)| self.resolve_object(name, parameter)).collect();
        Ok((index, args?))
    }

    fn resolve_object(&self, name: &str, parameter: &Variable) -> Result<ObjectId, Reason> {
        let Some(&id) = self.objects.get(name) else {
            let names = self.problem.objects.iter().map(|object| object.name.as_str());
            return Err(Reason::UnknownObject {
                name: name.to_owned(),
                similar: tools::nearest(name, names),
            });
        };
        if !self.domain.types.fits(&self.problem.objects[id.index()].types, &parameter.types) {
            return Err(Reason::WrongType {
                parameter: parameter.name.clone(),
                object: name.to_owned(),
                expected: type_text(self.domain, &parameter.types),
            });
        }
        Ok(id)
    }

    fn schema(&mut self, index: usize) -> Rc<Schema> {
        let Self { schemas, ranges, derivations, domain, .. } = self;
        let schema = schemas.entry(index);
        schema.or_insert_with(|| Rc::new(Schema::new(&domain.actions[index], ranges, derivations))).clone()
    }

    fn holds(&mut self, test: &Test, args: &[ObjectId]) -> Result<bool, TooComplex> {
        self.derivations.refresh(&mut self.facts, &test.needed)?;
        Solver::new(&self.facts, &test.scope, test.scope.bind(args)).holds(&test.condition)
    }

    fn unmet(
        &self,
        test: &Test,
        formula: &Formula,
        variables: &[Variable],
        args: &[ObjectId],
    ) -> Result<Vec<Unmet>, TooComplex> {
        let binding = test.scope.bind(args);
        let writer = Writer { domain: self.domain, problem: self.problem, variables, binding: &binding };
        Explainer { facts: &self.facts, scope: &test.scope, writer }.unmet(formula, true)
    }

    fn cost_of(&self, action: &Action, binding: &Binding) -> Result<u64, Stop> {
        // An action whose cost has no value can't be applied, even if the metric does not use costs.
        let mut sum = Some(0u64);
        for summand in &action.cost {
            let summand = self.summand(summand, action, binding).map_err(Stop::Invalid)?;
            sum = sum.and_then(|sum| sum.checked_add(summand));
        }
        match self.problem.metric {
            Metric::PlanLength => Ok(1),
            Metric::TotalCost => sum.ok_or(Stop::Unjudged(ValidateError::CostOverflow)),
        }
    }

    fn summand(&self, summand: &Cost, action: &Action, binding: &Binding) -> Result<u64, Reason> {
        let (function, terms) = match summand {
            Cost::Number(number) => return Ok(*number),
            Cost::Function(function, terms) => (*function, terms),
        };
        let objects: Vec<ObjectId> = terms.iter().filter_map(|&term| value(term, binding)).collect();
        self.cost_values.get(&(function, objects.as_slice())).copied().ok_or_else(|| {
            let variables = &action.variables;
            let writer = Writer { domain: self.domain, problem: self.problem, variables, binding };
            let name = &self.domain.functions[function.index()].name;
            Reason::UndefinedCost(fmt::from_fn(|f| writer.application(f, name, terms)).to_string())
        })
    }

    /// Deletes, then adds. What is left are the changes that were none before.
    fn apply(&mut self, mut changes: Changes) -> Changes {
        changes.deleted.retain(|(predicate, tuple)| self.facts[predicate.index()].remove(tuple));
        changes.added.retain(|(predicate, tuple)| self.facts[predicate.index()].insert(tuple.clone()));
        self.derivations.forget();
        changes
    }
}
