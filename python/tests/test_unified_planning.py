"""The engines of unified-planning, on the problems that it ships."""

import io

import pytest

pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.results import ValidationResultStatus
from unified_planning.exceptions import UPUsageError
from unified_planning.model.metrics import MinimizeSequentialPlanLength
from unified_planning.plans import SequentialPlan
from unified_planning.shortcuts import AnytimePlanner, OneshotPlanner, PlanValidator, get_environment
from unified_planning.test.examples import get_example_problems

import hstar.unified_planning as engines

get_environment().credits_stream = None
engines.register()
EXAMPLES = get_example_problems()
CLASSICAL = [name for name, example in EXAMPLES.items() if engines.Hstar.supports(example.problem.kind)]
OTHERS = [name for name in EXAMPLES if name not in CLASSICAL]


def test_there_are_problems():
    assert len(CLASSICAL) >= 20 and OTHERS


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_problem_is_solved(name):
    example = EXAMPLES[name]
    problem = example.problem
    output = io.StringIO()
    with OneshotPlanner(name="hstar") as planner:
        found = planner.solve(problem, timeout=60, output_stream=output)
    assert output.getvalue()
    if not example.solvable:
        assert found.status == Status.UNSOLVABLE_PROVEN and found.plan is None
        return
    assert found.status in {Status.SOLVED_SATISFICING, Status.SOLVED_OPTIMALLY}, found.log_messages
    assert SequentialPlanValidator().validate(problem, found.plan).status == ValidationResultStatus.VALID
    with PlanValidator(name="hstar") as validator:
        assert validator.validate(problem, found.plan)
        shorter = SequentialPlan(found.plan.actions[:-1])
        judged = validator.validate(problem, shorter)
        assert bool(judged) == bool(SequentialPlanValidator().validate(problem, shorter))


@pytest.mark.parametrize("name", [name for name in CLASSICAL if EXAMPLES[name].problem.quality_metrics])
def test_a_problem_is_solved_at_least_cost(name):
    problem = EXAMPLES[name].problem
    with OneshotPlanner(name="hstar-opt", optimality_guarantee="SOLVED_OPTIMALLY") as planner:
        found = planner.solve(problem)
    assert found.status == Status.SOLVED_OPTIMALLY
    metric = problem.quality_metrics[0]
    cost = SequentialPlanValidator().validate(problem, found.plan).metric_evaluations[metric]
    for plan in EXAMPLES[name].valid_plans:
        assert cost <= SequentialPlanValidator().validate(problem, plan).metric_evaluations[metric]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not_supported_is_refused(name):
    problem = EXAMPLES[name].problem
    with OneshotPlanner(name="hstar") as planner:
        with pytest.warns(UserWarning, match="cannot establish"):
            found = planner.solve(problem)
        assert found.status == Status.UNSUPPORTED_PROBLEM and found.plan is None
        planner.error_on_failed_checks = True
        with pytest.raises(UPUsageError):
            planner.solve(problem)


def test_plans_get_better():
    problem = EXAMPLES["robot_loader_mod"].problem.clone()
    problem.add_quality_metric(MinimizeSequentialPlanLength(environment=problem.environment))
    with AnytimePlanner(name="hstar", anytime_guarantee="INCREASING_QUALITY") as planner:
        lengths = [len(found.plan.actions) for found in planner.get_solutions(problem)]
        assert lengths == sorted(lengths, reverse=True)
        # Whoever has seen enough need not wait for the end.
        for found in planner.get_solutions(problem):
            break
