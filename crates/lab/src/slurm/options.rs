//! What a cluster is asked for.

/// What a cluster is asked for beyond what the limits of the runs say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The partition; the cluster's default unless said otherwise.
    pub partition: Option<String>,
    /// Who pays.
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

/// What the script gives itself, since everything depends on it.
const GIVEN: [&str; 8] =
    ["--array", "--chdir", "--dependency", "--job-name", "--output", "--parsable", "--wait", "--wrap"];

impl Options {
    /// Reads one more option of `sbatch`.
    ///
    /// # Errors
    /// When it is no option, or not one to be given.
    pub fn option(text: &str) -> Result<String, String> {
        if !text.starts_with("--") {
            return Err(format!(
                "expected an option of sbatch with its value, as in --constraint=epyc, not `{text}`"
            ));
        }
        if text.contains(char::is_control) {
            return Err("an option of sbatch has to be in one line".to_owned());
        }
        let flag = text.split('=').next().unwrap_or(text);
        if GIVEN.contains(&flag) {
            return Err(format!("{flag} is given by the experiment"));
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
}
