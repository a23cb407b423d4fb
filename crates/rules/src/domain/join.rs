//! Conditions of rules as joins over the atoms that hold.

use induction::Literal;
use induction::language::MOST_VARIABLES;

use super::background::Background;
use super::kinds::Member;
use super::scene::Scene;
use super::world::World;

/// A condition: literals that are connected by their variables, in the order in which they are looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Join {
    steps: Vec<Step>,
}

/// Objects for the variables of a condition; the state is variable 0 and has none.
pub(crate) type Bound = [Option<Member>; MOST_VARIABLES];

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    predicate: usize,
    /// The variable of each place.
    variables: Vec<usize>,
    /// The place whose object is bound and leaves the fewest atoms.
    known: Option<usize>,
    /// A test of objects that are already bound.
    is_test: bool,
}

/// A condition that takes more steps than this is taken not to hold: rules are lower bounds, so that the value stays one.
const MOST_STEPS: u32 = 100_000;

impl Join {
    /// Of literals of the background.
    pub(crate) fn new(background: &Background, world: &World, literals: &[Literal]) -> Self {
        let statistics = Statistics::new(background, world);
        let mut left: Vec<&Literal> = literals.iter().collect();
        let mut is_known = [false; MOST_VARIABLES];
        let mut steps = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let weight = |literal: &&Literal| statistics.weight(literal, &is_known);
            let place =
                (0..left.len()).min_by(|&one, &other| weight(&left[one]).total_cmp(&weight(&left[other])));
            let literal = left.remove(place.unwrap_or(0));
            let step = statistics.step(literal, &is_known);
            step.variables.iter().for_each(|&variable| is_known[variable] = true);
            steps.push(step);
        }
        Self { steps }
    }

    /// The lanes in which it holds.
    pub(crate) fn lanes(&self, world: &World, scene: &Scene) -> u64 {
        let mut run = Run::new(self, world, scene, scene.all());
        run.step(0, scene.all());
        scene.all() & !run.wanted
    }

    /// Objects for which it holds in a lane.
    pub(crate) fn witness(&self, world: &World, scene: &Scene, lane: u64) -> Option<Bound> {
        let mut run = Run::new(self, world, scene, lane);
        run.step(0, lane);
        (run.wanted == 0).then_some(run.witness)
    }

    /// Its literals with the names of objects, in the order in which they are looked up.
    pub(crate) fn in_words(&self, background: &Background, world: &World, bound: &Bound) -> Vec<String> {
        let in_words = |step: &Step| {
            let term = &background.terms[step.predicate];
            let name = |(&variable, &kind): (&usize, &u16)| {
                bound[variable].map_or("?", |member| world.name(kind, member))
            };
            let names: Vec<&str> = step.variables.iter().zip(&term.kinds).map(name).collect();
            if names.is_empty() { term.name.clone() } else { format!("{}({})", term.name, names.join(", ")) }
        };
        self.steps.iter().map(in_words).collect()
    }
}

/// Estimates of how many atoms a lookup finds.
struct Statistics<'a> {
    background: &'a Background,
    world: &'a World,
    /// How many atoms of each predicate hold in the initial state, plus one.
    typical: Vec<f64>,
}

impl<'a> Statistics<'a> {
    fn new(background: &'a Background, world: &'a World) -> Self {
        let mut typical = vec![1.0; background.terms.len()];
        for &atom in &world.initial {
            typical[usize::from(world.atoms[atom as usize].predicate)] += 1.0;
        }
        Self { background, world, typical }
    }

    fn is_test(&self, literal: &Literal) -> bool {
        self.background.terms[usize::from(literal.predicate)].meaning.is_test()
    }

