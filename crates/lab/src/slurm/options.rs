//! Options for a cluster.

/// Options for a cluster besides the limits of the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The partition; by default the cluster's.
    pub partition: Option<String>,
    /// The account that is charged.
    pub account: Option<String>,
    /// The quality of service.
    pub qos: Option<String>,
    /// How many cores a run has.
    pub cores: Option<u16>,
    /// How many runs a task of an array does, one after the other.
    pub chunk: Option<usize>,
    /// More options of `sbatch`, as in `--constraint=epyc`.
    pub more: Vec<String>,
}

/// Options that the script sets itself, since everything depends on them.
const GIVEN: [&str; 8] =
    ["--array", "--chdir", "--dependency", "--job-name", "--output", "--parsable", "--wait", "--wrap"];

impl Options {
    /// Reads one more option of `sbatch`.
    ///
    /// # Errors
    /// When it is no option, or one that the script sets itself.
    pub fn option(text: &str) -> Result<String, String> {
        if !text.starts_with("--") {
            return Err(format!(
                "expected an option of sbatch with its value, as in --constraint=epyc, not `{text}`"
            ));
        }
        let flag = text.split('=').next().unwrap_or(text);
        // To `sbatch`, the beginning of an option is as good as all of it.
        if let Some(given) = GIVEN.iter().find(|given| given.starts_with(flag)) {
            return Err(format!("{given} is given by the experiment"));
        }
        Self::value(text)
    }

    /// Reads the value of an option of `sbatch`, like the name of a partition.
    ///
    /// # Errors
    /// When it would not stay in its line of the script.
    pub fn value(text: &str) -> Result<String, String> {
        if text.contains(char::is_control) {
            return Err("what is said to sbatch has to be in one line".to_owned());
        }
        Ok(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_would_break_the_experiment_are_refused() {
        assert_eq!(Options::option("--constraint=epyc").as_deref(), Ok("--constraint=epyc"));
        for wrong in ["epyc", "", "--array=0-7", "-x node7", "--comment=a\nrm"] {
            assert!(Options::option(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn beginnings_of_options_that_the_script_gives_are_refused() {
        for wrong in ["--arr=0-7", "--job=x", "--job-nam=x", "--dep=singleton", "--wra=ls", "--"] {
            assert!(Options::option(wrong).is_err(), "{wrong}");
        }
        for right in ["--wait-all-nodes=1", "--time=4:00:00", "--array-of-mine", "--hold"] {
            assert_eq!(Options::option(right).as_deref(), Ok(right));
        }
    }

    #[test]
    fn a_partition_does_not_become_a_line_of_the_script() {
        assert_eq!(Options::value("long,short").as_deref(), Ok("long,short"));
        for wrong in ["long\nrm -rf .", "long\r", "a\0b"] {
            assert!(Options::value(wrong).is_err(), "{wrong:?}");
        }
    }
}
