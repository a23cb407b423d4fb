"""hstar as an engine of unified-planning.

    from unified_planning.shortcuts import OneshotPlanner
    import hstar.unified_planning

    hstar.unified_planning.register()
    with OneshotPlanner(name="hstar") as planner:
        print(planner.solve(problem).plan)

There are two engines: `hstar` finds plans, and better ones while there is time, and validates plans; `hstar-opt` finds plans of least cost.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any, Optional
from warnings import warn

from unified_planning.engines import Credits, Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import (
    FailedValidationReason,
    LogLevel,
    LogMessage,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.environment import Environment, get_environment
from unified_planning.io import PDDLReader, PDDLWriter
from unified_planning.model import AbstractProblem, Problem, ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import Plan, PlanKind, SequentialPlan

from . import Error, PlanResult, Stop, Task, UnsupportedError

CREDITS = Credits(
    "hstar",
    "The developers of hstar",
    "",
    "",
    "MIT OR Apache-2.0",
    "A planner and heuristic-search toolkit that learns its heuristics.",
    "A planner and heuristic-search toolkit in Rust: fast grounding, greedy, anytime and optimal searches, and heuristics that are learned.",
)

SUPPORTED = {
    "PROBLEM_CLASS": ["ACTION_BASED"],
    "CONDITIONS_KIND": [
        "NEGATIVE_CONDITIONS",
        "DISJUNCTIVE_CONDITIONS",
        "EQUALITIES",
        "EXISTENTIAL_CONDITIONS",
        "UNIVERSAL_CONDITIONS",
    ],
    "EFFECTS_KIND": [
        "CONDITIONAL_EFFECTS",
        "FORALL_EFFECTS",
        "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    ],
    "TYPING": ["FLAT_TYPING", "HIERARCHICAL_TYPING"],
    "QUALITY_METRICS": ["ACTIONS_COST", "PLAN_LENGTH"],
    "ACTIONS_COST_KIND": ["INT_NUMBERS_IN_ACTIONS_COST", "STATIC_FLUENTS_IN_ACTIONS_COST"],
}

STATUSES = {
    "unsolvable": PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    "time": PlanGenerationResultStatus.TIMEOUT,
    "memory": PlanGenerationResultStatus.MEMOUT,
    "interrupted": PlanGenerationResultStatus.TIMEOUT,
    "incomplete": PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
}


def register(environment: Optional[Environment] = None) -> None:
    """Makes the engines `hstar` and `hstar-opt` known to unified-planning."""
    factory = (environment or get_environment()).factory
    for name, engine in [("hstar", Hstar), ("hstar-opt", HstarOptimal)]:
        factory.add_engine(name, __name__, engine.__name__)


class _Written:
    """A problem as hstar reads it, and the way back for plans."""

    def __init__(self, problem: AbstractProblem) -> None:
        if not isinstance(problem, Problem):
            raise UnsupportedError(f"a problem of the class {type(problem).__name__} is not supported")
        self.problem = problem
        self.writer = PDDLWriter(problem, rewrite_bool_assignments=True)
        self.task = Task.from_text(self.writer.get_domain(), self.writer.get_problem())

    def plan(self, steps: list[str]) -> Plan:
        """A plan of unified-planning's."""
        reader = PDDLReader(self.problem.environment)
        return reader.parse_plan_string(self.problem, "\n".join(steps), self.writer.get_item_named)

    def text(self, plan: Plan) -> str:
        """A plan as hstar reads it."""
        return self.writer.get_plan(plan)


