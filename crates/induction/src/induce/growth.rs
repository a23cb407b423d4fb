//! Makes parts of bodies in order of size, each from one with a literal less.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::bindings::{Answer, Bindings, Scratch};
use super::coverage::Coverage;
use super::lineage::{Lineage, Step, Steps};
use super::mark::Mark;
use super::part::{Candidate, Part};
use super::pool::Pool;
use super::watch::Watched;
use super::workers;
use super::world::World;
use crate::bits::Bits;
use crate::language::Body;
use crate::language::Language;

/// The parts so far.
#[derive(Debug)]
pub(crate) struct Growth<'a> {
    language: &'a Language<'a>,
    workers: Vec<Worker<'a>>,
    steps: Steps,
    /// Parts of the last size that are worth extending.
    growing: Vec<Part>,
    /// Parts that exclude a negative example or bring a head variable that rules need, in order of size, and where each size
    /// begins.
    pub(crate) useful: Vec<Part>,
    pub(crate) starts: Vec<usize>,
    /// Marks of the parts that need no others, with their head variables: a part that has the same is a duplicate.
    marks: HashSet<(u16, Mark), FxBuildHasher>,
    /// For the parts that need no others, by the examples that they cover: their numbers of local variables and their head
    /// variables.
    known: HashMap<Coverage, Vec<(usize, u16)>, FxBuildHasher>,
    negatives: usize,
    /// Did the limit on variables keep a part from growing?
    pub(crate) is_short_of_variables: bool,
}

#[derive(Debug)]
struct Worker<'a> {
    lineage: Lineage<'a>,
    scratch: Scratch,
}

/// This many parts are extended before the results are looked at. Fixed, so that the outcome does not depend on the number of
/// workers.
const AT_ONCE: usize = 64;

impl<'a> Growth<'a> {
    pub(crate) fn new(world: &'a World<'a>, threads: usize) -> Self {
        let language = world.language;
        let examples = &language.problem.examples;
        let counts = [examples.positive.len(), examples.negative.len()];
        let worker = || Worker { lineage: Lineage::new(Bindings::new(world)), scratch: Scratch::default() };
        Self {
            language,
            workers: (0..threads.max(1)).map(|_| worker()).collect(),
            steps: vec![Vec::new()],
            growing: vec![Part::empty(counts)],
            useful: Vec::new(),
            starts: vec![0, 0],
            marks: HashSet::default(),
            known: HashMap::default(),
            negatives: counts[1],
            is_short_of_variables: false,
        }
    }

    /// Is there anything left to extend?
    pub(crate) fn is_growing(&self) -> bool {
        !self.growing.is_empty()
    }

    /// Makes all parts of a size, and adds those that are rules to the pool. False if there was no time for it.
    pub(crate) fn grow(&mut self, size: usize, pool: &mut dyn Pool, watch: &Watched) -> bool {
        let growing = std::mem::take(&mut self.growing);
        let mut made: HashSet<Body, FxBuildHasher> = HashSet::default();
        let mut steps = Vec::new();
        let mut is_complete = true;
        for parents in growing.chunks(AT_ONCE) {
            let extended: Vec<(usize, &Part)> = parents
                .iter()
                .enumerate()
                .filter(|(_, parent)| size == 1 || pool.is_promising(&parent.coverage.positive, size + 1))
                .collect();
            let language = self.language;
            let full = |part: &Part| language.is_full(&language.scope(&part.body));
            self.is_short_of_variables |= extended.iter().any(|(_, part)| full(part));
            let candidates = workers::map(&mut self.workers, &extended, |_, (place, parent)| {
                parent.extensions(language, *place)
            });
            let candidates: Vec<Candidate> =
                candidates.into_iter().flatten().filter(|new| made.insert(new.body.clone())).collect();
            let answers = self.ask(size, parents, &candidates, pool, watch);
            for (candidate, answer) in candidates.into_iter().zip(answers) {
                if let Some(answer) = answer {
                    let parent = &parents[candidate.parent];
                    self.take(candidate, answer, parent, &mut steps, pool);
                }
            }
            pool.improve();
            if watch.tell(size, pool) {
                is_complete = false;
                break;
            }
        }
        self.steps.push(steps);
        self.starts.push(self.useful.len());
        // Those that are quickly asked come first; of the others, those with the same ancestors stay together.
        self.growing.sort_by_key(|part| part.rows.map_or(u32::MAX, |rows| rows.max(1).ilog2().max(10) / 2));
        self.growing
            .retain(|part| size + 2 < part.end && pool.is_promising(&part.coverage.positive, size + 2));
        is_complete
    }

    /// Evaluates all candidates.
    fn ask(
        &mut self,
        size: usize,
        parents: &[Part],
        candidates: &[Candidate],
        pool: &dyn Pool,
        watch: &Watched,
    ) -> Vec<Option<Answer>> {
        watch.count(candidates.len() as u64);
        let (language, steps) = (self.language, &self.steps);
        workers::map(&mut self.workers, candidates, |worker, candidate| {
            if watch.is_over() {
                return None;
            }
            let Candidate { parent, atom, .. } = *candidate;
            let parent = &parents[parent];
            let bindings = worker.lineage.bindings(steps, size - 1, parent.number);
            // A literal that finds nothing new has to rule out something; unless without it there would be no rule.
            let settled = language.safe(&parent.body) & language.used(&parent.body);
            let has_to_rule_out = atom.mask(language.arities[atom.predicate()]) & !settled == 0;
            let mut body = parent.body.to_vec();
            body.push(atom);
            let types = language.scope(&body);
            let is_worth_it = |positive: &Bits| pool.is_promising(positive, size + 1);
            bindings.answer(atom, has_to_rule_out, is_worth_it, types.types(), &mut worker.scratch)
        })
    }

    /// Keeps a part, unless another one is equivalent.
    fn take(
        &mut self,
        candidate: Candidate,
        answer: Answer,
        parent: &Part,
        steps: &mut Vec<Step>,
        pool: &mut dyn Pool,
    ) {
        let Answer { coverage, mark, rows } = answer;
        let Candidate { atom, names, body, .. } = candidate;
        let number = steps.len() as u32;
        let mut part = Part::new(self.language, pool, body, coverage, number, parent.end);
        part.rows = rows;
        if let Some(mark) = mark.filter(|_| part.is_safe)
            && !self.marks.insert((part.heads, mark))
        {
            return;
        }
        if self.language.is_rule(&part.body) {
            pool.add(&part.body, part.coverage.clone());
        }
        if self.is_of_use(&part) {
            self.useful.push(part.clone());
        }
        steps.push(Step { parent: parent.number, atom, names });
        self.growing.push(part);
    }

    /// Can it stand in a body as it is, and do something that no part with as few variables does?
    fn is_of_use(&mut self, part: &Part) -> bool {
        if !self.language.is_settled(&part.body) {
            return false;
        }
        let brings_head = part.heads != 0 && self.language.needs_heads();
        let rules_out = part.coverage.negative.len() < self.negatives;
        let serves = |known: &(usize, u16)| known.0 <= part.locals && part.heads & !known.1 == 0;
        let same = self.known.entry(part.coverage.clone()).or_default();
        if !(rules_out || brings_head) || same.iter().any(serves) {
            return false;
        }
        if part.is_safe && !self.language.counts_locals() {
            same.push((part.locals, part.heads));
        }
        true
    }
}
