"""The program, and how it ends."""

import os
import signal
import subprocess
import sys
import time

import pytest

import hstar


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", "hstar", *words], capture_output=True, text=True, **options)


def test_the_program_is_there():
    assert run("--version").stdout == f"hstar {hstar.__version__}\n"
    assert run("plan", "no-such-file.pddl").returncode == 31


def test_commands_are_run_from_python(tmp_path):
    hstar.run("generate", "gripper", "--balls", 2, "--out", tmp_path / "small")
    assert "valid" in hstar.run("plan", tmp_path / "small" / "p01.pddl", "--plan-file", tmp_path / "plan")
    with pytest.raises(hstar.InputError, match="no-such-file"):
        hstar.run("plan", "no-such-file.pddl")
    with pytest.raises(hstar.ArgumentError, match="--no-such-option"):
        hstar.run("plan", "--no-such-option")


def test_experiments_start_the_program_again(tmp_path):
    domain, problems = hstar.generate("gripper", 2)
    (tmp_path / "domain.pddl").write_text(domain)
    for number, problem in enumerate(problems):
        (tmp_path / f"p{number}.pddl").write_text(problem)
    experiment = '[limits]\ntime = "60s"\n[[problems]]\nfiles = ["."]\n[[algorithm]]\nname = "ff"\nsearch = "gbfs(ff)"\n'
    (tmp_path / "two.toml").write_text(experiment)
    for done in [0, 2]:
        told = run("lab", "run", tmp_path / "two.toml")
        assert told.returncode == 0 and f"2 runs, {done} of them done before" in told.stdout, told.stdout + told.stderr


def test_importing_takes_little_time():
    # Numpy takes longer than all of hstar, and is loaded when it is first needed.
    told = subprocess.run([sys.executable, "-c", "import hstar, sys; print('numpy' in sys.modules)"], capture_output=True, text=True)
    assert told.stdout == "False\n"


def test_ctrl_c_ends_a_search(tmp_path):
    # Shells start jobs in the background with this signal ignored, and Python leaves that as it is.
    script = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import hstar
domain, problems = hstar.generate("n-puzzle", 1, size="large")
task = hstar.Task.from_text(domain, problems[0])
print("begun", flush=True)
try:
    task.plan("astar(blind)")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
