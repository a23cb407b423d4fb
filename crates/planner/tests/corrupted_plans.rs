//! Plans with something wrong: the trace names the step and the condition that a second implementation finds, has the states that
//! it goes through, and what it advises can be done.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use generators::{Generator, Size};
use pddl::{
    Atom, Cost, Domain, Effect, Formula, GroundAtom, Metric, ObjectId, Problem, Term, Variable, VariableId,
};
use planner::{PlanningTask, Search, plan};
use search::Limits;
use task::{Plan, Step};
use trace::Kind;

type Binding = Vec<Option<ObjectId>>;

/// A state, and what PDDL says of it: wherever there is a variable, all objects are gone through.
#[derive(Clone)]
struct World<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    atoms: BTreeSet<GroundAtom>,
    cost: u64,
}

/// Why a step can't be executed.
#[derive(Debug, PartialEq)]
enum Why {
    NoSuchThing,
    NoCost,
    /// The first part of the precondition that does not hold.
    Condition(String),
}

impl World<'_> {
    fn execute(&mut self, step: &Step) -> Result<(), Why> {
        let action = self.domain.actions.iter().find(|action| action.name == step.name);
        let action = action.ok_or(Why::NoSuchThing)?;
        let id = |name: &String| self.problem.objects.iter().position(|object| object.name == *name);
        let args: Option<Vec<usize>> = step.args.iter().map(id).collect();
        let args = args.filter(|args| args.len() == action.arity).ok_or(Why::NoSuchThing)?;
        let mut binding: Binding = args.into_iter().map(|index| Some(ObjectId::from_index(index))).collect();
        let fits = |(variable, object): (&Variable, &Option<ObjectId>)| {
            self.range(variable).contains(&object.unwrap())
        };
        if !action.variables.iter().zip(&binding).all(fits) {
            return Err(Why::NoSuchThing);
        }
        binding.resize(action.variables.len(), None);
        self.check(&action.precondition, &action.variables, &binding).map_err(Why::Condition)?;
        let mut cost = 0;
        for summand in &action.cost {
            cost += match summand {
                Cost::Number(number) => *number,
                Cost::Function(function, args) => {
                    let args: Vec<ObjectId> = args.iter().map(|&term| object(term, &binding)).collect();
                    let mut values = self.problem.values.iter();
                    let value = values.find(|value| value.function == *function && *value.args == args);
                    value.ok_or(Why::NoCost)?.value
                }
            };
        }
        self.cost += if self.problem.metric == Metric::PlanLength { 1 } else { cost };
        let (mut added, mut deleted) = (BTreeSet::new(), BTreeSet::new());
        self.effects(&action.effect, &action.variables, &binding, &mut added, &mut deleted);
        self.atoms.retain(|atom| !deleted.contains(atom));
        self.atoms.extend(added);
        Ok(())
    }

    /// Is the goal reached? If not, the first part that does not hold.
    fn check_goal(&self) -> Result<(), String> {
        let variables = &self.problem.goal_variables;
        self.check(&self.problem.goal, variables, &vec![None; variables.len()])
    }

    /// The first conjunct that does not hold, as text up to where that is not simple any more.
    fn check(&self, formula: &Formula, variables: &[Variable], binding: &Binding) -> Result<(), String> {
        let literal = |atom: &Atom| self.text(&ground(atom, binding));
        match formula {
            Formula::And(parts) => parts.iter().try_for_each(|part| self.check(part, variables, binding)),
            _ if self.holds(formula, variables, binding) => Ok(()),
            Formula::Atom(atom) => Err(literal(atom)),
            Formula::Not(part) => match &**part {
                Formula::Atom(atom) => Err(format!("(not {})", literal(atom))),
                // The parts of a negated disjunction are conditions of their own.
                Formula::Or(_) => Err("(not ".to_owned()),
                Formula::Exists(..) => Err("(not (exists ".to_owned()),
                _ => Err("(not ".to_owned()),
            },
            Formula::Equal(..) => Err("(= ".to_owned()),
            Formula::Or(_) => Err("(or ".to_owned()),
            Formula::Imply(..) => Err("(imply ".to_owned()),
            Formula::Forall(..) => Err("(forall ".to_owned()),
            Formula::Exists(..) => Err("(exists ".to_owned()),
        }
    }

    fn holds(&self, formula: &Formula, variables: &[Variable], binding: &Binding) -> bool {
        let holds = |part: &Formula| self.holds(part, variables, binding);
        let each = |bound: &[VariableId]| self.bindings(bound, variables, binding);
        match formula {
            Formula::Atom(atom) => self.atoms.contains(&ground(atom, binding)),
            Formula::Equal(left, right) => object(*left, binding) == object(*right, binding),
            Formula::Not(part) => !holds(part),
            Formula::And(parts) => parts.iter().all(holds),
            Formula::Or(parts) => parts.iter().any(holds),
            Formula::Imply(premise, conclusion) => !holds(premise) || holds(conclusion),
            Formula::Forall(bound, body) => {
                each(bound).iter().all(|inner| self.holds(body, variables, inner))
            }
            Formula::Exists(bound, body) => {
                each(bound).iter().any(|inner| self.holds(body, variables, inner))
            }
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

    fn range(&self, variable: &Variable) -> Vec<ObjectId> {
        self.problem.objects_of(&self.domain.types, &variable.types).collect()
    }

    fn bindings(&self, bound: &[VariableId], variables: &[Variable], binding: &Binding) -> Vec<Binding> {
        let mut bindings = vec![binding.clone()];
        for id in bound {
            let extend = |binding: &Binding| {
                let objects = self.range(&variables[id.index()]).into_iter();
                let with = |object| {
                    let mut extended = binding.clone();
                    extended[id.index()] = Some(object);
                    extended
                };
                objects.map(with).collect::<Vec<_>>()
            };
            bindings = bindings.iter().flat_map(extend).collect();
        }
        bindings
    }

    fn text(&self, atom: &GroundAtom) -> String {
        let predicate = [self.domain.predicates[atom.predicate.index()].name.as_str()];
        let args = atom.args.iter().map(|arg| self.problem.objects[arg.index()].name.as_str());
        format!("({})", predicate.into_iter().chain(args).collect::<Vec<_>>().join(" "))
    }

    fn texts(&self) -> BTreeSet<String> {
        self.atoms.iter().map(|atom| self.text(atom)).collect()
    }
}

fn object(term: Term, binding: &Binding) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => binding[variable.index()].unwrap(),
    }
}

