//! The atoms that hold in a state of a problem, indexed by their arguments, without grounding.

use std::hash::Hasher;

use hashbrown::HashTable;
use pddl::{Domain, ObjectId, PredicateId, Problem};
use rustc_hash::FxHasher;

/// The number of an atom in a [`Database`].
pub type AtomId = u32;

/// The atoms that hold. Each atom that was ever asked for has a number; for each predicate, place and object there is a list
/// of the atoms that hold and have the object there.
#[derive(Clone, Debug)]
pub struct Database {
    objects: usize,
    arity: Vec<usize>,
    /// The list of all atoms of a predicate; those by place and object come after it.
    first_list: Vec<usize>,
    numbers: HashTable<AtomId>,
    predicates: Vec<PredicateId>,
    /// The arguments of atom `i` are `args[starts[i]..starts[i + 1]]`.
    args: Vec<ObjectId>,
    starts: Vec<u32>,
    /// Where an atom that holds stands in the lists by its arguments, parallel to `args`.
    places: Vec<u32>,
    /// Where it stands in the list of its predicate; `ABSENT` if it does not hold.
    place: Vec<u32>,
    lists: Vec<Vec<AtomId>>,
    /// By predicate and place, how many objects stood there at the start.
    variety: Vec<Vec<usize>>,
    hash: u64,
}

const ABSENT: u32 = u32::MAX;

impl Database {
    /// The initial state of a problem.
    pub fn new(domain: &Domain, problem: &Problem) -> Self {
        let objects = problem.objects.len();
        let arity: Vec<usize> =
            domain.predicates.iter().map(|predicate| predicate.parameters.len()).collect();
        let mut first_list = Vec::with_capacity(arity.len());
        let mut lists = 0;
        for arity in &arity {
            first_list.push(lists);
            lists += 1 + arity * objects;
        }
        let mut database = Self {
            objects,
            arity,
            first_list,
            numbers: HashTable::new(),
            predicates: Vec::new(),
            args: Vec::new(),
            starts: vec![0],
            places: Vec::new(),
            place: Vec::new(),
            lists: vec![Vec::new(); lists],
            variety: Vec::new(),
            hash: 0,
        };
        for atom in &problem.init {
            let number = database.number(atom.predicate, &atom.args);
            database.insert(number);
        }
        let variety = |(predicate, &arity): (usize, &usize)| {
            let first = database.first_list[predicate] + 1;
            let of_place = |place: usize| {
                let lists = &database.lists[first + place * objects..first + (place + 1) * objects];
                lists.iter().filter(|list| !list.is_empty()).count()
            };
            (0..arity).map(of_place).collect()
        };
        database.variety = database.arity.iter().enumerate().map(variety).collect();
        database
    }

    /// About how many atoms of a predicate have one of so many objects at each of their places, by what held at the start, in
    /// tenths.
    pub fn expected(&self, predicate: PredicateId, objects: impl Iterator<Item = usize>) -> usize {
        let all = 10 * self.all(predicate).len();
        let variety = &self.variety[predicate.index()];
        objects.zip(variety).fold(
            all,
            |atoms, (objects, &variety)| {
                if objects < variety { atoms * objects / variety } else { atoms }
            },
        )
    }

    /// How many objects stood at a place of a predicate's atoms at the start.
    pub fn variety(&self, predicate: PredicateId, place: usize) -> usize {
        self.variety[predicate.index()][place]
    }

    /// The number of an atom.
    pub fn number(&mut self, predicate: PredicateId, args: &[ObjectId]) -> AtomId {
        if let Some(number) = self.find(predicate, args) {
            return number;
        }
        let number = self.predicates.len() as AtomId;
        self.predicates.push(predicate);
        self.args.extend_from_slice(args);
        self.starts.push(self.args.len() as u32);
        self.places.resize(self.args.len(), ABSENT);
        self.place.push(ABSENT);
        let (predicates, all, starts) = (&self.predicates, &self.args, &self.starts);
        let rehash = |&number: &AtomId| {
            let number = number as usize;
            hash_of(predicates[number], &all[starts[number] as usize..starts[number + 1] as usize])
        };
        self.numbers.insert_unique(hash_of(predicate, args), number, rehash);
        number
    }

