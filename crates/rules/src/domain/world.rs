//! A task in the vocabulary of rules: the atoms that may hold in its states, and which hold with each of its facts.

use hashbrown::HashMap;
use pddl::{Domain, ObjectId, PredicateId, Problem};
use rustc_hash::FxBuildHasher;
use task::{Fact, Rows, Task};

use super::background::{Background, Meaning};
use super::kinds::{Kind, Member};
use super::order;
use super::test::Test;

/// A predicate of a [`Background`], by its number, and objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom {
    pub(crate) predicate: u16,
    pub(crate) members: Vec<Member>,
}

/// A task in the vocabulary of rules.
#[derive(Clone, Debug)]
pub struct World {
    /// For each kind its objects, in order.
    objects: Vec<Vec<ObjectId>>,
    names: Vec<String>,
    pub(crate) atoms: Vec<Atom>,
    /// The atoms that hold in all states.
    pub(crate) always: Vec<u32>,
    /// The atoms that hold with each fact of the task.
    with_facts: Rows<u32>,
    fact_offsets: Vec<u32>,
    pub(crate) goals: Vec<Goal>,
    /// The cost of the cheapest action.
    pub(crate) cheapest: u32,
    /// The atoms that hold in the initial state.
    pub(crate) initial: Vec<u32>,
    /// For each predicate of the background that is a test, the test.
    pub(crate) tests: Vec<Option<Test>>,
}

/// A goal of a task.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) fact: Fact,
    /// The atom that makes it the goal a rule is about, if rules can express it.
    pub(crate) wanted: Option<u32>,
    /// The goal as text.
    pub(crate) text: String,
}

impl World {
    /// Of a task that was ground from a problem of the background's domain.
    pub fn new(background: &Background, domain: &Domain, problem: &Problem, task: &Task) -> Self {
        let building = Building::new(background, domain, problem, task);
        building.finish()
    }

    /// How many variables the task has.
    pub fn variables(&self) -> usize {
        self.fact_offsets.len().saturating_sub(1)
    }

    /// A goal as text, as in `(on a b)`.
    pub fn goal(&self, goal: usize) -> &str {
        self.goals.get(goal).map_or("", |goal| &goal.text)
    }

    /// How many goals the task has.
    pub fn goals(&self) -> usize {
        self.goals.len()
    }

    /// Is a goal open where the variables have these values?
    pub fn is_open(&self, goal: usize, values: &[u32]) -> bool {
        let Fact { variable, value } = self.goals[goal].fact;
        values.get(variable as usize) != Some(&value)
    }

    /// How many objects of each kind there are.
    pub(crate) fn counts(&self) -> impl Iterator<Item = usize> {
        self.objects.iter().map(Vec::len)
    }

    /// The name of an object.
    pub(crate) fn name(&self, kind: Kind, member: Member) -> &str {
        let object = self.objects.get(usize::from(kind)).and_then(|objects| objects.get(member as usize));
        object.map_or("?", |object| &self.names[object.index()])
    }

    /// The atoms that hold where the variables have these values, besides those that always do; some may come twice.
    pub(crate) fn holding(&self, values: &[u32]) -> impl Iterator<Item = u32> {
        let facts = self.fact_offsets.iter().zip(values).map(|(offset, value)| (offset + value) as usize);
        facts.flat_map(|fact| self.with_facts[fact].iter().copied())
    }
}

type GroundAtom = (PredicateId, Vec<ObjectId>);

struct Building<'a> {
    background: &'a Background,
    domain: &'a Domain,
    problem: &'a Problem,
    task: &'a Task,
    /// For each fact of the task the atom of the domain that holds with it.
    facts: Vec<Option<GroundAtom>>,
    /// The fact of each atom of the domain that may change.
    changing: HashMap<GroundAtom, Fact, FxBuildHasher>,
    /// The atoms of the domain that hold in all states.
    fixed: Vec<GroundAtom>,
    objects: Vec<Vec<ObjectId>>,
    numbers: HashMap<Atom, u32, FxBuildHasher>,
    atoms: Vec<Atom>,
    always: Vec<u32>,
    with_facts: Vec<Vec<u32>>,
}

impl<'a> Building<'a> {
    fn new(background: &'a Background, domain: &'a Domain, problem: &'a Problem, task: &'a Task) -> Self {
        let facts = facts(domain, problem, task);
        let mut changing: HashMap<GroundAtom, Fact, FxBuildHasher> = HashMap::default();
        for (variable, range) in task.variables.fact_offsets.windows(2).enumerate() {
            for index in range[0]..range[1] {
                if let Some(atom) = &facts[index as usize] {
                    let fact = Fact { variable: variable as u32, value: index - range[0] };
                    changing.entry(atom.clone()).or_insert(fact);
                }
            }
        }
        let initial = problem.init.iter().map(|atom| (atom.predicate, atom.args.to_vec()));
        let fixed: Vec<GroundAtom> = initial.filter(|atom| !changing.contains_key(atom)).collect();
        let with_facts = vec![Vec::new(); facts.len()];
        let mut building = Self {
            background,
            domain,
            problem,
            task,
            facts,
            changing,
            fixed,
            objects: vec![Vec::new(); background.kinds.names.len()],
            numbers: HashMap::default(),
            atoms: Vec::new(),
            always: Vec::new(),
            with_facts,
        };
        building.find_objects();
        building
    }

