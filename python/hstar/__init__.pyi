"""The types of hstar."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
import numpy.typing as npt

__version__: str

type _Path = str | PathLike[str]
type _Floats = npt.NDArray[np.float32]
type _Doubles = npt.NDArray[np.float64]
type _Ints = npt.NDArray[np.int32]
type _States = States | Iterable[State] | State

class Error(Exception):
    """The base of all errors of hstar."""

class InputError(Error):
    """A file or a text can't be read, or is wrong."""

class UnsupportedError(Error):
    """The input uses something that is not supported."""

class SpecificationError(Error):
    """A search is specified wrongly."""

class ArgumentError(Error):
    """Arguments contradict each other, or name something that does not exist."""

class LimitError(Error):
    """A limit of time or memory was reached."""

class OutputError(Error):
    """A file can't be written."""

class InternalError(Error):
    """An internal error: please report it."""

@final
class State:
    """A state of a task. It never changes, and can be a key of a dictionary."""

    @property
    def atoms(self) -> frozenset[str]:
        """The atoms that hold, as in `(on a b)`, beside those that hold in every state."""
    @property
    def is_goal(self) -> bool:
        """Is it a goal state?"""
    def __contains__(self, atom: str) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class States(Sequence[State]):
    """Many states of a task, back to back: made, expanded and evaluated at once."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> State: ...  # type: ignore[override]
    def __iter__(self) -> Iterator[State]: ...
    def relations(self, static: bool = False) -> dict[str, _Ints]:
        """The atoms that hold, as numbers: for each predicate an array with a row for each atom, the number of the state
        first, then those of the objects. With `static`, the atoms that hold in every state are among them."""

@final
class Heuristic:
    """A heuristic for a task."""

    @property
    def name(self) -> str: ...
    def __call__(self, state: State) -> float:
        """The value of a state: infinite for a dead end."""
    def evaluate_batch(self, states: _States) -> _Floats:
        """The values of many states."""

@final
class PlanResult:
    """The result of planning. It is true if there is a plan."""

    @property
    def status(self) -> Literal["solved", "unsolvable", "time", "memory", "interrupted", "incomplete"]:
        """How the search ended: with a plan, with the proof that there is none, or at a limit."""
    @property
    def plan(self) -> list[str] | None:
        """The steps of the best plan, as in `(stack a b)`. It has been validated."""
    @property
    def cost(self) -> int | None:
        """Its cost."""
    @property
    def is_optimal(self) -> bool:
        """Is it certain that no plan costs less?"""
    @property
    def statistics(self) -> dict[str, float]:
        """The work done: `expanded`, `evaluated`, `generated`, `reopened`, `dead_ends`, `seconds`."""
    def __bool__(self) -> bool: ...

@final
class Stop:
    """Ends planning from another thread."""

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Ends it: what has been found so far is the result."""
    def is_set(self) -> bool: ...

@final
class Verdict:
    """Whether a plan is valid. It is true if so."""

    @property
    def is_valid(self) -> bool: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def failed_step(self) -> int | None:
        """The place of the first step that can't be applied, from 0; `None` if all can."""
    @property
    def report(self) -> str:
        """Why it is not valid, or that it is, in words."""
    def __bool__(self) -> bool: ...