fn ground(atom: &Atom, binding: &Binding) -> GroundAtom {
    GroundAtom {
        predicate: atom.predicate,
        args: atom.args.iter().map(|&term| object(term, binding)).collect(),
    }
}

/// Texts of domains and problems, and a search for each.
fn tasks() -> Vec<(String, String)> {
    let generated = ["blocksworld", "gripper", "logistics", "ipc23-ferry"].map(|name| {
        let domain = generators::find(name).unwrap();
        (domain.pddl.to_owned(), Generator::new(domain, Size::Small).problem(3, 1).unwrap())
    });
    let written = ["office", "delivery", "cups"].map(|name| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../task/tests/tasks").join(name);
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        (read("domain.pddl"), read("problem.pddl"))
    });
    generated.into_iter().chain(written).collect()
}

/// The plan with one thing wrong, in every way, at a few places.
fn corrupted(plan: &Plan, objects: &[String]) -> Vec<Plan> {
    let mut plans = Vec::new();
    let mut add = |change: &dyn Fn(&mut Vec<Step>)| {
        let mut steps = plan.steps.clone();
        change(&mut steps);
        let numbered = steps.into_iter().enumerate().map(|(index, step)| Step { line: index + 1, ..step });
        plans.push(Plan { steps: numbered.collect(), cost: None });
    };
    let length = plan.steps.len();
    for at in [0, length / 3, length / 2, length - 1] {
        add(&|steps| drop(steps.remove(at)));
        add(&|steps| steps.insert(at, steps[at].clone()));
        add(&|steps| steps[at].name.push('x'));
        add(&|steps| steps[at].name = "abracadabra".to_owned());
        add(&|steps| steps[at].args.extend([objects[0].clone()]));
        add(&|steps| drop(steps[at].args.pop()));
        if at + 1 < length {
            add(&|steps| steps.swap(at, at + 1));
        }
        for place in 0..plan.steps[at].args.len() {
            add(&|steps| steps[at].args[place].push('q'));
            for object in objects.iter().step_by(objects.len() / 4 + 1) {
                add(&|steps| steps[at].args[place] = object.clone());
            }
        }
    }
    plans
}