    fn find_objects(&mut self) {
        let kinds = &self.background.kinds;
        for (predicate, objects) in self.facts.iter().flatten().chain(&self.fixed) {
            for (kind, object) in kinds.of_places[predicate.index()].iter().zip(objects) {
                self.objects[usize::from(*kind)].push(*object);
            }
        }
        for objects in &mut self.objects {
            objects.sort_unstable();
            objects.dedup();
        }
    }

    fn finish(mut self) -> World {
        let tests = self.background.terms.iter().map(|term| self.test(term.meaning)).collect();
        let mut goals: Vec<Goal> = self.task.goal.iter().map(|&fact| self.goal(fact)).collect();
        for number in 0..self.background.terms.len() {
            self.add_atoms(number, &mut goals);
        }
        self.always.sort_unstable();
        self.always.dedup();
        let with_facts: Rows<u32> = self
            .with_facts
            .into_iter()
            .map(|mut atoms| {
                atoms.sort_unstable();
                atoms.dedup();
                atoms
            })
            .collect();
        let mut world = World {
            objects: self.objects,
            names: self.problem.objects.iter().map(|object| object.name.clone()).collect(),
            atoms: self.atoms,
            always: self.always,
            with_facts,
            fact_offsets: self.task.variables.fact_offsets.clone(),
            goals,
            cheapest: self.task.operators.costs.iter().min().copied().unwrap_or(0),
            initial: Vec::new(),
            tests,
        };
        world.initial = world.always.iter().copied().chain(world.holding(&self.task.initial)).collect();
        world
    }

    fn goal(&self, fact: Fact) -> Goal {
        let text = match &self.facts[self.task.variables.fact_index(fact)] {
            Some((predicate, objects)) => {
                let names =
                    objects.iter().map(|object| format!(" {}", self.problem.objects[object.index()].name));
                format!("({}{})", self.domain.predicates[predicate.index()].name, names.collect::<String>())
            }
            None => self.task.variables.fact_name(fact).to_owned(),
        };
        Goal { fact, wanted: None, text }
    }

    /// All atoms of one predicate of the background.
    fn add_atoms(&mut self, number: usize, goals: &mut [Goal]) {
        match self.background.terms[number].meaning {
            Meaning::Holds(predicate) => self.add_holding(number, predicate),
            Meaning::Fails(predicate) => self.add_failing(number, predicate),
            Meaning::Goal(predicate) => {
                for (_, objects) in self.goals_of(predicate, goals) {
                    self.add_always(number, &objects);
                }
            }
            Meaning::Open(predicate) => {
                for (goal, objects) in self.goals_of(predicate, goals) {
                    self.add_unless(number, &objects, goals[goal].fact);
                }
            }
            Meaning::Wanted(predicate) => {
                for (goal, objects) in self.goals_of(predicate, goals) {
                    goals[goal].wanted = Some(self.atom(number, &objects));
                }
            }
            Meaning::Is(of) => {
                let kind = self.background.terms[number].kinds[0];
                let types = &self.domain.types;
                let is = |object: &&ObjectId| types.fits(&self.problem.objects[object.index()].types, &[of]);
                let objects: Vec<ObjectId> =
                    self.objects[usize::from(kind)].iter().filter(is).copied().collect();
                objects.into_iter().for_each(|object| self.add_always(number, &[object]));
            }
            Meaning::Before(predicate) => {
                let pairs = self.fixed.iter().filter(|(own, _)| *own == predicate);
                let pairs: Vec<_> =
                    pairs.filter_map(|(_, objects)| Some((*objects.first()?, *objects.get(1)?))).collect();
                for (one, other) in order::before(&pairs) {
                    self.add_always(number, &[one, other]);
                }
            }
            Meaning::Different | Meaning::Same(_) | Meaning::Apart(_) => {}
        }
    }

    fn test(&self, meaning: Meaning) -> Option<Test> {
        match meaning {
            Meaning::Different => Some(Test::Different),
            Meaning::Same(predicate) => Some(Test::Same(self.partners(predicate))),
            Meaning::Apart(predicate) => Some(Test::Apart(self.partners(predicate))),
            _ => None,
        }
    }

