"""Calls at random: nothing crashes, and states stay what they are. HSTAR_CALLS says how many examples, each of some 50 calls."""

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hstar

TASKS = [
    hstar.Task.from_text(domain, problem)
    for name in ["blocksworld", "gripper", "ipc23-ferry", "logistics"]
    for domain, problems in [hstar.generate(name, 2)]
    for problem in problems
]
HEURISTICS = [[task.heuristic(name) for name in ["ff", "lmcut", "goalcount"]] for task in TASKS]
CALLS = st.tuples(st.integers(0, 9), st.integers(0, 1000))
STRANGE = st.text(max_size=12) | st.sampled_from(["()", "(on", "(on b1 b1)", "(holding)", "\0", "(" * 50])


@settings(max_examples=int(os.environ.get("HSTAR_CALLS", "200")), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, len(TASKS) - 1), st.lists(CALLS, max_size=60), STRANGE)
def test_no_call_crashes(number, calls, strange):
    task, heuristics = TASKS[number], HEURISTICS[number]
    state = task.initial
    for kind, choice in calls:
        if kind <= 3:
            successors = task.successors(state)
            if successors:
                action, state = successors[choice % len(successors)]
                assert hash(state) == hash(task.state(state.atoms))
        elif kind == 4:
            states, parents, actions = task.expand([state] * (choice % 4))
            assert len(states) == len(parents) == len(actions)
            heuristics[choice % 3].evaluate_batch(states)
        elif kind == 5:
            assert heuristics[choice % 3](state) >= 0
        elif kind == 6:
            assert strange not in state or strange
        elif kind == 7:
            task.plan("gbfs(ff)", max_evaluations=choice % 10)
        elif kind == 8:
            for call in [task.heuristic, task.plan, lambda text: task.apply(state, text), lambda text: task.state([text]), task.validate]:
                try:
                    call(strange)
                except hstar.Error:
                    pass
        else:
            try:
                hstar.Task.from_text(strange, strange)
            except hstar.Error:
                pass
            task.states([state]).relations()
