//! The search for bindings: backtracking with backjumping, nearest first where costs are at stake.

use pddl::{Atom, ObjectId, PredicateId, Term, VariableId};

use super::{ALL, MOST_ARGUMENTS, Query, Step, bit, bits, bits_of};
use crate::database::AtomId;
use crate::maps::{End, Maps};
use crate::rule::{Literal, Path};
use crate::world::World;

/// A search for bindings, by backtracking.
pub struct Search<'s, 'w> {
    world: &'s World<'w>,
    maps: &'s mut Maps,
    /// How many more atoms may be looked at, and how many were.
    patience: u64,
    looked_at: u64,
    /// How many more after the first binding, if the search is in haste.
    haste: Option<u64>,
    binding: Vec<Option<ObjectId>>,
    /// Bindings of this cost or more are of no interest.
    limit: u64,
}

/// Is shown the values of variables, and what paths and chains cost with them; may return a limit for the cost.
pub type Visitor<'v> = dyn FnMut(&mut Maps, &[ObjectId], u64) -> Option<u64> + 'v;

/// Variables that were given values.
struct Newly {
    variables: [VariableId; MOST_ARGUMENTS],
    count: usize,
}

impl Newly {
    fn variables(&self) -> impl Iterator<Item = &VariableId> {
        self.variables[..self.count].iter()
    }
}

/// Stands for variables without a value where bindings are shown.
const NOTHING: ObjectId = ObjectId(u32::MAX);

impl<'s, 'w> Search<'s, 'w> {
    /// In the current state of a problem.
    pub fn new(world: &'s World<'w>, maps: &'s mut Maps, patience: u64) -> Self {
        Self { world, maps, patience, looked_at: 0, haste: None, binding: Vec::new(), limit: u64::MAX }
    }

    /// From now on it may miss the cheapest binding: after the first it looks at so many more atoms only, and below a limit on costs it takes for
    /// granted that all paths cost something, though some lead nowhere, and some moves cost nothing.
    pub fn in_haste(self, atoms: u64) -> Self {
        Self { haste: Some(atoms), ..self }
    }

    /// How many atoms were looked at.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
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
        visit: &mut Visitor<'_>,
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

    /// Binds what is left to be bound, from a step on. Returns the variables, as bits, that are to blame where there was nothing to
    /// show: other values of all others make no difference (conflict-directed backjumping).
    fn extend(&mut self, query: &Query, at: usize, cost: u64, visit: &mut Visitor<'_>) -> u64 {
        let more = self.haste.map_or(0, |_| query.paths[at]);
        if cost.saturating_add(more) >= self.limit || self.patience == 0 {
            return ALL;
        }
        self.look_at(1);
        let Some(step) = query.steps.get(at) else {
            let objects: Vec<ObjectId> =
                self.binding.iter().map(|object| object.unwrap_or(NOTHING)).collect();
            if let Some(limit) = visit(self.maps, &objects, cost) {
                self.limit = self.limit.min(limit);
                self.patience = self.patience.min(self.haste.unwrap_or(u64::MAX));
            }
            return ALL;
        };
        match step {
            Step::Test(literal, blame) => self.extend_by(query, at, cost, (literal, *blame), visit),
            Step::Each(variable) if self.binding[variable.index()].is_some() => {
                self.extend(query, at + 1, cost, visit)
            }
            Step::Unless(exception) => {
                if self.exists(exception) {
                    return exception.blame;
                }
                self.extend(query, at + 1, cost, visit)
            }
            Step::Each(variable) => {
                let mut blame = 0;
                for object in (0..self.world.database.objects()).map(ObjectId::from_index) {
                    if self.world.fits(object, &query.types[variable.index()]) {
                        self.binding[variable.index()] = Some(object);
                        blame |= self.extend(query, at + 1, cost, visit);
                        if blame & bit(*variable) == 0 {
                            break;
                        }
                    }
                }
                self.binding[variable.index()] = None;
                if blame == ALL { ALL } else { blame & !bit(*variable) }
            }
            Step::Join(Literal::Holds(atom)) => self.join(query, at, cost, atom, visit),
            Step::Join(literal @ Literal::Leads { from, to, .. })
                if self.value(*from).is_some() && self.value(*to).is_some() =>
            {
                self.extend_by(query, at, cost, (literal, ALL), visit)
            }
            Step::Join(Literal::Leads { predicate, from, to, each }) => {
                for (variable, object, length) in self.leading(*predicate, *from, *to) {
                    if self.world.fits(object, &query.types[variable.index()]) {
                        self.binding[variable.index()] = Some(object);
                        let more = cost.saturating_add(each.saturating_mul(length));
                        self.extend(query, at + 1, more, visit);
                        self.binding[variable.index()] = None;
                    }
                }
                ALL
            }
            Step::Join(literal @ Literal::Path(path)) => {
                match path.open_end(|term| self.value(term).is_some()) {
                    Some(open) => self.join_path(query, at, cost, (path, open), visit),
                    // What was given beforehand may leave nothing open.
                    None => self.extend_by(query, at, cost, (literal, ALL), visit),
                }
            }
            Step::Join(_) => ALL,
        }
    }

