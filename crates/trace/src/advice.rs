//! What could be done about a plan that fails on a task in PDDL.

use pddl::{Atom, Effect, GroundAtom, ObjectId, Term};
use task::validate::{Flaw, Reason};
use task::{Plan, Step};

use crate::condition::{literals, open_conditions, predicates, unmet};
use crate::names::Names;
use crate::{Advice, Executed, history};

/// How many literals are advised on, and how many actions are named for each.
const MOST_LITERALS: usize = 3;
const MOST_ACTIONS: usize = 3;

/// How many actions or objects are listed where nothing similar is known.
const MOST_NAMES: usize = 20;

/// Arguments are not looked for where there are more ways to choose them: that could take longer than anybody waits for advice.
const MOST_CHOICES: usize = 100_000;

/// Knows what a plan has done before it failed.
pub(crate) struct Adviser<'a, 'e> {
    pub(crate) names: &'a Names<'a>,
    pub(crate) plan: &'a Plan,
    /// Those that were executed.
    pub(crate) steps: &'a [Executed],
    pub(crate) execution: &'e mut task::validate::Trace<'a>,
}

/// An effect by which an action makes an atom true, or false.
struct Achiever {
    action: usize,
    /// The arguments it must have.
    args: Vec<Option<ObjectId>>,
    /// Does the effect depend on more than the action's precondition?
    is_conditional: bool,
}

impl Adviser<'_, '_> {
    pub(crate) fn advice(mut self, flaw: &Flaw) -> Vec<Advice> {
        let mut advice = Vec::new();
        match flaw {
            Flaw::Goal(_) => {
                self.on_literals(flaw, &mut advice);
                self.on_open_conditions(flaw, &mut advice);
            }
            Flaw::Step { number, reason, .. } => {
                let step = &self.plan.steps[number - 1];
                self.on_step(step, reason, &mut advice);
                self.on_literals(flaw, &mut advice);
                self.on_open_conditions(flaw, &mut advice);
                if let (Reason::UnsatisfiedPrecondition(_), Some(action)) = (reason, self.action(&step.name))
                {
                    let args: Vec<_> = step.args.iter().map(|arg| self.names.id(arg)).collect();
                    self.with_other_argument(action, &args, &mut advice);
                }
            }
        }
        advice
    }

    fn on_step(&mut self, step: &Step, reason: &Reason, advice: &mut Vec<Advice>) {
        match reason {
            Reason::UnknownAction { similar: Some(similar), .. } => {
                let step = Step { name: similar.clone(), ..step.clone() };
                self.instead(&step, format!("did you mean {step}?"), advice);
            }
            Reason::UnknownAction { similar: None, .. } => {
                let names = self.names.domain.actions.iter().map(|action| action.name.as_str());
                advice.push(Advice::new(format!("the actions are {}", listed(names))));
            }
            Reason::UnknownObject { name, similar } => {
                if let Some(similar) = similar {
                    let rename = |arg: &String| if arg == name { similar.clone() } else { arg.clone() };
                    let step = Step { args: step.args.iter().map(rename).collect(), ..step.clone() };
                    self.instead(&step, format!("did you mean {step}?"), advice);
                }
                let args: Vec<_> = step.args.iter().map(|arg| self.names.id(arg)).collect();
                self.open(step, &args, advice);
            }
            Reason::WrongType { object, expected, .. } => {
                let fitting = |arg: &String| if arg == object { None } else { self.names.id(arg) };
                let args: Vec<_> = step.args.iter().map(fitting).collect();
                self.open(step, &args, advice);
                if advice.is_empty() {
                    advice.push(Advice::new(format!("give an object of type {expected}")));
                }
            }
            Reason::WrongArity { expected, given } => {
                self.parameters(step, advice);
                let args: Vec<_> = step.args.iter().map(|arg| self.names.id(arg)).collect();
                for position in 0..=*given {
                    let mut args = args.clone();
                    if given < expected {
                        (*given..*expected).for_each(|_| args.insert(position, None));
                    } else if position < *given && given - expected == 1 {
                        args.remove(position);
                    } else {
                        break;
                    }
                    self.open(step, &args, advice);
                }
            }
            Reason::UndefinedCost(cost) => {
                advice.push(Advice::new(format!("give it a value in :init: (= {cost} NUMBER)")));
            }
            Reason::UnsatisfiedPrecondition(_) => {}
        }
    }

    /// Another step, and whether it can be executed.
    fn instead(&mut self, step: &Step, text: String, advice: &mut Vec<Advice>) {
        let args: Option<Vec<_>> = step.args.iter().map(|arg| self.names.id(arg).map(Some)).collect();
        let can = self
            .action(&step.name)
            .zip(args)
            .is_some_and(|(action, args)| !self.applicable(action, &args, 1).is_empty());
        advice.push(Advice { text, action: can.then(|| step.to_string()) });
    }

