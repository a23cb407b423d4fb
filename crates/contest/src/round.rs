//! A round of learning: models of all families are learned from some problems, and tried on larger ones.

use std::path::Path;
use std::time::Duration;

use planner::bundle::NOTHING;
use planner::problem_files::ProblemFiles;
use planner::{Error, Progress};
use search::{Budget, Exhausted};
use task::Plan;
use tools::whole_file;

use super::families::{Family, labels_file};
use super::trials::{Entrant, Trials, Tried, time_left};
use super::{Contest, Named, WELL_KNOWN};

/// A round of learning.
pub(super) struct Round<'a> {
    pub(super) contest: &'a Contest<'a>,
    /// Its number, from 1.
    pub(super) number: usize,
    /// The problems to learn from.
    pub(super) training: &'a ProblemFiles,
    /// The problems to try on.
    pub(super) tried: &'a [Named],
    /// How long a trial on one problem may take.
    pub(super) share: Option<Duration>,
    /// The folder for what is learned.
    pub(super) folder: &'a Path,
    /// The folder of the round before.
    pub(super) before: Option<&'a Path>,
    /// Plans of problems that were tried on in the rounds before.
    pub(super) plans: &'a [(String, Plan)],
    /// What did best in the round before.
    pub(super) best: Option<&'a Tried>,
}

/// Learning a family takes at most this part of the time that is left.
const LEARNING: u32 = 3;

impl Round<'_> {
    /// Learns and tries, and keeps the best so far in the bundle's file. Returns all that were tried, the best first, beside the search
    /// without a model.
    pub(super) fn run(
        &self,
        baseline: Option<Tried>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Vec<Tried>, Error> {
        let contest = self.contest;
        let trials = Trials { contest, problems: self.tried, share: self.share };
        let mut results = Vec::new();
        if let Some(best) = self.best.filter(|best| best.candidate.name != NOTHING) {
            // What is not compared with the best so far can't take its place.
            match self.try_best(best, &trials, budget, progress) {
                Ok(Some(tried)) => results.push(tried),
                Ok(None) => return Ok(results),
                Err(error) => {
                    progress.line(format_args!("{}: can't be tried: {error}", best.candidate.name));
                    return Ok(results);
                }
            }
        }
        results.extend(baseline);
        let well_known = Entrant { name: NOTHING, search: WELL_KNOWN, model: None, trained_on: 0 };
        results.extend(trials.run(&well_known, results.len(), budget, progress)?);
        self.keep(&mut results)?;
        let mut has_labels = true;
        for family in Family::ALL {
            if budget.check().is_err() {
                break;
            }
            let is_other = |result: &Tried| ![NOTHING, family.name()].contains(&result.family());
            if family.is_last_resort() && results.first().is_some_and(is_other)
                || family.needs_labels() && !has_labels
            {
                continue;
            }
            progress.now(format_args!("Learning {}{}", family.name(), time_left(budget)));
            let model = match family.learn(self, &budget.part(LEARNING), progress) {
                Ok(model) => model,
                Err(_) if budget.check() == Err(Exhausted::Interrupted) => break,
                Err(error) => {
                    progress.line(format_args!("{}: not learned: {error}", family.name()));
                    // Others would look for the same labels again.
                    has_labels &= !family.needs_labels() || labels_file(self.folder).exists();
                    continue;
                }
            };
            for search in family.searches() {
                let trained_on = self.training.problems.len();
                let entrant = Entrant { name: family.name(), search, model: Some(&model), trained_on };
                match trials.run(&entrant, results.len(), budget, progress) {
                    Ok(result) => results.extend(result),
                    Err(_) if budget.check().is_err() => break,
                    Err(error) => progress.line(format_args!("{}: can't be tried: {error}", family.name())),
                }
                self.keep(&mut results)?;
            }
        }
        Ok(results)
    }

    /// Tries what did best in the round before. Where what is learned from more problems does as well, that comes first.
    fn try_best(
        &self,
        best: &Tried,
        trials: &Trials<'_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Tried>, Error> {
        let file = self.folder.join("best");
        whole_file::write(&file, |out| std::io::Write::write_all(out, &best.model))
            .map_err(|error| Error::unwritable(&file, &error))?;
        let name = format!("{}, {} problems", best.family(), best.trained_on);
        let (search, trained_on) = (&best.candidate.search, best.trained_on);
        let entrant = Entrant { name: &name, search, model: Some(&file), trained_on };
        trials.run(&entrant, usize::MAX, budget, progress)
    }

    /// Do these results, the best first, count more than those of the rounds before? In these, a model did better than searches without one,
    /// which can't take its place by problems that they hardly solve.
    pub(super) fn counts(&self, results: &[Tried]) -> bool {
        let is_better = |best: &Tried| best.candidate.name != NOTHING && best.candidate.solved > 0;
        self.number == 1 || results.first().is_some_and(is_better)
    }

    /// Puts the best first, and keeps it if it counts.
    fn keep(&self, results: &mut [Tried]) -> Result<(), Error> {
        self.contest.sort(results);
        match self.counts(results) {
            true => self.contest.keep(results, self.tried),
            false => Ok(()),
        }
    }
}
