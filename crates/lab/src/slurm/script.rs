//! The script by which an array is submitted.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use super::arrays::Array;
use super::options::Options;

/// The place of an array: the number of its round, and its own number in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) round: usize,
    pub(crate) array: usize,
}

/// The text of the script. It is submitted from the experiment's folder, and names nothing outside of it.
pub(crate) fn script(
    name: &str,
    place: Place,
    array: &Array,
    after: &BTreeSet<u64>,
    options: &Options,
) -> String {
    let Place { round, array: own } = place;
    let mut wanted = vec![
        format!("--job-name={name}"),
        format!("--array=0-{}", array.tasks.len().saturating_sub(1)),
        format!("--output=slurm/{round}/{own}-%a.log"),
        // A task that comes back after its node was lost does not overwrite what it said before.
        "--open-mode=append".to_owned(),
        "--requeue".to_owned(),
        "--ntasks=1".to_owned(),
        format!("--cpus-per-task={}", options.cores.unwrap_or(1)),
    ];
    wanted.extend(array.time.map(|time| format!("--time={}", minutes(time))));
    wanted.extend(array.memory.map(|bytes| format!("--mem={}M", bytes.div_ceil(1 << 20))));
    let given = [("partition", &options.partition), ("account", &options.account), ("qos", &options.qos)];
    wanted.extend(
        given.into_iter().filter_map(|(flag, value)| value.as_ref().map(|value| format!("--{flag}={value}"))),
    );
    if !after.is_empty() {
        let jobs: Vec<String> = after.iter().map(u64::to_string).collect();
        wanted.push(format!("--dependency=afterany:{}", jobs.join(":")));
    }
    wanted.extend(options.more.iter().cloned());
    let mut text = "#!/bin/sh\n".to_owned();
    for option in wanted {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#SBATCH {}", quoted(&option));
    }
    let _ = writeln!(text, "exec ./slurm/hstar lab work . {round} {own} \"$SLURM_ARRAY_TASK_ID\"");
    text
}

fn minutes(time: Duration) -> u64 {
    time.as_secs().div_ceil(60).max(1)
}

/// An option as `sbatch` reads it: quoted unless all its characters are plain.
fn quoted(option: &str) -> String {
    if option.chars().all(|c| c.is_ascii_alphanumeric() || "-_=.,:%/+@[]&|*!()".contains(c)) {
        return option.to_owned();
    }
    format!("\"{}\"", option.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_says_all_that_is_wanted() {
        let array = Array {
            tasks: vec![vec![0], vec![1, 2]],
            needs: BTreeSet::from([0]),
            time: Some(Duration::from_secs(61)),
            memory: Some((1 << 30) + 1),
        };
        let options = Options {
            partition: Some("long".to_owned()),
            more: vec!["--comment=a \"b\"".to_owned()],
            cores: Some(4),
            ..Options::default()
        };
        let text =
            script("hstar-1", Place { round: 2, array: 1 }, &array, &BTreeSet::from([12, 13]), &options);
        assert_eq!(
            text,
            "#!/bin/sh\n\
             #SBATCH --job-name=hstar-1\n\
             #SBATCH --array=0-1\n\
             #SBATCH --output=slurm/2/1-%a.log\n\
             #SBATCH --open-mode=append\n\
             #SBATCH --requeue\n\
             #SBATCH --ntasks=1\n\
             #SBATCH --cpus-per-task=4\n\
             #SBATCH --time=2\n\
             #SBATCH --mem=1025M\n\
             #SBATCH --partition=long\n\
             #SBATCH --dependency=afterany:12:13\n\
             #SBATCH \"--comment=a \\\"b\\\"\"\n\
             exec ./slurm/hstar lab work . 2 1 \"$SLURM_ARRAY_TASK_ID\"\n"
        );
    }
}