    /// The parameters of a step's action.
    fn parameters(&self, step: &Step, advice: &mut Vec<Advice>) {
        let Some(action) = self.action(&step.name) else { return };
        let action = &self.names.domain.actions[action];
        let types = &self.names.domain.types;
        let parameter = |variable: &pddl::Variable| {
            let names: Vec<&str> = variable.types.iter().map(|&id| types[id].name.as_str()).collect();
            format!("{} - {}", variable.name, names.join(" or "))
        };
        let parameters: Vec<String> = action.variables[..action.arity].iter().map(parameter).collect();
        let text = match parameters.is_empty() {
            true => format!("{} takes no arguments", action.name),
            false => format!("the arguments of {} are {}", action.name, parameters.join(", ")),
        };
        advice.push(Advice::new(text));
    }

    /// Instances of the step's action that can be executed, with the arguments that are given.
    fn open(&mut self, step: &Step, args: &[Option<ObjectId>], advice: &mut Vec<Advice>) {
        let Some(action) = self.action(&step.name) else { return };
        for found in self.applicable(action, args, MOST_ACTIONS) {
            self.offer(action, &found, "can be executed instead", advice);
        }
    }

    /// The same action with one argument replaced.
    fn with_other_argument(&mut self, action: usize, args: &[Option<ObjectId>], advice: &mut Vec<Advice>) {
        for position in 0..args.len() {
            let mut args = args.to_vec();
            args[position] = None;
            if let Some(found) = self.applicable(action, &args, 1).first() {
                self.offer(action, found, "can be executed instead", advice);
            }
        }
    }

    fn offer(&self, action: usize, args: &[ObjectId], what: &str, advice: &mut Vec<Advice>) {
        let args: Vec<_> = args.iter().copied().map(Some).collect();
        let action = self.names.action(action, &args);
        if !advice.iter().any(|advice| advice.action.as_ref() == Some(&action)) {
            advice.push(Advice { text: format!("{action} {what}"), action: Some(action) });
        }
    }

    /// Where literals that are wanted became what they are, and how they could become what they should be.
    fn on_literals(&mut self, flaw: &Flaw, advice: &mut Vec<Advice>) {
        for (text, wanted) in literals(unmet(flaw)).into_iter().take(MOST_LITERALS) {
            let Some(atom) = self.names.atom(text) else { continue };
            if self.names.domain.axioms.iter().any(|axiom| axiom.predicate == atom.predicate) {
                advice.push(Advice::new(format!(
                    "{text} is derived: it follows from other atoms by the axioms"
                )));
                continue;
            }
            advice.push(history(text, wanted, self.steps, self.plan));
            let achievers = self.achievers(&atom, wanted);
            if achievers.is_empty() {
                advice.push(Advice::new(format!("no action makes {text} {wanted}")));
                continue;
            }
            self.too_late(text, wanted, &achievers, advice);
            self.achieve(&atom, (text, wanted), &achievers, advice);
        }
    }

    /// Which actions could change something about a condition that has no alternative or witness.
    fn on_open_conditions(&self, flaw: &Flaw, advice: &mut Vec<Advice>) {
        let domain = self.names.domain;
        let derived = domain.derived_predicates();
        for condition in open_conditions(unmet(flaw)).into_iter().take(MOST_LITERALS) {
            let asked = predicates(condition);
            let is_asked =
                |id: pddl::PredicateId| asked.contains(&domain.predicates[id.index()].name.as_str());
            let mut ids = (0..domain.predicates.len()).map(pddl::PredicateId::from_index);
            if ids.any(|id| derived[id.index()] && is_asked(id)) {
                let text =
                    format!("{condition} asks for derived atoms, which follow from others by the axioms");
                advice.push(Advice::new(text));
                continue;
            }
            let changes =
                |action: &&pddl::Action| changed(&action.effect).any(|atom| is_asked(atom.predicate));
            let actions: Vec<&str> =
                domain.actions.iter().filter(changes).map(|action| action.name.as_str()).collect();
            advice.push(Advice::new(match actions.is_empty() {
                true => format!("no action changes anything about {condition}"),
                false => {
                    format!("what {condition} asks for is changed by {}", listed(actions.iter().copied()))
                }
            }));
        }
    }

    /// A step that would have made it true, but comes after the one that fails.
    fn too_late(&self, text: &str, wanted: bool, achievers: &[Achiever], advice: &mut Vec<Advice>) {
        let later = self.plan.steps.iter().enumerate().skip(self.steps.len() + 1);
        let is_achiever = |step: &Step| {
            achievers.iter().any(|achiever| {
                let given = achiever.args.iter().zip(&step.args);
                !achiever.is_conditional
                    && self.names.domain.actions[achiever.action].name == step.name
                    && achiever.args.len() == step.args.len()
                    && given.into_iter().all(|(own, arg)| own.is_none_or(|own| self.names.object(own) == arg))
            })
        };
        if let Some((index, step)) = later.into_iter().find(|(_, step)| is_achiever(step)) {
            let text = format!("step {}, {step}, makes {text} {wanted}, but comes later", index + 1);
            advice.push(Advice::new(text));
        }
    }

