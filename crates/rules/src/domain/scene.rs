//! Up to sixty-four states, or goals in states, evaluated together: which atoms hold in which of them.

use super::background::Background;
use super::kinds::Member;
use super::world::World;

/// How many fit into a scene.
pub(crate) const LANES: usize = 64;

/// No atom.
const NONE: u32 = u32::MAX;

/// Which atoms hold in which of up to sixty-four lanes. Those that hold in any are in linked lists, by predicate and by
/// predicate, place and object, so that a join looks at nothing else. States that are evaluated together are mostly siblings:
/// they share most of their atoms, and one join serves them all.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// The lanes in which each atom holds.
    masks: Vec<u64>,
    /// The first atom of each list.
    first: Vec<u32>,
    /// The same, for the atoms that hold in all states.
    first_of_always: Vec<u32>,
    /// Where the lists of each predicate begin: that of all its atoms, then for each place those by object.
    starts: Vec<[u32; COLUMNS]>,
    /// For each atom the lists that it is in: that of all, then by place.
    lists: Vec<[u32; COLUMNS]>,
    /// For each atom the next in each of these.
    next: Vec<[u32; COLUMNS]>,
    /// The atoms that hold in some lanes only.
    touched: Vec<u32>,
    lanes: usize,
}

/// The most lists that an atom is in.
const COLUMNS: usize = super::MOST_PLACES + 1;

impl Scene {
    pub(crate) fn new(background: &Background, world: &World) -> Self {
        let counts: Vec<usize> = world.counts().collect();
        let mut count = 0;
        let mut starts = Vec::with_capacity(background.terms.len());
        for term in &background.terms {
            let mut own = [count; COLUMNS];
            count += 1;
            for (column, kind) in own[1..].iter_mut().zip(&term.kinds) {
                *column = count;
                count += counts[usize::from(*kind)] as u32;
            }
            starts.push(own);
        }
        let lists = world.atoms.iter().map(|atom| {
            let starts = starts[usize::from(atom.predicate)];
            let mut lists = [starts[0], NONE, NONE, NONE];
            for ((list, start), member) in lists[1..].iter_mut().zip(&starts[1..]).zip(&atom.members) {
                *list = start + member;
            }
            lists
        });
        let mut scene = Self {
            masks: vec![0; world.atoms.len()],
            first: vec![NONE; count as usize],
            first_of_always: Vec::new(),
            lists: lists.collect(),
            starts,
            next: vec![[NONE; COLUMNS]; world.atoms.len()],
            touched: Vec::new(),
            lanes: 0,
        };
        for &atom in &world.always {
            scene.masks[atom as usize] = u64::MAX;
            scene.link(atom);
        }
        scene.first_of_always = scene.first.clone();
        scene
    }

    /// Forgets all lanes.
    pub(crate) fn clear(&mut self) {
        for &atom in &self.touched {
            self.masks[atom as usize] = 0;
            for list in self.lists[atom as usize].into_iter().filter(|&list| list != NONE) {
                self.first[list as usize] = self.first_of_always[list as usize];
            }
        }
        self.touched.clear();
        self.lanes = 0;
    }

    /// How many lanes there are.
    pub(crate) fn len(&self) -> usize {
        self.lanes
    }

    /// The set of all lanes.
    pub(crate) fn all(&self) -> u64 {
        if self.lanes == 0 { 0 } else { u64::MAX >> (LANES - self.lanes) }
    }

    /// Adds `count` lanes, as far as there is room, and returns their set.
    pub(crate) fn add_lanes(&mut self, count: usize) -> u64 {
        let before = self.all();
        self.lanes = (self.lanes + count).min(LANES);
        self.all() & !before
    }

    /// Records that an atom holds in some lanes.
    #[inline]
    pub(crate) fn set(&mut self, atom: u32, lanes: u64) {
        let mask = &mut self.masks[atom as usize];
        let is_new = *mask == 0;
        *mask |= lanes;
        if is_new {
            self.touched.push(atom);
            self.link(atom);
        }
    }

    /// The lanes in which an atom holds.
    #[inline]
    pub(crate) fn mask(&self, atom: u32) -> u64 {
        self.masks[atom as usize]
    }

    /// The atoms of a predicate that hold in any lane, or those of them with an object at a place.
    #[inline]
    pub(crate) fn atoms(&self, predicate: usize, with: Option<(usize, Member)>) -> impl Iterator<Item = u32> {
        let (column, member) = with.map_or((0, 0), |(place, member)| (place + 1, member));
        let list = self.starts[predicate][column] + member;
        let there_is = |atom: u32| Some(atom).filter(|&atom| atom != NONE);
        let next = move |&atom: &u32| there_is(self.next[atom as usize][column]);
        std::iter::successors(there_is(self.first[list as usize]), next)
    }

    fn link(&mut self, atom: u32) {
        let (lists, next) = (&self.lists[atom as usize], &mut self.next[atom as usize]);
        for (list, next) in lists.iter().zip(next).filter(|(list, _)| **list != NONE) {
            *next = std::mem::replace(&mut self.first[*list as usize], atom);
        }
    }
}