    /// Goes on if a literal whose variables have values holds.
    fn extend_by(
        &mut self,
        query: &Query,
        at: usize,
        cost: u64,
        (literal, blame): (&Literal, u64),
        visit: &mut Visitor<'_>,
    ) -> u64 {
        match self.test(literal) {
            Some(more) => self.extend(query, at + 1, cost.saturating_add(more), visit),
            None => blame,
        }
    }

    /// Tries all atoms that fit what is bound.
    fn join(&mut self, query: &Query, at: usize, cost: u64, atom: &Atom, visit: &mut Visitor<'_>) -> u64 {
        let mut few = Vec::new();
        let candidates = self.candidates(query, atom, &mut few);
        let given = bits(atom.args.iter().filter(|term| self.value(**term).is_some()));
        // Where the next thing to know is how far it is, the nearest come first: all others cost more.
        let tests = query.steps[at + 1..].iter().take_while(|step| matches!(step, Step::Test(..))).count();
        let tests = &query.steps[at + 1..=at + tests];
        let asks_for_paths = tests.iter().any(|step| matches!(step, Step::Test(Literal::Path(_), _)));
        if asks_for_paths && candidates.len() > 1 {
            self.join_nearest(query, at, cost, (atom, candidates, tests), visit);
            return ALL;
        }
        let mut blame = 0;
        for &candidate in candidates {
            let Some(bound) = self.bind(query, atom, candidate) else { continue };
            let own = bits_of(bound.variables());
            let failed = self.extend(query, at + 1, cost, visit);
            self.unbind(&bound);
            blame |= failed;
            if failed & own == 0 || self.patience == 0 {
                break;
            }
        }
        if blame == ALL {
            return ALL;
        }
        let own = bits(atom.args.iter()) & !given;
        (blame & !own) | given
    }

    /// Tries atoms in the order of what they add to the cost.
    fn join_nearest(
        &mut self,
        query: &Query,
        at: usize,
        cost: u64,
        (atom, candidates, tests): (&Atom, &[AtomId], &[Step]),
        visit: &mut Visitor<'_>,
    ) {
        let mut nearest: Vec<(u64, AtomId)> = Vec::with_capacity(candidates.len());
        for &candidate in candidates {
            let Some(bound) = self.bind(query, atom, candidate) else { continue };
            let mut sum = Some(cost);
            for step in tests {
                if let (Step::Test(literal, _), Some(so_far)) = (step, sum) {
                    sum = self.test(literal).map(|more| so_far.saturating_add(more));
                }
            }
            self.unbind(&bound);
            nearest.extend(sum.map(|sum| (sum, candidate)));
        }
        self.look_at(candidates.len() as u64);
        nearest.sort_unstable();
        for (sum, candidate) in nearest {
            if sum >= self.limit {
                return;
            }
            let Some(bound) = self.bind(query, atom, candidate) else { continue };
            self.extend(query, at + 1 + tests.len(), sum, visit);
            self.unbind(&bound);
        }
    }

    /// Tries all places at the open end of a path, the nearest first.
    fn join_path(
        &mut self,
        query: &Query,
        at: usize,
        cost: u64,
        (path, (open, (end, known))): (&Path, (VariableId, (End, Term))),
        visit: &mut Visitor<'_>,
    ) -> u64 {
        let mover: Option<Vec<ObjectId>> = path.mover.iter().map(|term| self.value(*term)).collect();
        let (Some(mover), Some(place)) = (mover, self.value(known)) else { return ALL };
        for (distance, object) in self.maps.nearest(self.world, path.moves, &mover, (end, place)) {
            let sum = cost.saturating_add(distance);
            if sum >= self.limit {
                break;
            }
            if self.world.fits(object, &query.types[open.index()]) {
                self.binding[open.index()] = Some(object);
                self.extend(query, at + 1, sum, visit);
            }
        }
        self.binding[open.index()] = None;
        ALL
    }

