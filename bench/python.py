"""hstar's Python module beside pymimir: successors of states, values of ff, and what a call costs over the program.

    python3 bench/python.py [--wheel FILE] [--states 100000] [--only NAME …]

Both are given the same problems, made by hstar's generators, and expand and evaluate as many states, the first that breadth-first search meets, each
in its own order. pymimir's are expanded by its own loop, `generate_applicable_actions` and `apply`; hstar's in one call, `expand`,
and one by one, `successors`. Prints processor seconds of each and the ratio, and the processor time of a search through the module beside that of the
program. The wheel, by default what `pip wheel .` makes of this checkout, and pymimir are installed into bench/.venv-python the first time.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import peer

VENV = peer.BENCH / ".venv-python"
PACKAGES = ["pymimir"]
PROBLEMS = {
    "blocksworld": {"blocks": 20},
    "gripper": {"balls": 30},
    "logistics": {"size": "medium"},
    "satellite": {"size": "medium"},
    "rovers": {"size": "medium"},
    "transport": {"size": "medium"},
}
SEARCHES = [("n-puzzle", {"size": "medium"}, "astar(lmcut)"), ("logistics", {"size": "large"}, "astar(blind)")]


def timed(work):
    """A result, and the processor seconds it took."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def first_states(task, count):
    """The first states that breadth-first search meets."""
    seen, layer, states = {task.initial}, [task.initial], [task.initial]
    while layer and len(states) < count:
        successors, _, _ = task.expand(layer)
        layer = []
        for state in successors:
            if state not in seen:
                seen.add(state)
                layer.append(state)
        states += layer
    return states[:count]


def compare(name, options, parameters):
    """One line of the table."""
    import pymimir

    import hstar

    domain, [problem] = hstar.generate(name, **parameters)
    task = hstar.Task.from_text(domain, problem)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"]
        files[0].write_text(domain)
        files[1].write_text(problem)
        theirs = pymimir.Problem(pymimir.Domain(files[0]), files[1], mode="grounded")
    states = first_states(task, options.states)

    def expand_theirs():
        seen, layer, count = {theirs.get_initial_state().get_index()}, [theirs.get_initial_state()], 0
        values = layer[:]
        while layer and count < len(states):
            after = []
            for state in layer[: len(states) - count]:
                count += 1
                for action in state.generate_applicable_actions(cache_result=False):
                    successor = action.apply(state)
                    if successor.get_index() not in seen:
                        seen.add(successor.get_index())
                        after.append(successor)
            layer = after
            values += after
        return values

    met, their_seconds = timed(expand_theirs)
    batch = task.states(states)
    _, own_seconds = timed(lambda: task.expand(batch))
    _, single_seconds = timed(lambda: [task.successors(state) for state in states])
    heuristic, their_heuristic = task.heuristic("ff"), pymimir.FFHeuristic(theirs)
    _, own_ff = timed(lambda: heuristic.evaluate_batch(states))
    met = met[: len(states)]
    _, their_ff = timed(lambda: [their_heuristic.compute_value(state) for state in met])
    print(
        f"| {name} | {len(states)} | {their_seconds:.2f} | {own_seconds:.3f} | {their_seconds / own_seconds:.0f} | {single_seconds:.2f} |"
        f" {their_seconds / single_seconds:.1f} | {their_ff / len(met) * 1e6:.0f} | {own_ff / len(states) * 1e6:.1f} |"
        f" {(their_ff / len(met)) / (own_ff / len(states)):.1f} |",
        flush=True,
    )


def overhead(name, parameters, search):
    """The processor time of a search through the module, over that of the program."""
    import resource

    import hstar

    domain, [problem] = hstar.generate(name, **parameters)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"]
        files[0].write_text(domain)
        files[1].write_text(problem)
        limit = 200_000
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        program = [VENV / "bin" / "hstar", "plan", *files, "--search", search, "--max-expansions", str(limit), "-q", "--plan-file", Path(folder) / "plan"]
        subprocess.run(program, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        by_program = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        _, by_module = timed(lambda: hstar.Task.from_files(*files).plan(search, max_expansions=limit))
    print(f"{name}, {search}: {by_module:.2f} s through the module, {by_program:.2f} s by the program: {by_module / by_program:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel")
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--only", nargs="+", default=list(PROBLEMS))
    options = parser.parse_args()
    peer.enter(VENV, [options.wheel or str(peer.BENCH.parent), *PACKAGES])
    print("| domain | states | pymimir, s | expand, s | ratio | successors, s | ratio | ff: pymimir, µs | hstar, µs | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in options.only:
        compare(name, options, PROBLEMS[name])
    for name, parameters, search in SEARCHES:
        overhead(name, parameters, search)


if __name__ == "__main__":
    main()