class _Planner(Engine):
    """What the engines have in common."""

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.search = options.pop("search", None)
        self.model = options.pop("model", None)
        if options:
            raise ValueError(f"{self.name} has no option {', '.join(options)}; it has search and model")

    @staticmethod
    def supported_kind() -> ProblemKind:
        """What problems may have."""
        kind = ProblemKind(version=LATEST_PROBLEM_KIND_VERSION)
        for group, features in SUPPORTED.items():
            for feature in features:
                getattr(kind, f"set_{group.lower()}")(feature)
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Can a problem of this kind be solved?"""
        return problem_kind <= _Planner.supported_kind()

    @staticmethod
    def get_credits(**kwargs: Any) -> Optional[Credits]:
        """Who made it."""
        return CREDITS

    def _written(self, problem: AbstractProblem) -> _Written:
        if not self.skip_checks and not self.supports(problem.kind):
            features = sorted(problem.kind.features - self.supported_kind().features)
            raise UnsupportedError(f"{self.name} does not support {', '.join(features)}")
        return _Written(problem)

    def _failed(self, error: Error) -> PlanGenerationResult:
        status = PlanGenerationResultStatus.INTERNAL_ERROR
        if isinstance(error, UnsupportedError):
            status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
        return PlanGenerationResult(status, None, self.name, log_messages=[LogMessage(LogLevel.ERROR, str(error))])

    def _result(self, written: _Written, result: PlanResult, output_stream: Optional[IO[str]]) -> PlanGenerationResult:
        plan = written.plan(result.plan) if result.plan is not None else None
        if plan is None:
            status = STATUSES[result.status]
        elif result.is_optimal:
            status = PlanGenerationResultStatus.SOLVED_OPTIMALLY
        else:
            status = PlanGenerationResultStatus.SOLVED_SATISFICING
        metrics = {name: str(value) for name, value in result.statistics.items()}
        metrics["engine_internal_time"] = str(result.statistics["seconds"])
        line = f"{result.status}: cost {result.cost}, {metrics['evaluated']} states evaluated, {float(metrics['seconds']):.3f} s"
        if output_stream is not None:
            output_stream.write(line + "\n")
        return PlanGenerationResult(status, plan, self.name, metrics=metrics, log_messages=[LogMessage(LogLevel.INFO, line)])

    def _oneshot(
        self,
        problem: AbstractProblem,
        heuristic: Optional[Callable[..., Any]],
        timeout: Optional[float],
        output_stream: Optional[IO[str]],
        warm_start_plan: Optional[Plan],
        **options: Any,
    ) -> PlanGenerationResult:
        for name, value in [("heuristic", heuristic), ("warm_start_plan", warm_start_plan)]:
            if value is not None:
                warn(f"{self.name} ignores the {name}")
        try:
            written = self._written(problem)
            result = written.task.plan(time_limit=timeout, **options)
        except Error as error:
            return self._failed(error)
        return self._result(written, result, output_stream)


class Hstar(_Planner, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin):
    """Finds plans, and better ones while there is time; validates plans."""

    def __init__(self, **options: Any) -> None:
        _Planner.__init__(self, **options)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return "hstar"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """What is certain of its plans?"""
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        """What is certain of its sequence of plans?"""
        return anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        """Can plans of this kind be validated?"""
        return plan_kind == PlanKind.SEQUENTIAL_PLAN

    def _solve_with_params(
        self, problem, heuristic=None, timeout=None, output_stream=None, warm_start_plan=None, **kwargs
    ) -> PlanGenerationResult:
        options = {"search": self.search, "model": self.model}
        return self._oneshot(problem, heuristic, timeout, output_stream, warm_start_plan, **options)

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    def _get_solutions_with_params(
        self, problem, timeout=None, output_stream=None, warm_start_plan=None, **kwargs
    ) -> Iterator[PlanGenerationResult]:
        if warm_start_plan is not None:
            warn(f"{self.name} ignores the warm_start_plan")
        try:
            written = self._written(problem)
        except Error as error:
            yield self._failed(error)
            return
        # Each plan as it is found, and the result in the end.
        found: queue.Queue[Any] = queue.Queue()
        stop = Stop()

        def search() -> None:
            try:
                on_plan = lambda steps, cost: found.put(steps)
                found.put(written.task.plan(self.search or "lama", model=self.model, time_limit=timeout, on_plan=on_plan, stop=stop))
            except BaseException as error:  # It is raised again by whoever waits for the result.
                found.put(error)

        thread = threading.Thread(target=search, name="hstar")
        thread.start()
        try:
            while isinstance(item := found.get(), list):
                status = PlanGenerationResultStatus.INTERMEDIATE
                yield PlanGenerationResult(status, written.plan(item), self.name)
            if isinstance(item, Error):
                yield self._failed(item)
            elif isinstance(item, BaseException):
                raise item
            else:
                yield self._result(written, item, output_stream)
        finally:
            stop.set()
            thread.join()

    def _get_solutions(self, problem, timeout=None, output_stream=None) -> Iterator[PlanGenerationResult]:
        return self._get_solutions_with_params(problem, timeout, output_stream)

    def _validate(self, problem: AbstractProblem, plan: Plan) -> ValidationResult:
        assert isinstance(plan, SequentialPlan)
        written = self._written(problem)
        verdict = written.task.validate(written.text(plan))
        logs = [LogMessage(LogLevel.INFO, verdict.report)]
        if verdict:
            return ValidationResult(ValidationResultStatus.VALID, self.name, logs)
        if verdict.failed_step is None:
            return ValidationResult(
                ValidationResultStatus.INVALID, self.name, logs, reason=FailedValidationReason.UNSATISFIED_GOALS
            )
        return ValidationResult(
            ValidationResultStatus.INVALID,
            self.name,
            logs,
            reason=FailedValidationReason.INAPPLICABLE_ACTION,
            inapplicable_action=plan.actions[verdict.failed_step],
        )


class HstarOptimal(_Planner, OneshotPlannerMixin):
    """Finds plans of least cost."""

    def __init__(self, **options: Any) -> None:
        _Planner.__init__(self, **options)
        OneshotPlannerMixin.__init__(self)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return "hstar-opt"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """What is certain of its plans?"""
        return True

    def _solve_with_params(
        self, problem, heuristic=None, timeout=None, output_stream=None, warm_start_plan=None, **kwargs
    ) -> PlanGenerationResult:
        options = {"search": self.search} if self.search else {"optimal": True}
        return self._oneshot(problem, heuristic, timeout, output_stream, warm_start_plan, **options)

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)
