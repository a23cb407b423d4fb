"""hstar's engines of unified-planning beside Fast Downward's, on the classical problems that unified-planning ships.

    python3 bench/up_engines.py [--wheel FILE]

Prints the cost of the best plan by both, and fails if they differ, or if unified-planning's own validator refuses a plan of hstar's. The wheel, by
default what `pip wheel .` makes of this checkout, and the peers are installed into bench/.venv-unified-planning the first time.
"""

import argparse
import sys

import peer

VENV = peer.BENCH / ".venv-unified-planning"
PACKAGES = ["unified-planning==1.3.0", "up-fast-downward==1.0.0"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel")
    peer.enter(VENV, [parser.parse_args().wheel or str(peer.BENCH.parent), *PACKAGES])

    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.model.metrics import MinimizeSequentialPlanLength
    from unified_planning.shortcuts import OneshotPlanner, get_environment
    from unified_planning.test.examples import get_example_problems

    import hstar.unified_planning as engines

    get_environment().credits_stream = None
    engines.register()
    wrong = compared = 0
    for name, example in get_example_problems().items():
        problem = example.problem
        if not engines.HstarOptimal.supports(problem.kind):
            continue
        if not problem.quality_metrics:
            problem = problem.clone()
            problem.add_quality_metric(MinimizeSequentialPlanLength(environment=problem.environment))
        metric = problem.quality_metrics[0]
        costs = {}
        for engine in ["hstar-opt", "fast-downward-opt"]:
            with OneshotPlanner(name=engine) as planner:
                if engine != "hstar-opt" and not planner.supports(problem.kind):
                    continue
                found = planner.solve(problem)
            costs[engine] = found.status.name
            if found.plan is not None:
                judged = SequentialPlanValidator().validate(problem, found.plan)
                costs[engine] = judged.metric_evaluations[metric] if judged else "invalid"
        compared += len(costs) == 2
        differs = len(costs) == 2 and len(set(costs.values())) > 1 or costs["hstar-opt"] == "invalid"
        wrong += differs
        print(f"{name:40} {costs}{'  DIFFERS' if differs else ''}", flush=True)
    print(f"{compared} compared, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