    /// The atoms that an atom may be, by the shortest list there is.
    fn candidates<'c>(&self, query: &Query, atom: &Atom, few: &'c mut Vec<AtomId>) -> &'c [AtomId]
    where
        's: 'c,
    {
        let world = self.world;
        let database = &world.database;
        let mut candidates = database.all(atom.predicate);
        // There may be fewer objects of a type than atoms.
        let mut of_type: Option<(usize, &[ObjectId])> = None;
        for (place, term) in atom.args.iter().enumerate() {
            match (self.value(*term), term) {
                (Some(object), _) => {
                    let fewer = database.with(atom.predicate, place, object);
                    if fewer.len() < candidates.len() {
                        candidates = fewer;
                    }
                }
                (None, Term::Variable(variable)) => {
                    let objects = world.objects_of(&query.types[variable.index()]);
                    let is_fewer = |objects: &&[ObjectId]| {
                        of_type.is_none_or(|(_, others)| objects.len() < others.len())
                    };
                    of_type = objects.filter(is_fewer).map(|objects| (place, objects)).or(of_type);
                }
                (None, Term::Object(_)) => {}
            }
        }
        if let Some((place, objects)) = of_type.filter(|(_, objects)| 4 * objects.len() < candidates.len()) {
            few.extend(objects.iter().flat_map(|&object| database.with(atom.predicate, place, object)));
            if few.len() < candidates.len() {
                return few;
            }
        }
        candidates
    }

    /// Gives the variables of an atom the values that make it the given one. Returns the variables that had none; `None` if it
    /// can't be.
    fn bind(&mut self, query: &Query, atom: &Atom, candidate: AtomId) -> Option<Newly> {
        let world = self.world;
        let mut newly = Newly { variables: [VariableId(0); MOST_ARGUMENTS], count: 0 };
        for (term, &object) in atom.args.iter().zip(world.database.args(candidate)) {
            let fits = match (self.value(*term), term) {
                (Some(value), _) => value == object,
                (None, Term::Variable(variable)) => {
                    let fits =
                        newly.count < MOST_ARGUMENTS && world.fits(object, &query.types[variable.index()]);
                    if fits {
                        self.binding[variable.index()] = Some(object);
                        newly.variables[newly.count] = *variable;
                        newly.count += 1;
                    }
                    fits
                }
                (None, Term::Object(_)) => false,
            };
            if !fits {
                self.unbind(&newly);
                return None;
            }
        }
        Some(newly)
    }

    fn look_at(&mut self, atoms: u64) {
        self.patience = self.patience.saturating_sub(atoms);
        self.looked_at += atoms;
    }

    fn unbind(&mut self, newly: &Newly) {
        for variable in newly.variables() {
            self.binding[variable.index()] = None;
        }
    }

    /// Is there a binding for which an exception holds?
    fn exists(&mut self, exception: &Query) -> bool {
        let mut bound = self.binding.clone();
        bound.resize(exception.variables(), None);
        let mut found = false;
        Search::new(self.world, self.maps, self.patience).run(exception, &bound, |_, _, _| {
            found = true;
            Some(0)
        });
        found
    }

    /// What a literal adds to the cost, if it holds.
    fn test(&mut self, literal: &Literal) -> Option<u64> {
        match literal {
            Literal::Holds(atom) => self.holds(atom).then_some(0),
            Literal::Fails(atom) => (!self.holds(atom)).then_some(0),
            Literal::Different(left, right) => (self.value(*left) != self.value(*right)).then_some(0),
            Literal::Path(path) => {
                let mut mover = [NOTHING; MOST_ARGUMENTS];
                let mover = mover.get_mut(..path.mover.len())?;
                for (object, term) in mover.iter_mut().zip(&path.mover) {
                    *object = self.value(*term)?;
                }
                let (from, to) = (self.value(path.from)?, self.value(path.to)?);
                self.maps.distance(self.world, path.moves, mover, from, to)
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
        let mut args = [NOTHING; MOST_ARGUMENTS];
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
