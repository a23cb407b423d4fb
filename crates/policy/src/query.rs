//! Conjunctive queries over the atoms that hold in a state: the bindings of variables for which a condition holds.

use pddl::{Atom, ObjectId, PredicateId, Term, TypeNames, VariableId};

use crate::moves::Maps;
use crate::rule::Literal;
use crate::world::World;

/// A condition whose literals stand in the order in which they are looked up.
#[derive(Clone, Debug)]
pub struct Query {
    steps: Vec<Step>,
    types: Vec<TypeNames>,
}

#[derive(Clone, Debug)]
enum Step {
    /// All its variables have values.
    Test(Literal),
    /// Its atoms give values to variables.
    Join(Literal),
    /// All objects are tried.
    Each(VariableId),
}

impl Query {
    /// The query for a condition over variables of these types, of which some have values beforehand.
    pub fn new(condition: &[Literal], types: &[TypeNames], is_bound: &[bool], is_fluent: &[bool]) -> Self {
        let mut is_bound = is_bound.to_vec();
        let mut left: Vec<&Literal> = condition.iter().collect();
        let mut steps = Vec::with_capacity(condition.len());
        while !left.is_empty() {
            let rank = |literal: &Literal| rank(literal, &is_bound, is_fluent);
            let best = left.iter().enumerate().min_by_key(|(_, literal)| rank(literal));
            let Some((place, literal)) = best else { break };
            let is_next = rank(literal) < UNABLE;
            let unbound: Vec<VariableId> = unbound(literal, &is_bound).collect();
            if is_next {
                let literal = left.remove(place).clone();
                steps.push(if unbound.is_empty() { Step::Test(literal) } else { Step::Join(literal) });
            } else {
                steps.extend(unbound.iter().map(|variable| Step::Each(*variable)));
            }
            unbound.into_iter().for_each(|variable| is_bound[variable.index()] = true);
        }
        let rest = (0..types.len()).filter(|&variable| !is_bound[variable]);
        steps.extend(rest.map(|variable| Step::Each(VariableId::from_index(variable))));
        Self { steps, types: types.to_vec() }
    }

    /// How many variables it has.
    pub fn variables(&self) -> usize {
        self.types.len()
    }
}

fn unbound(literal: &Literal, is_bound: &[bool]) -> impl Iterator<Item = VariableId> {
    let mut variables: Vec<VariableId> = literal
        .terms()
        .into_iter()
        .filter_map(|term| match term {
            Term::Variable(variable) if !is_bound[variable.index()] => Some(variable),
            _ => None,
        })
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables.into_iter()
}

/// Literals of this rank can't give values to variables.
const UNABLE: usize = 1_000;

/// Those with the lowest rank are looked up first: what is only tested, then what is likely to have few atoms.
fn rank(literal: &Literal, is_bound: &[bool], is_fluent: &[bool]) -> usize {
    let (unbound, terms) = (unbound(literal, is_bound).count(), literal.terms().len());
    match literal {
        Literal::Path(_) if unbound == 0 => 1,
        Literal::Leads { .. } if unbound == 0 => 2,
        _ if unbound == 0 => 0,
        // What changes holds of fewer objects than what never does.
        Literal::Holds(atom) => {
            let is_static = usize::from(!is_fluent[atom.predicate.index()]);
            if unbound == terms { 100 + 10 * unbound } else { 10 * unbound + 2 * is_static }
        }
        Literal::Leads { .. } if unbound == 1 => 50,
        _ => UNABLE,
    }
}

/// A search for bindings, by backtracking.
pub struct Search<'s, 'w> {
    world: &'s World<'w>,
    maps: &'s mut Maps,
    /// How many more atoms may be looked at.
    patience: u64,
    binding: Vec<Option<ObjectId>>,
    /// Bindings of this cost or more are of no interest.
    limit: u64,
}

