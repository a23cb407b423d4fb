"""Learning, and what is learned."""

import subprocess
import sys

import numpy as np
import pytest

import hstar


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A domain with problems."""
    folder = tmp_path_factory.mktemp("gripper")
    for balls in range(1, 7):
        domain, problems = hstar.generate("gripper", balls=balls)
        (folder / f"p{balls}.pddl").write_text(problems[0])
    (folder / "domain.pddl").write_text(domain)
    return folder


@pytest.fixture(scope="module")
def model(folder):
    lines = []
    model = hstar.learn(folder / "gripper.hstar", folder / "domain.pddl", folder, max_evaluations=2000, threads=1, progress=lines.append)
    assert any("rules" in line for line in lines)
    return model


def test_a_model_plans_better_than_nothing(folder, model):
    domain, problems = hstar.generate("gripper", balls=30)
    task = hstar.Task.from_text(domain, problems[0])
    learned, alone = task.plan(model=model), task.plan()
    assert learned and task.validate(learned.plan)
    assert learned.statistics["evaluated"] <= alone.statistics["evaluated"]
    assert model.made_for == "gripper" and model.search and model.explain()


def test_beliefs_are_arrays(folder, model):
    task = hstar.Task.from_files(folder / "domain.pddl", folder / "p3.pddl")
    states, _, _ = task.expand(task.initial)
    beliefs = model.beliefs(task, states, levels=[0.1, 0.9])
    assert len(beliefs) == len(states) == len(beliefs.mean)
    assert beliefs.quantiles.shape == (len(states), 2)
    assert np.all(beliefs.quantiles[:, 0] <= beliefs.quantiles[:, 1])
    assert np.all(beliefs.variance >= 0)


def test_models_are_files(folder, model, tmp_path):
    model.save(tmp_path / "copy.hstar")
    assert hstar.Model.load(tmp_path / "copy.hstar").explain() == model.explain()
    (tmp_path / "broken").write_bytes(b"nothing of the kind")
    with pytest.raises(hstar.InputError, match="no model"):
        hstar.Model.load(tmp_path / "broken")


def test_the_same_seed_makes_the_same_model(folder, model, tmp_path):
    hstar.learn(tmp_path / "again.hstar", folder / "domain.pddl", folder, max_evaluations=2000, threads=2)
    assert (tmp_path / "again.hstar").read_bytes() == (folder / "gripper.hstar").read_bytes()


def test_what_progress_raises_comes_out(folder, tmp_path):
    def broken(line):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        hstar.learn(tmp_path / "model.hstar", folder / "domain.pddl", folder, max_evaluations=100, progress=broken)


def test_networks_over_facts_see_facts_that_never_change_here(folder, tmp_path):
    def program(*words):
        subprocess.run([sys.executable, "-m", "hstar", *map(str, words)], check=True, capture_output=True, cwd=tmp_path)

    problem = folder / "p3.pddl"
    program("data", folder / "domain.pddl", problem, "--from", "walks", "--walks", 20, "--out", "walks.parquet")
    program("learn", "facts.hstar", "walks.parquet", "--features", "facts", "--hidden", 8, "--steps", 200)
    model = hstar.Model.load(tmp_path / "facts.hstar")
    task = hstar.Task.from_files(folder / "domain.pddl", problem)
    states = [task.initial]
    for step in task.plan(optimal=True).plan:
        states.append(task.apply(states[-1], step))
    mean = model.beliefs(task, states).mean
    assert np.all(np.isfinite(mean)) and mean[0] > mean[-1]
