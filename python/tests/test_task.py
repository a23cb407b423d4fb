"""Tasks, states, heuristics and plans."""

import gc
import resource
import threading
from pathlib import Path

import numpy as np
import pytest

import hstar

DOMAIN, PROBLEMS = hstar.generate("blocksworld", 3, blocks=7)

LIGHTS = """(define (domain lights) (:predicates (on ?x) (dusty ?x) (wired ?x))
    (:action switch :parameters (?x) :precondition (and (wired ?x) (not (on ?x))) :effect (on ?x))
    (:action sweep :parameters (?x) :precondition (dusty ?x) :effect (not (dusty ?x))))"""
ROOM = """(define (problem room) (:domain lights) (:objects a b)
    (:init (wired a) (wired b) (dusty b)) (:goal (on a)))"""


@pytest.fixture
def task():
    return hstar.Task.from_text(DOMAIN, PROBLEMS[0])


def walk(task, steps):
    """States of a walk that always takes another action."""
    states = [task.initial]
    for number in range(steps):
        successors = task.successors(states[-1])
        states.append(successors[number % len(successors)][1])
    return states


def test_states_have_all_atoms_that_change_also_those_that_do_not_matter():
    task = hstar.Task.from_text(LIGHTS, ROOM)
    assert task.initial.atoms == {"(dusty b)"}
    assert set(task.static_atoms) == {"(wired a)", "(wired b)"}
    assert set(task.applicable(task.initial)) == {"(switch a)", "(switch b)", "(sweep b)"}
    swept = task.apply(task.initial, "(SWEEP b)")
    assert swept.atoms == frozenset() and "(wired a)" in swept and "(dusty b)" not in swept


def test_states_are_values(task):
    start = task.initial
    assert start == task.initial and hash(start) == hash(task.initial)
    again = task.state(start.atoms)
    assert again == start and len({start, again}) == 1
    for action, successor in task.successors(start):
        assert successor != start
        assert task.apply(start, action) == successor
        assert task.state(successor.atoms) == successor
    other = hstar.Task.from_text(DOMAIN, PROBLEMS[0])
    assert other.initial != start
    with pytest.raises(hstar.ArgumentError, match="another task"):
        other.successors(start)


def test_what_is_no_state_is_refused(task):
    with pytest.raises(hstar.ArgumentError, match="can't hold"):
        task.state(["(on b1 nothing)"])
    with pytest.raises(hstar.ArgumentError, match="there is no action"):
        task.apply(task.initial, "(fly b1)")
    unstack = next(action for action in task.actions if action not in task.applicable(task.initial))
    with pytest.raises(hstar.ArgumentError, match="it needs"):
        task.apply(task.initial, unstack)
    with pytest.raises(TypeError):
        task.state(3)


def test_many_states_at_once_are_the_same_as_one_by_one(task):
    states = walk(task, 50)
    successors, parents, actions = task.expand(states)
    names = task.actions
    expected = [(number, action, state) for number, before in enumerate(states) for action, state in task.successors(before)]
    assert [(parent, names[action], state) for parent, action, state in zip(parents, actions, successors)] == expected
    assert successors[-1] == expected[-1][2]
    with pytest.raises(IndexError):
        successors[len(successors)]
    assert len(task.states([])) == 0 and len(task.expand([])[0]) == 0


def test_relations_are_the_atoms_in_numbers(task):
    states = task.states(walk(task, 20))
    relations, objects = states.relations(), task.objects
    told = [set() for _ in states]
    for name, rows in relations.items():
        assert rows.dtype == np.int32 and rows.shape[1] == 1 + task.predicates[name]
        for number, *arguments in rows:
            told[number].add("(" + " ".join([name, *(objects[argument] for argument in arguments)]) + ")")
    assert told == [set(state.atoms) for state in states]
    goal = {f"({name} {' '.join(objects[a] for a in row[1:])})" for name, rows in task.goal_relations().items() for row in rows}
    assert goal == set(task.goal)


def test_heuristics_of_batches_are_those_of_states(task):
    states = walk(task, 30)
    for name in ["ff", "add", "max", "lmcut", "goalcount", "blind"]:
        heuristic = task.heuristic(name)
        values = heuristic.evaluate_batch(states)
        assert values.dtype == np.float32
        assert list(values) == [heuristic(state) for state in states]
    with pytest.raises(hstar.ArgumentError, match="there is no heuristic"):
        task.heuristic("magic")
    with pytest.raises(hstar.UnsupportedError, match="depends on the way"):
        task.heuristic("landmarks")


