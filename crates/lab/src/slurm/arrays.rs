//! Groups runs into job arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::process;
use crate::run::Run;

/// Runs that are submitted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Array {
    /// The numbers of the runs that each of its tasks does, one after the other.
    pub(crate) tasks: Vec<Vec<usize>>,
    /// The numbers of the runs that its runs need.
    pub(crate) needs: BTreeSet<usize>,
    /// How long one of its tasks may take.
    pub(crate) time: Option<Duration>,
    /// How much memory it may use, in bytes.
    pub(crate) memory: Option<u64>,
}

/// Extra time for a task, and for each of its runs: a node may be slow to start.
const AROUND_TASK: Duration = Duration::from_secs(60);
const AROUND_RUN: Duration = Duration::from_secs(1);
/// Extra memory for the task itself.
const OWN_MEMORY: u64 = 64 << 20;

/// Tasks much shorter than this would burden the scheduler, so that runs are put together.
const WORTH_IT: Duration = Duration::from_secs(600);
/// More tasks than this at a time would burden the scheduler.
const MOST_TASKS: usize = 1000;
/// At least this many tasks are wanted even if they are short, so that they can be spread over nodes.
const FEWEST_TASKS: usize = 16;

/// The arrays for runs of these numbers, of at most `largest_array` tasks each, in an order in which each comes after those
/// whose runs it needs. Runs that wait for others, and runs with different limits, are in different arrays.
pub(crate) fn arrays(
    runs: &[Run],
    numbers: &[usize],
    chunk: Option<usize>,
    largest_array: usize,
) -> Vec<Array> {
    let levels = levels(runs, numbers);
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (&number, &level) in &levels {
        let run = &runs[number];
        groups.entry((level, run.time, run.memory)).or_default().push(number);
    }
    let mut arrays: Vec<Array> = Vec::new();
    for ((_, time, memory), numbers) in groups {
        let chunk = chunk.unwrap_or_else(|| good_chunk(numbers.len(), time)).max(1);
        for tasks in tasks(&numbers, chunk).chunks(largest_array.max(1)) {
            let needs = tasks.iter().flatten().flat_map(|&number| &runs[number].needs);
            let runs_of_longest = tasks.iter().map(Vec::len).max().unwrap_or(0) as u32;
            arrays.push(Array {
                tasks: tasks.to_vec(),
                needs: needs.copied().collect(),
                time: time.map(|time| {
                    let one = process::longest(time).saturating_add(AROUND_RUN);
                    one.saturating_mul(runs_of_longest).saturating_add(AROUND_TASK)
                }),
                memory: memory.map(|memory| process::largest(memory).saturating_add(OWN_MEMORY)),
            });
        }
    }
    arrays
}

/// The numbers, each with the length of the longest chain of runs that has to be done before.
fn levels(runs: &[Run], numbers: &[usize]) -> BTreeMap<usize, usize> {
    let mut levels: BTreeMap<usize, usize> = BTreeMap::new();
    let in_order: BTreeSet<usize> = numbers.iter().copied().collect();
    // No run needs a later one.
    for number in in_order {
        let before = runs[number].needs.iter().filter_map(|need| levels.get(need)).max();
        let level = before.map_or(0, |before| before + 1);
        levels.insert(number, level);
    }
    levels
}

/// How many runs a task should do by default.
fn good_chunk(runs: usize, time: Option<Duration>) -> usize {
    let worth_it = time.map_or(1.0, |time| WORTH_IT.as_secs_f64() / time.as_secs_f64().max(1.0)) as usize;
    worth_it.min(runs.div_ceil(FEWEST_TASKS)).max(runs.div_ceil(MOST_TASKS)).max(1)
}

/// Neighbouring runs take similar times: each task gets runs from everywhere, so that all take about the same time.
fn tasks(numbers: &[usize], chunk: usize) -> Vec<Vec<usize>> {
    let count = numbers.len().div_ceil(chunk);
    (0..count).map(|first| numbers.iter().skip(first).step_by(count).copied().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Purpose;

    fn run(needs: &[usize], seconds: u64) -> Run {
        Run {
            name: String::new(),
            words: Vec::new(),
            purpose: Purpose::Make(Vec::new()),
            needs: needs.to_vec(),
            time: Some(Duration::from_secs(seconds)),
            memory: (seconds > 10).then_some(1 << 30),
        }
    }

    /// Data, two trainings that need it, and for each of them four runs; two runs that need nothing.
    fn experiment() -> Vec<Run> {
        let mut runs = vec![run(&[], 100), run(&[0], 100), run(&[0], 100)];
        for training in [1, 2] {
            runs.extend((0..4).map(|_| run(&[training], 10)));
        }
        runs.extend([run(&[], 10), run(&[], 10)]);
        runs
    }

    #[test]
    fn what_is_needed_comes_before() {
        let runs = experiment();
        let all: Vec<usize> = (0..runs.len()).collect();
        let arrays = arrays(&runs, &all, Some(2), 1000);
        let tasks: Vec<&[Vec<usize>]> = arrays.iter().map(|array| &*array.tasks).collect();
        assert_eq!(tasks[..3], [&[vec![11, 12]][..], &[vec![0]], &[vec![1, 2]]]);
        assert_eq!(tasks[3], [[3, 7], [4, 8], [5, 9], [6, 10]]);
        let needs: Vec<Vec<usize>> =
            arrays.iter().map(|array| array.needs.iter().copied().collect()).collect();
        assert_eq!(needs, [vec![], vec![], vec![0], vec![1, 2]]);
        assert_eq!(arrays[0].memory, None);
        assert!(arrays[1].memory.is_some_and(|memory| memory > 1 << 30));
        assert!(arrays[3].time.is_some_and(|time| time > Duration::from_secs(2 * 10 + 60)));
    }

    #[test]
    fn what_is_done_is_not_waited_for() {
        let arrays = arrays(&experiment(), &[2, 3, 4], Some(8), 1000);
        let tasks: Vec<_> = arrays.iter().map(|array| array.tasks.clone()).collect();
        assert_eq!(tasks, [[[3, 4].to_vec()], [vec![2]]]);
    }

    #[test]
    fn an_array_is_no_larger_than_the_cluster_allows() {
        let runs: Vec<Run> = (0..100).map(|_| run(&[], 10)).collect();
        let all: Vec<usize> = (0..100).collect();
        let arrays = arrays(&runs, &all, Some(3), 10);
        let sizes: Vec<usize> = arrays.iter().map(|array| array.tasks.len()).collect();
        assert_eq!(sizes, [10, 10, 10, 4]);
        let mut done: Vec<usize> =
            arrays.iter().flat_map(|array| array.tasks.iter().flatten()).copied().collect();
        done.sort_unstable();
        assert_eq!(done, all);
    }

    #[test]
    fn tasks_are_neither_too_short_nor_too_many() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(good_chunk(1, None), 1);
        assert_eq!(good_chunk(100, seconds(10)), 7);
        assert_eq!(good_chunk(100, seconds(300)), 2);
        assert_eq!(good_chunk(100, seconds(1800)), 1);
        assert_eq!(good_chunk(10_000, seconds(1800)), 10);
        assert_eq!(good_chunk(10_000, seconds(0)), 600);
    }
}
