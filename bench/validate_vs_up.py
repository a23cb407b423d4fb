#!/usr/bin/env python3
"""Does `hstar validate` agree with the plan validator of unified-planning?

    validate_vs_up.py HSTAR BENCHMARKS COUNT

HSTAR is the program, BENCHMARKS a folder of PDDL tasks (searched for problems whose domain lies beside
or above them), COUNT the least number of plans to compare.  Fast Downward makes a plan for the smaller
tasks of each domain in turn; the plan and corrupted copies of it (a step dropped, doubled, swapped with
the next, or given another argument) go to both validators.  Verdicts are compared, and costs where the
problem has a metric.  All disagreements are printed; the exit code is 1 if there are any.

The peers are the PyPI packages `unified-planning` and `up-fast-downward`; unless the running Python has
them, they are installed into a virtual environment beside this file.
"""

import argparse
import importlib.util
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PEERS = ["unified-planning", "up-fast-downward"]
PLAN_SECONDS = 20
COMPARE_SECONDS = 90
MAX_STEPS = 120
MAX_PROBLEM_BYTES = 40_000
SEED = 2023


def main():
    if sys.argv[1:2] == ["--one-task"]:
        return compare_one_task(*sys.argv[2:])
    ensure_peers()
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("hstar", type=Path)
    arguments.add_argument("benchmarks", type=Path)
    arguments.add_argument("count", type=int)
    options = arguments.parse_args()

    tally = Tally()
    for domain, problem in tasks_in_turn(options.benchmarks):
        if tally.is_enough(options.count):
            break
        tally.add_task(problem, run_one_task(options.hstar.resolve(), domain, problem))
    tally.print_summary()
    return 1 if tally.disagreements or not tally.is_enough(options.count) else 0


def ensure_peers():
    """Continues in an interpreter that has the peers."""
    if all(map(importlib.util.find_spec, ["unified_planning", "up_fast_downward"])):
        return
    folder = Path(__file__).resolve().parent / ".venv"
    python = folder / "bin" / "python"
    if Path(sys.prefix) == folder:
        sys.exit(f"the packages {' and '.join(PEERS)} are missing from {folder}")
    if not python.exists():
        venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    os.execv(python, [python, *sys.argv])


class Tally:
    """What has been compared so far."""

    def __init__(self):
        self.sound = self.corrupted = self.invalid = self.costs = 0
        self.tasks, self.domains = 0, set()
        self.disagreements = []
        self.skipped = {}

    def is_enough(self, count):
        """At least half the plans are corrupted, and there are `count` in all."""
        return self.sound + self.corrupted >= count and self.sound >= 60 and len(self.domains) >= 30

    def add_task(self, problem, result):
        if "skipped" in result:
            self.skipped[result["skipped"]] = self.skipped.get(result["skipped"], 0) + 1
            print(f"skip {problem}: {result['skipped']}", flush=True)
            return
        self.tasks += 1
        self.domains.add(problem_family(problem))
        for entry in result["plans"]:
            if entry["kind"] == "sound":
                self.sound += 1
            else:
                self.corrupted += 1
            self.invalid += entry["hstar"] == "invalid"
            self.costs += entry["up_cost"] is not None
            if entry["hstar"] != entry["up"] or entry["up_cost"] not in (None, entry["hstar_cost"]):
                self.disagreements.append((problem, entry))
                print(f"DISAGREE {problem}: {json.dumps(entry, indent=2)}", flush=True)
        verdicts = " ".join(f"{entry['kind']}={entry['hstar']}" for entry in result["plans"])
        print(f"ok   {problem}: {verdicts}", flush=True)

    def print_summary(self):
        plans = self.sound + self.corrupted
        print(f"\n{plans} plans of {self.tasks} tasks in {len(self.domains)} domains: {self.sound} as planned,")
        print(f"{self.corrupted} corrupted; hstar calls {self.invalid} of them invalid; {self.costs} costs compared.")
        print(f"agreements: {plans - len(self.disagreements)}, disagreements: {len(self.disagreements)}")
        for reason, number in sorted(self.skipped.items()):
            print(f"skipped {number} tasks: {reason}")


def problem_family(problem):
    """The folder that holds the problem's domain."""
    parts = problem.parts
    return parts[parts.index("training") - 1] if "training" in parts else problem.parent.name


def tasks_in_turn(root):
    """Pairs of domain and problem: the smallest problem of every domain, then the next of every domain."""
    families = {}
    for problem in sorted(root.rglob("*.pddl")):
        if "domain" not in problem.name and problem.stat().st_size <= MAX_PROBLEM_BYTES:
            domain = domain_of(problem, root)
            if domain:
                families.setdefault(domain.parent, []).append((domain, problem))
    for tasks in families.values():
        tasks.sort(key=lambda task: (task[1].stat().st_size, task[1].name))
    for rank in itertools.zip_longest(*families.values()):
        yield from filter(None, rank)


def domain_of(problem, root):
    prefix = re.match(r"p\d+", problem.stem)
    beside = [f"{problem.stem}-domain.pddl", f"domain_{problem.name}", f"domain-{problem.name}", "domain.pddl"]
    if prefix:
        beside.insert(0, f"{prefix[0]}-domain.pddl")
    for name in beside:
        if (problem.parent / name).exists():
            return problem.parent / name
    for folder in problem.parents:
        if (folder / "domain.pddl").exists():
            return folder / "domain.pddl"
        if folder == root:
            return None
    return None


def run_one_task(hstar, domain, problem):
    """Each task gets a process of its own: the peer may take very long, or break."""
    command = [sys.executable, __file__, "--one-task", hstar, domain.resolve(), problem.resolve()]
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