def test_plans_are_valid_and_least_where_that_is_asked(task):
    found = task.plan()
    assert found and found.status == "solved" and task.validate(found.plan).cost == found.cost
    best = task.plan(optimal=True)
    assert best.is_optimal and best.cost <= found.cost
    state = task.initial
    for step in best.plan:
        state = task.apply(state, step)
    assert state.is_goal and not task.initial.is_goal
    verdict = task.validate(best.plan[:-1])
    assert not verdict and verdict.failed_step is None and "Goal not satisfied" in verdict.report
    assert task.validate([best.plan[-1]]).failed_step == 0
    assert hstar.Task.from_sas(task.sas()).plan("astar(lmcut)").cost == best.cost


def test_limits_are_results_and_mistakes_are_exceptions(task):
    assert task.plan("astar(blind)", max_expansions=3).status == "incomplete"
    assert task.plan(time_limit=0).status == "time"
    with pytest.raises(hstar.ArgumentError):
        task.plan(time_limit=-1)
    with pytest.raises(hstar.SpecificationError, match="gbsf"):
        task.plan("gbsf(ff)")
    with pytest.raises(hstar.ArgumentError):
        task.plan("gbfs(model)")
    with pytest.raises(hstar.ArgumentError, match="neither"):
        task.plan(model=3)
    with pytest.raises(hstar.InputError, match="no-such-file"):
        hstar.Task.from_files("no-such-file.pddl")
    unsolvable = hstar.Task.from_text(LIGHTS, ROOM.replace("(wired a) ", ""))
    assert unsolvable.plan().status == "unsolvable"


def test_anytime_searches_tell_each_plan(task):
    told = []
    found = task.plan("lama", on_plan=lambda steps, cost: told.append((steps, cost)))
    assert told and told[-1] == (found.plan, found.cost)
    assert [cost for _, cost in told] == sorted((cost for _, cost in told), reverse=True)


def test_a_function_guides_a_search(task):
    ff = task.heuristic("ff")
    sizes = []

    def own(states):
        sizes.append(len(states))
        return ff.evaluate_batch(states)

    found = task.plan("gbfs(model)", model=own)
    same = task.plan("gbfs(ff)")
    assert (found.plan, found.statistics["evaluated"]) == (same.plan, same.statistics["evaluated"])
    assert sum(sizes) == found.statistics["evaluated"] and max(sizes) > 1
    assert task.plan("lazy(model, ff, preferred)", model=lambda states: [0.0] * len(states))


def test_what_a_function_raises_comes_out(task):
    def broken(states):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        task.plan(model=broken)
    with pytest.raises(hstar.ArgumentError, match="values for"):
        task.plan(model=lambda states: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    with pytest.raises(hstar.ArgumentError, match="no number"):
        task.plan(model=lambda states: [float("nan")] * len(states))
    with pytest.raises(KeyError):
        task.plan("lama", on_plan=lambda steps, cost: broken(None))


def test_a_search_can_be_stopped_from_another_thread():
    domain, problems = hstar.generate("n-puzzle", 1, size="large")
    task, stop = hstar.Task.from_text(domain, problems[0]), hstar.Stop()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    assert task.plan("astar(blind)", stop=stop).status == "interrupted" and stop.is_set()


def test_threads_share_a_task():
    task = hstar.Task.from_text(DOMAIN, PROBLEMS[1])
    heuristic = task.heuristic("ff")
    expected = heuristic.evaluate_batch(walk(task, 40)).tolist()
    failed = []

    def work():
        try:
            for _ in range(20):
                assert heuristic.evaluate_batch(walk(task, 40)).tolist() == expected
                assert task.plan("gbfs(ff)")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_memory_does_not_grow_with_plans(task):
    def memory():
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    for _ in range(200):
        task.plan("gbfs(ff)", max_evaluations=20)
    before = memory()
    for _ in range(1000):
        task.plan("gbfs(ff)", max_evaluations=20)
        task.expand(task.initial)
    assert memory() - before < 20e6


def test_puzzles_are_solved():
    found = hstar.solve("tiles:3x3", "3 1 2 4 0 5 6 7 8")
    assert found and found.cost == 2 and found.moves
    with pytest.raises(hstar.Error):
        hstar.solve("tiles:3x3", "1 1 1")