/// Stands for variables without a value where bindings are shown.
const NOTHING: ObjectId = ObjectId(u32::MAX);

impl<'s, 'w> Search<'s, 'w> {
    /// In the current state of a problem.
    pub fn new(world: &'s World<'w>, maps: &'s mut Maps, patience: u64) -> Self {
        Self { world, maps, patience, binding: Vec::new(), limit: u64::MAX }
    }

    /// Shows all bindings with what their paths and chains cost. The visitor may return a limit: only bindings of lower
    /// cost are shown from then on.
    pub fn run(
        &mut self,
        query: &Query,
        bound: &[Option<ObjectId>],
        mut visit: impl FnMut(&mut Maps, &[ObjectId], u64) -> Option<u64>,
    ) {
        self.limit = u64::MAX;
        self.run_below(query, bound, u64::MAX, &mut visit);
    }

    /// The same for bindings whose cost is lower than a limit from the start.
    pub fn run_below(
        &mut self,
        query: &Query,
        bound: &[Option<ObjectId>],
        limit: u64,
        visit: &mut dyn FnMut(&mut Maps, &[ObjectId], u64) -> Option<u64>,
    ) {
        self.binding.clear();
        self.binding.extend_from_slice(bound);
        self.limit = limit;
        let fits = |(variable, object): (usize, &Option<ObjectId>)| {
            object.is_none_or(|object| self.world.fits(object, &query.types[variable]))
        };
        if self.binding.iter().enumerate().all(fits) {
            self.extend(query, 0, 0, visit);
        }
    }

    fn extend(
        &mut self,
        query: &Query,
        at: usize,
        cost: u64,
        visit: &mut dyn FnMut(&mut Maps, &[ObjectId], u64) -> Option<u64>,
    ) {
        if cost >= self.limit || self.patience == 0 {
            return;
        }
        self.patience -= 1;
        let Some(step) = query.steps.get(at) else {
            let objects: Vec<ObjectId> =
                self.binding.iter().map(|object| object.unwrap_or(NOTHING)).collect();
            if let Some(limit) = visit(self.maps, &objects, cost) {
                self.limit = self.limit.min(limit);
            }
            return;
        };
        match step {
            Step::Test(literal) => {
                if let Some(more) = self.test(literal) {
                    self.extend(query, at + 1, cost.saturating_add(more), visit);
                }
            }
            Step::Each(variable) => {
                for object in (0..self.world.database.objects()).map(ObjectId::from_index) {
                    if self.world.fits(object, &query.types[variable.index()]) {
                        self.binding[variable.index()] = Some(object);
                        self.extend(query, at + 1, cost, visit);
                    }
                }
                self.binding[variable.index()] = None;
            }
            Step::Join(Literal::Holds(atom)) => self.join(query, at, cost, atom, visit),
            Step::Join(Literal::Leads { predicate, from, to, each }) => {
                for (variable, object, length) in self.leading(*predicate, *from, *to) {
                    if self.world.fits(object, &query.types[variable.index()]) {
                        self.binding[variable.index()] = Some(object);
                        let more = cost.saturating_add(each.saturating_mul(length));
                        self.extend(query, at + 1, more, visit);
                        self.binding[variable.index()] = None;
                    }
                }
            }
            Step::Join(_) => {}
        }
    }