    /// The number of an atom that was met before.
    pub fn find(&self, predicate: PredicateId, args: &[ObjectId]) -> Option<AtomId> {
        let is_same =
            |&number: &AtomId| self.predicates[number as usize] == predicate && self.args(number) == args;
        self.numbers.find(hash_of(predicate, args), is_same).copied()
    }

    /// Does the atom hold?
    pub fn holds(&self, atom: AtomId) -> bool {
        self.place[atom as usize] != ABSENT
    }

    /// Does the atom of these arguments hold?
    pub fn contains(&self, predicate: PredicateId, args: &[ObjectId]) -> bool {
        self.find(predicate, args).is_some_and(|atom| self.holds(atom))
    }

    /// The arguments of an atom.
    pub fn args(&self, atom: AtomId) -> &[ObjectId] {
        let atom = atom as usize;
        &self.args[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }

    /// The predicate of an atom.
    pub fn predicate(&self, atom: AtomId) -> PredicateId {
        self.predicates[atom as usize]
    }

    /// The atoms of a predicate that hold.
    pub fn all(&self, predicate: PredicateId) -> &[AtomId] {
        &self.lists[self.first_list[predicate.index()]]
    }

    /// The atoms of a predicate that hold and have an object at a place.
    pub fn with(&self, predicate: PredicateId, place: usize, object: ObjectId) -> &[AtomId] {
        &self.lists[self.list(predicate, place, object)]
    }

    /// A number that states have in common only if they are equal, but for one case in 2⁶⁴.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many objects there are.
    pub fn objects(&self) -> usize {
        self.objects
    }

    /// The atom holds from now on. Returns whether it did not before.
    pub fn insert(&mut self, atom: AtomId) -> bool {
        if self.holds(atom) {
            return false;
        }
        let (index, predicate) = (atom as usize, self.predicates[atom as usize]);
        let all = &mut self.lists[self.first_list[predicate.index()]];
        self.place[index] = all.len() as u32;
        all.push(atom);
        let start = self.starts[index] as usize;
        for place in 0..self.arity[predicate.index()] {
            let list = self.list(predicate, place, self.args[start + place]);
            self.places[start + place] = self.lists[list].len() as u32;
            self.lists[list].push(atom);
        }
        self.hash ^= scrambled(u64::from(atom));
        true
    }

    /// The atom does not hold any more. Returns whether it did before.
    pub fn remove(&mut self, atom: AtomId) -> bool {
        if !self.holds(atom) {
            return false;
        }
        let (index, predicate) = (atom as usize, self.predicates[atom as usize]);
        let place = std::mem::replace(&mut self.place[index], ABSENT) as usize;
        let all = &mut self.lists[self.first_list[predicate.index()]];
        all.swap_remove(place);
        if let Some(&moved) = all.get(place) {
            self.place[moved as usize] = place as u32;
        }
        let start = self.starts[index] as usize;
        for argument in 0..self.arity[predicate.index()] {
            let list = self.list(predicate, argument, self.args[start + argument]);
            let place = self.places[start + argument] as usize;
            self.lists[list].swap_remove(place);
            if let Some(&moved) = self.lists[list].get(place) {
                self.places[self.starts[moved as usize] as usize + argument] = place as u32;
            }
        }
        self.hash ^= scrambled(u64::from(atom));
        true
    }

    fn list(&self, predicate: PredicateId, place: usize, object: ObjectId) -> usize {
        self.first_list[predicate.index()] + 1 + place * self.objects + object.index()
    }
}

fn hash_of(predicate: PredicateId, args: &[ObjectId]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(predicate.0);
    args.iter().for_each(|object| hasher.write_u32(object.0));
    scrambled(hasher.finish())
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of the number.
fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
