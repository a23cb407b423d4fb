//! A headless Chromium that opens a page and runs a script in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Before all else in the page: what goes wrong is written down.
const LISTEN: &str = "<script>
    var outcome = { errors: [] };
    addEventListener('error', event => outcome.errors.push(String(event.message)), true);
    addEventListener('unhandledrejection', event => outcome.errors.push(String(event.reason)));
    document.addEventListener('securitypolicyviolation', event => outcome.errors.push(event.violatedDirective));
    for (const kind of ['error', 'warn']) console[kind] = (...words) => outcome.errors.push(words.join(' '));
    </script>";

pub struct Browser {
    program: PathBuf,
}

impl Browser {
    /// None, with a word on it, where there is none and none is required.
    #[expect(clippy::print_stdout, reason = "who reads the test's output should know")]
    pub fn find() -> Option<Self> {
        let path = env::var_os("PATH").unwrap_or_default();
        let program = env::split_paths(&path)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .find(|file| file.is_file());
        if program.is_none() {
            assert!(
                env::var_os("HSTAR_REQUIRE_BROWSER").is_none_or(|value| value != "1"),
                "there is no browser"
            );
            println!("skipped: none of {} is on PATH", NAMES.join(", "));
        }
        program.map(|program| Self { program })
    }

    /// Opens the page, runs the script, which puts what it sees into `outcome`, and returns that. Fails if anything goes
    /// wrong in the page or if it asks for anything.
    pub fn run(&self, name: &str, html: &str, script: &str) -> Value {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let page = folder.join("page.html");
        let tell = format!(
            "<script>try {{ {script} }} catch (error) {{ outcome.errors.push(String(error.stack)); }}
            outcome.requests = performance.getEntriesByType('resource').map(entry => entry.name);
            const pre = document.createElement('pre');
            pre.id = 'outcome';
            pre.textContent = JSON.stringify(outcome);
            document.body.append(pre);</script></body>"
        );
        let (before, after) = html.rsplit_once("</body>").unwrap();
        let instrumented =
            format!("{}{tell}{after}", before.replacen("<head>", &format!("<head>{LISTEN}"), 1));
        fs::write(&page, instrumented).unwrap();

        let output = Command::new(&self.program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--v=0"])
            .args(["--window-size=1300,1000", "--virtual-time-budget=5000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg(format!("file://{}", page.display()))
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        let dom = String::from_utf8_lossy(&output.stdout);
        assert!(!log.contains("CONSOLE"), "{log}");
        let Some((_, told)) = dom.split_once("<pre id=\"outcome\">") else {
            panic!("the page tells nothing\n{log}\n{}", &dom[..dom.len().min(2000)])
        };
        let told = told.split("</pre>").next().unwrap_or_default();
        let json =
            told.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
        let outcome: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(outcome["errors"], Value::Array(Vec::new()));
        assert_eq!(outcome["requests"], Value::Array(Vec::new()));
        let _ = fs::remove_dir_all(folder.join("profile"));
        outcome
    }
}