@final
class Task:
    """A planning task."""

    @staticmethod
    def from_files(domain: _Path, problem: _Path | None = None, *, strict: bool = False) -> Task:
        """A task by the files of its domain and its problem, or by a file in SAS+. The domain may be left out where its
        file can be found by its name or place."""
    @staticmethod
    def from_text(domain: str, problem: str) -> Task:
        """A task by the texts of its domain and its problem."""
    @staticmethod
    def from_sas(text: str) -> Task:
        """A task in SAS+, version 3."""
    @property
    def name(self) -> str | None: ...
    @property
    def domain_name(self) -> str | None: ...
    @property
    def objects(self) -> list[str]:
        """The names of the objects, in the order of their numbers."""
    @property
    def predicates(self) -> dict[str, int]:
        """The predicates, and how many arguments each has."""
    @property
    def atoms(self) -> list[str]:
        """The atoms that change, as far as they can be reached."""
    @property
    def static_atoms(self) -> list[str]:
        """The atoms that hold in every state."""
    @property
    def goal(self) -> list[str] | None:
        """The atoms of the goal; `None` if it is no conjunction of atoms."""
    @property
    def actions(self) -> list[str]:
        """All actions that can ever be applied, in the order of their numbers."""
    @property
    def costs(self) -> _Doubles:
        """The costs of all actions."""
    @property
    def initial(self) -> State: ...
    def state(self, atoms: Iterable[str]) -> State:
        """The state in which these atoms hold, and those that hold in every state."""
    def states(self, states: _States) -> States:
        """Many states in one."""
    def applicable(self, state: State) -> list[str]:
        """The actions that can be applied in a state."""
    def successors(self, state: State) -> list[tuple[str, State]]:
        """The actions that can be applied in a state, each with the state that it leads to."""
    def apply(self, state: State, action: str) -> State:
        """The state that an action leads to."""
    def expand(self, states: _States) -> tuple[States, _Ints, _Ints]:
        """The successors of many states at once: the states, and for each the number of the state that it comes from and
        that of the action."""
    def goal_relations(self) -> dict[str, _Ints]:
        """The atoms of the goal as numbers: for each predicate an array with a row for each atom, 0 first, then the numbers
        of the objects."""
    def static_relations(self) -> dict[str, _Ints]:
        """The atoms that hold in every state as numbers, as `goal_relations` has those of the goal."""
    def heuristic(self, name: str) -> Heuristic:
        """A heuristic by its name, as searches name it: `ff`, `add`, `max`, `lmcut`, `goalcount`, `blind`."""
    def plan(
        self,
        search: str | None = None,
        *,
        model: Model | Callable[[States], Any] | None = None,
        optimal: bool = False,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        max_expansions: int | None = None,
        max_evaluations: int | None = None,
        on_plan: Callable[[list[str], int], object] | None = None,
        stop: Stop | None = None,
    ) -> PlanResult:
        """Finds a plan. `search` is a search as the program takes it, such as `gbfs(ff, preferred)` or `lama`. `model` is what
        it calls `model`: a `Model`, or a function from `States` to as many numbers. Limits are in seconds and bytes.
        `on_plan` is told each plan that is found, and its cost; `stop` ends it from another thread."""
    def validate(self, plan: str | Iterable[str]) -> Verdict:
        """Executes a plan, given as text or as steps, and says whether it is valid."""
    def sas(self) -> str:
        """The ground task in SAS+, as Fast Downward and its kin read it."""

@final
class Beliefs:
    """Beliefs about the costs of states, a number for each; NaN where the model knows that it is a dead end."""

    @property
    def mean(self) -> _Doubles: ...
    @property
    def variance(self) -> _Doubles: ...
    @property
    def confidence(self) -> _Doubles:
        """How sure one can be of the cost to a whole number."""
    @property
    def at_least(self) -> _Doubles:
        """What the cost is at least, for certain."""
    @property
    def levels(self) -> list[float]: ...
    @property
    def quantiles(self) -> _Doubles:
        """The quantiles at `levels`: a row for each state, a column for each level."""
    def __len__(self) -> int: ...

@final
class Model:
    """A model that was learned: a network, weights or rules, with the search that goes with it."""

    @staticmethod
    def load(path: _Path) -> Model: ...
    def save(self, path: _Path) -> None: ...
    @property
    def made_for(self) -> str | None:
        """The domain or puzzle that it was made for, if it is known."""
    @property
    def search(self) -> str:
        """The search that is used where none is named."""
    def explain(self, *files: _Path) -> str:
        """Says what the model is, and how good; for rules and weights, with the files of a domain and a problem, what it says
        of the initial state."""
    def beliefs(self, task: Task, states: _States, levels: Sequence[float] = (0.05, 0.5, 0.95)) -> Beliefs:
        """What the model believes about states of a task."""

def learn(
    model: _Path,
    *inputs: _Path,
    time_limit: float | None = None,
    max_evaluations: int | None = None,
    memory_limit: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> Model:
    """Learns from a domain and problems, files or folders, and decides by itself what. The model goes to the file named
    first, and is returned. `progress` is told each line about a step or a result. The time limit is ten minutes if nothing
    is said; with `max_evaluations` instead, the same seed makes the same model."""

def generate(
    domain: str,
    count: int = 1,
    *,
    size: Literal["small", "medium", "large"] = "small",
    seed: int = 1,
    **parameters: int,
) -> tuple[str, list[str]]:
    """The text of a domain that hstar has a generator for, and of as many problems, all of them solvable."""

@final
class PuzzleResult:
    """The result of solving a puzzle. It is true if there is a plan."""

    @property
    def cost(self) -> int | None: ...
    @property
    def moves(self) -> str | None:
        """The moves in words."""
    @property
    def expanded(self) -> int: ...
    @property
    def evaluated(self) -> int: ...
    def __bool__(self) -> bool: ...

def solve(
    puzzle: str,
    state: str,
    search: str | None = None,
    *,
    model: _Path | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> PuzzleResult:
    """Solves a puzzle from a state, both written as `hstar solve` takes them: `solve("tiles:3x3", "3 1 2 4 0 5 6 7 8")`."""

def run(*words: _Path | int | float) -> str:
    """Runs a command of the program, as in `hstar.run("data", "problems", "--out", "data.parquet")`, and returns what it prints. Where it
    fails, its message is that of the error; a search that ends without a plan is one, too."""