#[test]
fn the_trace_of_a_corrupted_plan_names_the_step_the_condition_and_what_can_be_done() {
    let search: Search = "gbfs(ff)".parse().unwrap();
    let (mut invalid, mut kinds, mut advised) = (0, BTreeMap::new(), 0);
    for (domain_text, problem_text) in tasks() {
        let task = PlanningTask::from_pddl(&domain_text, &problem_text).unwrap();
        let PlanningTask::Lifted { domain, problem, .. } = &task else { panic!() };
        let sound = plan(&task, &search, None, &Limits::default(), &mut ()).unwrap().plan.unwrap();
        assert!(task.trace(&sound).unwrap().valid);
        let objects: Vec<String> = problem.objects.iter().map(|object| object.name.clone()).collect();
        for plan in corrupted(&sound, &objects) {
            let trace = task.trace(&plan).unwrap();
            let mut world = World { domain, problem, atoms: problem.init.iter().cloned().collect(), cost: 0 };
            let mut state: BTreeSet<String> = trace.initial.iter().cloned().collect();
            let mut stopped = None;
            for (index, step) in plan.steps.iter().enumerate() {
                if let Err(why) = world.execute(step) {
                    stopped = Some((index + 1, why));
                    break;
                }
                let executed = &trace.steps[index];
                assert_eq!((executed.step, &executed.action), (index + 1, &step.to_string()));
                executed.deletes.iter().for_each(|atom| assert!(state.remove(atom), "{domain_text}{plan}"));
                executed.adds.iter().for_each(|atom| assert!(state.insert(atom.clone())));
                assert_eq!((&state, executed.cost), (&world.texts(), world.cost));
            }
            let goal = world.check_goal();
            let Some(failure) = &trace.failure else {
                assert_eq!((stopped, goal, trace.cost), (None, Ok(()), Some(world.cost)), "{plan}");
                continue;
            };
            invalid += 1;
            *kinds.entry(format!("{:?}", failure.kind)).or_insert(0) += 1;
            let first = match stopped {
                None => {
                    assert_eq!((failure.step, failure.kind), (None, Kind::UnsatisfiedGoal), "{plan}");
                    Some(goal.unwrap_err())
                }
                Some((step, why)) => {
                    assert_eq!(failure.step, Some(step), "{plan}");
                    assert_eq!(trace.steps.len(), step - 1);
                    match why {
                        Why::Condition(first) => Some(first),
                        Why::NoCost => None,
                        Why::NoSuchThing => {
                            assert!(failure.violated.is_empty(), "{failure:?}");
                            None
                        }
                    }
                }
            };
            if let Some(first) = first {
                let violated = &failure.violated[0];
                let same = if first.ends_with(' ') {
                    violated.condition.starts_with(&first)
                } else {
                    violated.condition == first
                };
                assert!(same, "{first} is the first to fail, not {violated:?}");
                assert!(!violated.atoms.is_empty());
                let ground = violated.atoms.iter().filter(|asked| asked.matches.is_none());
                for asked in ground.filter(|asked| !asked.atom.starts_with("(= ")) {
                    assert_eq!(asked.holds, state.contains(&asked.atom), "{asked:?}");
                }
            }
            assert!(!failure.advice.is_empty(), "{failure:?}");
            for advice in &failure.advice {
                let Some(action) = &advice.action else { continue };
                let step = &Plan::parse(action).unwrap().steps[0];
                let mut next = world.clone();
                assert_eq!(next.execute(step), Ok(()), "{advice:?}");
                if let Some((_, made)) = advice.text.split_once(" and makes ") {
                    let (atom, value) = made.rsplit_once(' ').unwrap();
                    assert_eq!(next.texts().contains(atom).to_string(), value, "{advice:?}");
                }
                advised += 1;
            }
        }
    }
    assert!(invalid > 200 && advised > 100, "{invalid} {advised}");
    assert!(kinds.len() >= 6, "{kinds:?}");
}