    /// For each object at the first place of a static relation those at the second that it is related to.
    fn partners(&self, predicate: PredicateId) -> Vec<Vec<Member>> {
        let Some(&[first, second]) =
            self.background.kinds.of_places.get(predicate.index()).map(Vec::as_slice)
        else {
            return Vec::new();
        };
        let mut partners = vec![Vec::new(); self.objects[usize::from(first)].len()];
        for (own, objects) in &self.fixed {
            if let (true, &[one, other]) = (*own == predicate, &objects[..]) {
                partners[self.member(first, one) as usize].push(self.member(second, other));
            }
        }
        partners
    }

    fn member(&self, kind: Kind, object: ObjectId) -> Member {
        self.objects[usize::from(kind)].binary_search(&object).unwrap_or(0) as Member
    }

    fn add_holding(&mut self, number: usize, predicate: PredicateId) {
        let (facts, fixed) = (std::mem::take(&mut self.facts), std::mem::take(&mut self.fixed));
        for (index, fact) in facts.iter().enumerate() {
            if let Some((_, objects)) = fact.as_ref().filter(|(own, _)| *own == predicate) {
                let atom = self.atom(number, objects);
                self.with_facts[index].push(atom);
            }
        }
        for (_, objects) in fixed.iter().filter(|(own, _)| *own == predicate) {
            self.add_always(number, objects);
        }
        (self.facts, self.fixed) = (facts, fixed);
    }

    fn add_failing(&mut self, number: usize, predicate: PredicateId) {
        let choices: Vec<Vec<ObjectId>> = match self.background.terms[number].kinds[..] {
            [kind] => self.objects[usize::from(kind)].iter().map(|&object| vec![object]).collect(),
            _ => vec![Vec::new()],
        };
        let fixed: Vec<GroundAtom> =
            self.fixed.iter().filter(|(own, _)| *own == predicate).cloned().collect();
        for objects in choices {
            let positive = (predicate, objects);
            match self.changing.get(&positive).copied() {
                Some(fact) => self.add_unless(number, &positive.1, fact),
                None if fixed.contains(&positive) => {}
                None => self.add_always(number, &positive.1),
            }
        }
    }

    /// The goals of a predicate, with their objects.
    fn goals_of(&self, predicate: PredicateId, goals: &[Goal]) -> Vec<(usize, Vec<ObjectId>)> {
        let objects = |goal: &Goal| {
            let fact = self.task.variables.fact_index(goal.fact);
            self.facts[fact].as_ref().filter(|(own, _)| *own == predicate).map(|(_, objects)| objects.clone())
        };
        goals.iter().enumerate().filter_map(|(number, goal)| Some((number, objects(goal)?))).collect()
    }

    fn atom(&mut self, number: usize, objects: &[ObjectId]) -> u32 {
        let kinds = &self.background.terms[number].kinds;
        let members = kinds.iter().zip(objects).map(|(&kind, &object)| self.member(kind, object)).collect();
        let atom = Atom { predicate: number as u16, members };
        let next = self.atoms.len() as u32;
        *self.numbers.entry(atom).or_insert_with_key(|atom| {
            self.atoms.push(atom.clone());
            next
        })
    }

    fn add_always(&mut self, number: usize, objects: &[ObjectId]) {
        let atom = self.atom(number, objects);
        self.always.push(atom);
    }

    /// An atom that holds as long as a variable has any other value.
    fn add_unless(&mut self, number: usize, objects: &[ObjectId], fact: Fact) {
        let atom = self.atom(number, objects);
        let offsets = &self.task.variables.fact_offsets;
        let (first, end) = (offsets[fact.variable as usize], offsets[fact.variable as usize + 1]);
        for index in (first..end).filter(|index| index - first != fact.value) {
            self.with_facts[index as usize].push(atom);
        }
    }
}

/// For each fact of a task the atom of the domain that holds with it.
fn facts(domain: &Domain, problem: &Problem, task: &Task) -> Vec<Option<GroundAtom>> {
    let numbered = |names: &mut dyn Iterator<Item = &'_ str>| -> HashMap<String, usize, FxBuildHasher> {
        names.map(str::to_owned).zip(0..).collect()
    };
    let predicates = numbered(&mut domain.predicates.iter().map(|predicate| predicate.name.as_str()));
    let objects = numbered(&mut problem.objects.iter().map(|object| object.name.as_str()));
    let fact = |name: &str| {
        let (predicate, arguments) = name.strip_prefix("Atom ")?.strip_suffix(')')?.split_once('(')?;
        let predicate = PredicateId::from_index(*predicates.get(predicate)?);
        let arguments = arguments.split(", ").filter(|argument| !argument.is_empty());
        let arguments =
            arguments.map(|argument| objects.get(argument).map(|&number| ObjectId::from_index(number)));
        Some((predicate, arguments.collect::<Option<Vec<ObjectId>>>()?))
    };
    task.variables.fact_names.iter().map(fact).collect()
}
