"""hstar: a planner and heuristic-search toolkit that learns its heuristics.

    import hstar

    task = hstar.Task.from_files("domain.pddl", "problem.pddl")
    result = task.plan(time_limit=60)
    print(result.status, result.cost, result.plan)
"""

from ._hstar import (
    ArgumentError,
    Beliefs,
    Error,
    Heuristic,
    InputError,
    InternalError,
    LimitError,
    Model,
    OutputError,
    PlanResult,
    PuzzleResult,
    SpecificationError,
    State,
    States,
    Stop,
    Task,
    UnsupportedError,
    Verdict,
    __version__,
    generate,
    learn,
    solve,
)
from .program import run

__all__ = [
    "ArgumentError",
    "Beliefs",
    "Error",
    "Heuristic",
    "InputError",
    "InternalError",
    "LimitError",
    "Model",
    "OutputError",
    "PlanResult",
    "PuzzleResult",
    "SpecificationError",
    "State",
    "States",
    "Stop",
    "Task",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "generate",
    "learn",
    "run",
    "solve",
]
