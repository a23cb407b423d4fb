#!/usr/bin/env python3
"""Does `hstar validate` agree with the plan validator of unified-planning?

    validate_vs_up.py HSTAR BENCHMARKS COUNT

HSTAR is the program, BENCHMARKS the unpacked benchmark archive, COUNT the least number of plans to compare.
Fast Downward makes a plan for the smaller tasks of each domain in turn; the plan and two corrupted copies
of it (a step dropped, doubled, swapped with the next, or given another argument) go to both validators.
Verdicts are compared, and costs where the problem has a metric.  All disagreements are printed; the exit
code is 1 if there are any, or too few plans.
"""

import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import peer

PLAN_SECONDS = 20
COMPARE_SECONDS = 90
MAX_STEPS = 120
MAX_PROBLEM_BYTES = 40_000
SEED = 2023


def main():
    if sys.argv[1:2] == ["--one-task"]:
        return compare_one_task(*sys.argv[2:])
    if Path(sys.prefix) != peer.VENV:
        os.execv(peer.python(), [peer.python(), *sys.argv])
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("hstar", type=Path)
    arguments.add_argument("benchmarks", type=Path)
    arguments.add_argument("count", type=int)
    options = arguments.parse_args()

    tally = Tally()
    for task in tasks_in_turn(options.benchmarks):
        if tally.is_enough(options.count):
            break
        tally.add(task, run_one_task(options.hstar.resolve(), task))
    tally.print_summary()
    return 1 if tally.disagreements or not tally.is_enough(options.count) else 0


class Tally:
    """What has been compared so far."""

    def __init__(self):
        self.sound = self.corrupted = self.invalid = self.costs = 0
        self.tasks, self.domains = 0, set()
        self.disagreements = []
        self.skipped = {}

    def is_enough(self, count):
        return self.sound + self.corrupted >= count

    def add(self, task, result):
        if "skipped" in result:
            self.skipped[result["skipped"]] = self.skipped.get(result["skipped"], 0) + 1
            print(f"skip {task.name}: {result['skipped']}", flush=True)
            return
        self.tasks += 1
        self.domains.add(task.group)
        for entry in result["plans"]:
            if entry["kind"] == "sound":
                self.sound += 1
            else:
                self.corrupted += 1
            self.invalid += entry["hstar"] == "invalid"
            self.costs += entry["up_cost"] is not None
            if entry["hstar"] != entry["up"] or entry["up_cost"] not in (None, entry["hstar_cost"]):
                self.disagreements.append(entry)
                print(f"DISAGREE {task.name}: {json.dumps(entry, indent=2)}", flush=True)
        verdicts = " ".join(f"{entry['kind']}={entry['hstar']}" for entry in result["plans"])
        print(f"done {task.name}: {verdicts}", flush=True)

    def print_summary(self):
        plans = self.sound + self.corrupted
        print(f"\n{plans} plans of {self.tasks} tasks in {len(self.domains)} domains: {self.sound} as planned,")
        print(f"{self.corrupted} corrupted; hstar calls {self.invalid} of them invalid; {self.costs} costs compared.")
        print(f"agreements: {plans - len(self.disagreements)}, disagreements: {len(self.disagreements)}")
        for reason, number in sorted(self.skipped.items()):
            print(f"skipped {number} tasks: {reason}")


def tasks_in_turn(root):
    """The smallest task of every domain, then the next of every domain, and so on."""
    groups = peer.tasks(root).values()
    by_size = [sorted(tasks, key=lambda task: (task.problem.stat().st_size, task.name)) for tasks in groups]
    for rank in itertools.zip_longest(*by_size):
        yield from (task for task in rank if task and task.problem.stat().st_size <= MAX_PROBLEM_BYTES)


def run_one_task(hstar, task):
    """Each task gets a process of its own: the peer may take very long, or break."""
    command = [sys.executable, __file__, "--one-task", hstar, task.domain.resolve(), task.problem.resolve()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PLAN_SECONDS + COMPARE_SECONDS)
    except subprocess.TimeoutExpired:
        return {"skipped": "out of time"}
    if done.returncode != 0:
        return {"skipped": "peer failed: " + (done.stderr.strip().splitlines() or ["?"])[-1][:100]}
    return json.loads(done.stdout.splitlines()[-1])


