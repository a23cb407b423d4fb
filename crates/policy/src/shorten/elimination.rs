//! Action elimination: actions are left out that the goals do not need.
//!
//! An attempt follows only what becomes different. In the plan as it was, every action was applicable, and all goals held at the
//! end. So an action can't be applied any more if and only if it reads an atom whose truth differs from what it was, and goals
//! are lost if and only if they differ at the end. Actions that touch no such atom need not be looked at.

use super::script::{Script, Touch};

/// Leaves out actions until no single one can be left out any more.
pub(super) fn eliminate(script: &mut Script, is_over: &mut impl FnMut() -> bool) {
    let mut elimination = Elimination::new(script);
    while elimination.pass(is_over) {}
    let mut is_left_out = elimination.is_left_out.iter();
    script.steps.retain(|_| !is_left_out.next().copied().unwrap_or(false));
}

const NONE: u32 = u32::MAX;

/// What a step has to do with an atom, between the earlier and later touches of the same atom.
#[derive(Clone, Copy, Debug)]
struct Link {
    step: u32,
    atom: u32,
    reads: bool,
    writes: bool,
    /// Does the step change the atom's truth?
    flips: bool,
    before: u32,
    after: u32,
}

#[derive(Debug)]
struct Elimination<'s> {
    is_goal: &'s [bool],
    links: Vec<Link>,
    /// The links of step `i` are `starts[i]..starts[i + 1]`.
    starts: Vec<u32>,
    is_left_out: Vec<bool>,
    /// By atom: does its truth differ from what it was without the attempt?
    differs: Vec<bool>,
    /// The atoms for which this may be so.
    met: Vec<u32>,
    /// One bit for each later step that touches an atom that differs.
    pending: Vec<u64>,
    /// The steps that the attempt leaves out.
    out: Vec<u32>,
    /// Links of steps that are kept, but now change an atom that they did not, or the other way round.
    turned: Vec<u32>,
}

impl<'s> Elimination<'s> {
    fn new(script: &'s Script) -> Self {
        let mut links: Vec<Link> = Vec::new();
        let mut starts = vec![0];
        let mut state = script.initial.clone();
        let mut last = vec![NONE; state.len()];
        for (number, step) in script.steps.iter().enumerate() {
            for &Touch { atom, reads, writes } in &step.touches {
                let link = links.len() as u32;
                let before = std::mem::replace(&mut last[atom as usize], link);
                if let Some(before) = links.get_mut(before as usize) {
                    before.after = link;
                }
                let flips = writes.is_some_and(|value| value != state[atom as usize]);
                state[atom as usize] ^= flips;
                let (reads, writes) = (reads.is_some(), writes.is_some());
                links.push(Link { step: number as u32, atom, reads, writes, flips, before, after: NONE });
            }
            starts.push(links.len() as u32);
        }
        Self {
            is_goal: &script.is_goal,
            links,
            starts,
            is_left_out: vec![false; script.steps.len()],
            differs: vec![false; state.len()],
            met: Vec::new(),
            pending: vec![0; script.steps.len().div_ceil(64)],
            out: Vec::new(),
            turned: Vec::new(),
        }
    }

    /// Tries to leave out each action in turn. Returns whether one was.
    fn pass(&mut self, is_over: &mut impl FnMut() -> bool) -> bool {
        let mut found = false;
        for step in 0..self.is_left_out.len() {
            if is_over() {
                return false;
            }
            found |= !self.is_left_out[step] && self.attempt(step as u32);
        }
        found
    }

    /// Leaves out an action, with all that can't be applied then, if the goals still hold.
    fn attempt(&mut self, step: u32) -> bool {
        let mut holds = self.leave_out(step);
        let mut word = step as usize / 64;
        while holds && let Some(next) = self.next_pending(&mut word) {
            if self.is_blocked(next) {
                holds = self.leave_out(next);
            } else {
                self.keep(next);
            }
        }
        if holds {
            self.commit();
        } else {
            self.pending[word..].fill(0);
        }
        self.met.drain(..).for_each(|atom| self.differs[atom as usize] = false);
        self.out.clear();
        self.turned.clear();
        holds
    }

    /// The next step that touches an atom that differs, from a word of the bits on.
    fn next_pending(&mut self, word: &mut usize) -> Option<u32> {
        *word += self.pending.get(*word..)?.iter().position(|&bits| bits != 0)?;
        let bits = &mut self.pending[*word];
        let bit = bits.trailing_zeros();
        *bits &= *bits - 1;
        Some(*word as u32 * 64 + bit)
    }

    fn links_of(&self, step: u32) -> std::ops::Range<usize> {
        self.starts[step as usize] as usize..self.starts[step as usize + 1] as usize
    }

    fn is_blocked(&self, step: u32) -> bool {
        self.links[self.links_of(step)].iter().any(|link| link.reads && self.differs[link.atom as usize])
    }

    /// What the step changed now differs, or does not any more. Returns whether no goal is lost for good.
    fn leave_out(&mut self, step: u32) -> bool {
        self.out.push(step);
        for link in self.links_of(step) {
            let Link { atom, flips, after, .. } = self.links[link];
            let differs = &mut self.differs[atom as usize];
            if flips {
                *differs = !*differs;
                self.met.push(atom);
            }
            if !*differs {
                continue;
            }
            match self.links.get(after as usize) {
                Some(next) => self.pending[next.step as usize / 64] |= 1 << (next.step % 64),
                None if self.is_goal[atom as usize] => return false,
                None => {}
            }
        }
        true
    }

    /// After a step that is kept, what it writes is as it was.
    fn keep(&mut self, step: u32) {
        for link in self.links_of(step) {
            let Link { atom, writes, .. } = self.links[link];
            if writes && self.differs[atom as usize] {
                self.differs[atom as usize] = false;
                self.turned.push(link as u32);
            }
        }
    }

    /// The plan is now the one without the steps left out.
    fn commit(&mut self) {
        for &link in &self.turned {
            let flips = &mut self.links[link as usize].flips;
            *flips = !*flips;
        }
        for step in std::mem::take(&mut self.out) {
            self.is_left_out[step as usize] = true;
            for link in self.links_of(step) {
                let Link { before, after, .. } = self.links[link];
                if let Some(before) = self.links.get_mut(before as usize) {
                    before.after = after;
                }
                if let Some(after) = self.links.get_mut(after as usize) {
                    after.before = before;
                }
            }
        }
    }
}