    /// How many atoms are found for a literal when some variables are bound.
    fn weight(&self, literal: &Literal, is_known: &[bool]) -> f64 {
        let predicate = usize::from(literal.predicate);
        let known = places(literal).filter(|(_, variable)| is_known[*variable]);
        let found = self.typical[predicate]
            / known.clone().map(|(place, _)| self.width(predicate, place)).product::<f64>();
        let is_all_known = known.count() + 1 == literal.arguments.len();
        match (self.is_test(literal), is_all_known) {
            (_, true) => 0.0,
            (true, false) => f64::INFINITY,
            (false, false) => found,
        }
    }

    fn width(&self, predicate: usize, place: usize) -> f64 {
        let kind = self.background.terms[predicate].kinds[place];
        self.world.counts().nth(usize::from(kind)).unwrap_or(1).max(1) as f64
    }

    fn step(&self, literal: &Literal, is_known: &[bool]) -> Step {
        let predicate = usize::from(literal.predicate);
        let known = places(literal).filter(|(_, variable)| is_known[*variable]);
        let widest = known.max_by(|(one, _), (other, _)| {
            self.width(predicate, *one).total_cmp(&self.width(predicate, *other)).then(other.cmp(one))
        });
        Step {
            predicate,
            variables: places(literal).map(|(_, variable)| variable).collect(),
            known: widest.map(|(place, _)| place),
            is_test: self.is_test(literal),
        }
    }
}

/// The places of a literal after the state, with their variables.
fn places(literal: &Literal) -> impl Iterator<Item = (usize, usize)> + Clone {
    literal.arguments.iter().skip(1).map(|&variable| usize::from(variable)).enumerate()
}

struct Run<'a> {
    join: &'a Join,
    world: &'a World,
    scene: &'a Scene,
    bound: Bound,
    /// The lanes for which it is not yet known to hold.
    wanted: u64,
    steps: u32,
    /// The objects for which it was last found to hold.
    witness: Bound,
}

impl<'a> Run<'a> {
    fn new(join: &'a Join, world: &'a World, scene: &'a Scene, wanted: u64) -> Self {
        let nobody = [None; MOST_VARIABLES];
        Self { join, world, scene, bound: nobody, wanted, steps: 0, witness: nobody }
    }

    /// Looks up the literals from one on, in lanes in which those before hold.
    fn step(&mut self, number: usize, lanes: u64) {
        let Some(step) = self.join.steps.get(number) else {
            self.wanted &= !lanes;
            self.witness = self.bound;
            return;
        };
        let (world, scene) = (self.world, self.scene);
        if step.is_test {
            // What is not known is never found out: such a rule does not hold.
            let objects = (self.bound[step.variables[0]], self.bound[step.variables[1]]);
            let holds =
                |one, other| world.tests[step.predicate].as_ref().is_some_and(|test| test.holds(one, other));
            if matches!(objects, (Some(one), Some(other)) if holds(one, other)) {
                self.step(number + 1, lanes);
            }
            return;
        }
        let with = step.known.and_then(|place| Some((place, self.bound[step.variables[place]]?)));
        for atom in scene.atoms(step.predicate, with) {
            let lanes = lanes & scene.mask(atom) & self.wanted;
            self.steps += 1;
            if self.steps > MOST_STEPS || self.wanted == 0 {
                return;
            }
            if lanes == 0 {
                continue;
            }
            let mut named = 0_u8;
            if self.binds(step, &world.atoms[atom as usize].members, &mut named) {
                self.step(number + 1, lanes);
            }
            for (place, &variable) in step.variables.iter().enumerate() {
                if named >> place & 1 == 1 {
                    self.bound[variable] = None;
                }
            }
        }
    }

    /// Binds the variables of a step to objects, if they agree; `named` are the places of those that were unbound.
    fn binds(&mut self, step: &Step, members: &[Member], named: &mut u8) -> bool {
        step.variables.iter().zip(members).enumerate().all(|(place, (&variable, &member))| {
            let bound = &mut self.bound[variable];
            if bound.is_none() {
                *named |= 1 << place;
                *bound = Some(member);
            }
            *bound == Some(member)
        })
    }
}