    /// Actions that make it true, or false, preferably such as can be executed.
    fn achieve(
        &mut self,
        atom: &GroundAtom,
        (text, wanted): (&str, bool),
        achievers: &[Achiever],
        advice: &mut Vec<Advice>,
    ) {
        let before = advice.len();
        for achiever in achievers.iter().filter(|achiever| !achiever.is_conditional) {
            for args in self.applicable(achiever.action, &achiever.args, MOST_ACTIONS) {
                if advice.len() - before < MOST_ACTIONS
                    && (wanted || !self.adds(achiever.action, &args, atom))
                {
                    let what = format!("can be executed here and makes {text} {wanted}");
                    self.offer(achiever.action, &args, &what, advice);
                }
            }
        }
        if advice.len() == before {
            let actions: Vec<String> =
                achievers.iter().map(|achiever| self.names.action(achiever.action, &achiever.args)).collect();
            let can = if achievers.iter().all(|achiever| achiever.is_conditional) { "can be" } else { "is" };
            let actions = listed(actions.iter().map(String::as_str));
            advice.push(Advice::new(format!("{text} {can} made {wanted} by {actions}")));
        }
    }

    /// Does the action add the atom whatever the state?
    fn adds(&self, action: usize, args: &[ObjectId], atom: &GroundAtom) -> bool {
        let args: Vec<_> = args.iter().copied().map(Some).collect();
        let achievers = self.achievers(atom, true);
        achievers.iter().any(|achiever| {
            achiever.action == action
                && achiever.args.iter().zip(&args).all(|(own, arg)| own.is_none() || own == arg)
        })
    }

    /// All effects that make the atom true, or false if that is wanted.
    fn achievers(&self, atom: &GroundAtom, wanted: bool) -> Vec<Achiever> {
        let mut achievers = Vec::new();
        for (number, action) in self.names.domain.actions.iter().enumerate() {
            let mut pending = vec![(&action.effect, false)];
            while let Some((effect, is_conditional)) = pending.pop() {
                let changed = match effect {
                    Effect::And(effects) => {
                        pending.extend(effects.iter().rev().map(|effect| (effect, is_conditional)));
                        continue;
                    }
                    Effect::Forall(_, effect) => {
                        pending.push((effect, is_conditional));
                        continue;
                    }
                    Effect::When(_, effect) => {
                        pending.push((effect, true));
                        continue;
                    }
                    Effect::Add(changed) if wanted => changed,
                    Effect::Delete(changed) if !wanted => changed,
                    Effect::Add(_) | Effect::Delete(_) => continue,
                };
                if let Some(args) = self.unify(number, changed, atom) {
                    achievers.push(Achiever { action: number, args, is_conditional });
                }
            }
        }
        achievers
    }

    /// The arguments of the action for which its effect is about the atom.
    fn unify(&self, action: usize, effect: &Atom, atom: &GroundAtom) -> Option<Vec<Option<ObjectId>>> {
        let action = &self.names.domain.actions[action];
        let mut binding = vec![None; action.variables.len()];
        if effect.predicate != atom.predicate {
            return None;
        }
        for (&term, &object) in effect.args.iter().zip(&atom.args) {
            match term {
                Term::Object(constant) if constant != object => return None,
                Term::Object(_) => {}
                Term::Variable(id) => {
                    let types = &self.names.problem.objects[object.index()].types;
                    let fits = self.names.domain.types.fits(types, &action.variables[id.index()].types);
                    if !fits || binding[id.index()].replace(object).is_some_and(|before| before != object) {
                        return None;
                    }
                }
            }
        }
        binding.truncate(action.arity);
        Some(binding)
    }

    fn action(&self, name: &str) -> Option<usize> {
        self.names.domain.actions.iter().position(|action| action.name == name)
    }

    /// Instances that can be executed where the plan failed; none where there are too many to look at.
    fn applicable(&mut self, action: usize, args: &[Option<ObjectId>], most: usize) -> Vec<Vec<ObjectId>> {
        let (domain, problem) = (self.names.domain, self.names.problem);
        let open = args.iter().zip(&domain.actions[action].variables).filter(|(arg, _)| arg.is_none());
        let mut ranges = open.map(|(_, variable)| problem.objects_of(&domain.types, &variable.types).count());
        let choices = ranges.try_fold(1usize, |product, range| product.checked_mul(range));
        if choices.is_none_or(|choices| choices > MOST_CHOICES) {
            return Vec::new();
        }
        // Conditions that are too complex are told by the verdict; there is no advice on them.
        self.execution.applicable(action, args, most).unwrap_or_default()
    }
}

/// The atoms that an effect adds or deletes, whatever its conditions.
fn changed(effect: &Effect) -> impl Iterator<Item = &Atom> {
    let mut pending = vec![effect];
    std::iter::from_fn(move || {
        loop {
            match pending.pop()? {
                Effect::And(effects) => pending.extend(effects),
                Effect::Forall(_, effect) | Effect::When(_, effect) => pending.push(effect),
                Effect::Add(atom) | Effect::Delete(atom) => return Some(atom),
            }
        }
    })
}

/// Names with commas, not too many.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    let mut text = names.take(MOST_NAMES).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}