def compare_one_task(hstar, domain, problem):
    with tempfile.TemporaryDirectory() as folder:
        plan = make_plan(domain, problem, folder)
        if plan is None or not 2 <= len(plan) <= MAX_STEPS:
            print(json.dumps({"skipped": "no plan of a fitting length found in time"}))
            return 0
        judge = UnifiedPlanningJudge(domain, problem)
        entries = []
        for kind, steps in variants(plan, random.Random(f"{SEED} {problem}")):
            path = Path(folder) / "plan"
            path.write_text("".join(step + "\n" for step in steps))
            up, up_cost, up_why = judge.verdict(path)
            ours, our_cost, our_why = hstar_verdict(hstar, domain, problem, path)
            entries.append({
                "kind": kind, "hstar": ours, "up": up, "hstar_cost": our_cost, "up_cost": up_cost,
                "hstar_why": our_why, "up_why": up_why, "plan": steps if ours != up else None,
            })
        print(json.dumps({"plans": entries}))
    return 0


def make_plan(domain, problem, folder):
    import up_fast_downward

    driver = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
    plan = Path(folder) / "sas_plan"
    command = [
        sys.executable, driver, "--sas-file", Path(folder) / "output.sas", "--plan-file", plan,
        "--overall-time-limit", str(PLAN_SECONDS), domain, problem,
        "--search", "lazy_greedy([ff()], preferred=[ff()])",
    ]
    subprocess.run(command, capture_output=True, cwd=folder, check=False)
    if not plan.exists():
        return None
    return [line.strip() for line in plan.read_text().splitlines() if line.startswith("(")]


def variants(plan, rng):
    """The plan, and two corrupted copies of different kinds."""
    yield "sound", plan
    corruptions = {"drop": drop, "swap": swap, "double": double, "argument": change_argument}
    for kind in rng.sample(sorted(corruptions), 2):
        yield kind, corruptions[kind](list(plan), rng)


def drop(plan, rng):
    del plan[rng.randrange(len(plan))]
    return plan


def swap(plan, rng):
    first = rng.randrange(len(plan) - 1)
    plan[first], plan[first + 1] = plan[first + 1], plan[first]
    return plan


def double(plan, rng):
    step = rng.randrange(len(plan))
    plan.insert(step, plan[step])
    return plan


def change_argument(plan, rng):
    """Replaces an argument by one that stands in the same place of the same action elsewhere, or by any."""
    steps = [step.strip("()").split() for step in plan]
    candidates = [index for index, words in enumerate(steps) if len(words) > 1]
    if not candidates:
        return drop(plan, rng)
    index = rng.choice(candidates)
    place = rng.randrange(1, len(steps[index]))
    same_place = {words[place] for words in steps if words[0] == steps[index][0]}
    anywhere = {word for words in steps for word in words[1:]}
    others = sorted(same_place - {steps[index][place]}) or sorted(anywhere - {steps[index][place]})
    if not others:
        return drop(plan, rng)
    steps[index][place] = rng.choice(others)
    plan[index] = f"({' '.join(steps[index])})"
    return plan


class UnifiedPlanningJudge:
    def __init__(self, domain, problem):
        from unified_planning.engines import SequentialPlanValidator
        from unified_planning.io import PDDLReader
        from unified_planning.shortcuts import get_environment

        get_environment().credits_stream = None
        self.reader = PDDLReader()
        self.problem = self.reader.parse_problem(str(domain), str(problem))
        self.validator = SequentialPlanValidator()
        # Costs that the problem leaves undefined do no harm as long as no plan needs them.
        harmless = {"UNDEFINED_INITIAL_NUMERIC"}
        unsupported = self.problem.kind.features - self.validator.supported_kind().features - harmless
        self.validator.skip_checks = not unsupported

    def verdict(self, path):
        """Verdict, cost (if the problem has a metric) and reason."""
        try:
            plan = self.reader.parse_plan(self.problem, str(path))
        except Exception as refused:  # an object of the wrong type, for instance
            return "invalid", None, f"not a plan: {refused!r}"
        result = self.validator.validate(self.problem, plan)
        if not result:
            return "invalid", None, "; ".join(message.message for message in result.log_messages)
        costs = list((result.metric_evaluations or {}).values())
        return "valid", int(costs[0]) if costs else None, ""


def hstar_verdict(hstar, domain, problem, path):
    done = subprocess.run([hstar, "validate", domain, problem, path], capture_output=True, text=True)
    verdict = {0: "valid", 1: "invalid"}.get(done.returncode, f"exit code {done.returncode}")
    value = re.search(r"^Final value: (\d+)", done.stdout, re.MULTILINE)
    return verdict, int(value[1]) if value else None, (done.stdout + done.stderr)[-2000:]


if __name__ == "__main__":
    sys.exit(main())