    /// Tries all atoms that fit what is bound.
    fn join(
        &mut self,
        query: &Query,
        at: usize,
        cost: u64,
        atom: &Atom,
        visit: &mut dyn FnMut(&mut Maps, &[ObjectId], u64) -> Option<u64>,
    ) {
        let world = self.world;
        let database = &world.database;
        let mut candidates = database.all(atom.predicate);
        for (place, term) in atom.args.iter().enumerate() {
            if let Some(object) = self.value(*term) {
                let fewer = database.with(atom.predicate, place, object);
                if fewer.len() < candidates.len() {
                    candidates = fewer;
                }
            }
        }
        for &candidate in candidates {
            let mut newly = [VariableId(0); 8];
            let mut count = 0;
            let mut fits = true;
            for (term, &object) in atom.args.iter().zip(database.args(candidate)) {
                match (self.value(*term), term) {
                    (Some(value), _) => fits = value == object,
                    (None, Term::Variable(variable)) => {
                        fits = count < newly.len() && world.fits(object, &query.types[variable.index()]);
                        if fits {
                            self.binding[variable.index()] = Some(object);
                            newly[count] = *variable;
                            count += 1;
                        }
                    }
                    (None, Term::Object(_)) => fits = false,
                }
                if !fits {
                    break;
                }
            }
            if fits {
                self.extend(query, at + 1, cost, visit);
            }
            newly[..count].iter().for_each(|variable| self.binding[variable.index()] = None);
            if self.patience == 0 {
                return;
            }
        }
    }

    /// What a literal adds to the cost, if it holds.
    fn test(&mut self, literal: &Literal) -> Option<u64> {
        match literal {
            Literal::Holds(atom) => self.holds(atom).then_some(0),
            Literal::Fails(atom) => (!self.holds(atom)).then_some(0),
            Literal::Different(left, right) => (self.value(*left) != self.value(*right)).then_some(0),
            Literal::Path(path) => {
                let mover: Vec<ObjectId> = path.mover.iter().filter_map(|term| self.value(*term)).collect();
                let (from, to) = (self.value(path.from)?, self.value(path.to)?);
                self.maps.distance(self.world, path.moves, &mover, from, to)
            }
            Literal::Leads { predicate, from, to, each } => {
                let (from, to) = (self.value(*from)?, self.value(*to)?);
                let reached = self.chain(*predicate, from, 0, Some(to));
                let length = reached.iter().find(|(object, _)| *object == to)?.1;
                Some(each.saturating_mul(length))
            }
        }
    }

    fn holds(&self, atom: &Atom) -> bool {
        let mut args = [NOTHING; 8];
        let Some(args) = args.get_mut(..atom.args.len()) else { return false };
        args.iter_mut().zip(&atom.args).for_each(|(to, term)| *to = self.value(*term).unwrap_or(NOTHING));
        self.world.database.contains(atom.predicate, args)
    }

    fn value(&self, term: Term) -> Option<ObjectId> {
        match term {
            Term::Object(object) => Some(object),
            Term::Variable(variable) => self.binding[variable.index()],
        }
    }

    /// The objects at the other end of chains of which one end has a value.
    fn leading(&self, predicate: PredicateId, from: Term, to: Term) -> Vec<(VariableId, ObjectId, u64)> {
        let (known, variable, place) = match (self.value(from), self.value(to), from, to) {
            (Some(known), None, _, Term::Variable(variable)) => (known, variable, 0),
            (None, Some(known), Term::Variable(variable), _) => (known, variable, 1),
            _ => return Vec::new(),
        };
        let reached = self.chain(predicate, known, place, None);
        reached.into_iter().map(|(object, length)| (variable, object, length)).collect()
    }

    /// The objects that a relation leads to from one at a place, breadth first, with the lengths of the chains.
    fn chain(
        &self,
        predicate: PredicateId,
        start: ObjectId,
        place: usize,
        until: Option<ObjectId>,
    ) -> Vec<(ObjectId, u64)> {
        let database = &self.world.database;
        let mut reached = vec![(start, 0)];
        let mut seen = rustc_hash::FxHashSet::from_iter([start]);
        let mut next = 0;
        while next < reached.len() && (reached.len() as u64) < self.patience {
            let (object, length) = reached[next];
            if Some(object) == until {
                break;
            }
            next += 1;
            for &atom in database.with(predicate, place, object) {
                let other = database.args(atom)[1 - place];
                if seen.insert(other) {
                    reached.push((other, length + 1));
                }
            }
        }
        reached
    }
}
