"""What the comparisons share: the peers, the benchmark tasks, and measured runs.

The peers are installed from PyPI into bench/.venv the first time they are needed.
"""

import functools
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent
VENV = BENCH / ".venv"
# Fast Downward's alias of that name, for its search alone.
LAMA_FIRST = (
    "let(hlm, eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()), pref=false), cost_type=one),"
    "let(hff, eval_modify_costs(ff(), cost_type=one),"
    "lazy_greedy([hff, hlm], preferred=[hff, hlm], cost_type=one, reopen_closed=false)))"
)
PACKAGES = ["up-fast-downward==1.0.0", "unified-planning==1.3.0"]


@functools.cache
def python():
    """The interpreter of the virtual environment that holds the peers."""
    interpreter = VENV / "bin" / "python"
    if not interpreter.exists():
        print(f"installing {', '.join(PACKAGES)} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return str(interpreter)


def enter(venv, packages):
    """Goes on in a virtual environment with these packages, unless it is there. Packages are installed the first time."""
    interpreter = venv / "bin" / "python"
    if sys.prefix == str(venv):
        return
    if not interpreter.exists():
        print(f"installing {', '.join(packages)} into {venv}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", *packages], check=True)
    os.execv(interpreter, [str(interpreter), *sys.argv])


def translator(domain, problem, sas):
    """The command of Fast Downward's translator."""
    return [python(), "-m", "fast_downward.translate", str(domain), str(problem), "--sas-file", str(sas)]


@functools.cache
def downward():
    """The path of Fast Downward's search binary."""
    code = "import up_fast_downward; print(up_fast_downward.__path__[0])"
    package = subprocess.run([python(), "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    return Path(package) / "downward" / "builds" / "release" / "bin" / "downward"


@dataclass
class Run:
    """One measured run."""

    code: int
    seconds: float
    cpu_seconds: float
    peak_kb: int
    output: str


def run(command, time_limit=None, memory_limit=None, stdin=None, cpu_limit=None):
    """Runs a command; time from its start to its end by the clock and on the processor, and peak resident memory."""

    def limit():
        if cpu_limit:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit))
        if memory_limit:
            resource.setrlimit(resource.RLIMIT_AS, (memory_limit, memory_limit))

    start = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=open(stdin) if stdin else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=limit,
    )
    try:
        output, _ = _communicate(process, time_limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Run(124, time.perf_counter() - start, 0, 0, "")
    seconds = time.perf_counter() - start
    return Run(process.returncode, seconds, process.cpu_seconds, process.peak_kb, output)


def _communicate(process, time_limit):
    # wait4 instead of wait, since only it tells the resources that this one child used.
    reader = process.stdout
    deadline = time.monotonic() + time_limit if time_limit else None
    os.set_blocking(reader.fileno(), False)
    chunks = []
    while True:
        chunk = reader.read()
        if chunk:
            chunks.append(chunk)
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            rest = reader.read()
            if rest:
                chunks.append(rest)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.peak_kb = usage.ru_maxrss
            process.cpu_seconds = usage.ru_utime + usage.ru_stime
            return b"".join(chunks).decode(errors="replace"), None
        if deadline and time.monotonic() > deadline:
            raise subprocess.TimeoutExpired(process.args, time_limit)
        time.sleep(0.0005)


def lama_first(domain, problem, folder, seconds, memory):
    """Runs Fast Downward's lama-first: translation, then search in what is left of the processor time. Files are left in the folder."""
    sas = folder / "output.sas"
    sas.unlink(missing_ok=True)
    translated = run(translator(domain, problem, sas), cpu_limit=seconds, memory_limit=memory)
    left = int(seconds - translated.cpu_seconds)
    if not sas.exists() or translated.code != 0 or left <= 0:
        translated.code = translated.code or 124
        return translated
    command = [downward(), "--search", LAMA_FIRST, "--internal-plan-file", folder / "plan"]
    found = run(command, cpu_limit=left, memory_limit=memory, stdin=sas)
    found.seconds += translated.seconds
    found.cpu_seconds += translated.cpu_seconds
    found.peak_kb = max(found.peak_kb, translated.peak_kb)
    return found


@dataclass(frozen=True)
class Task:
    """A benchmark task: `name` is unique, `group` its domain."""

    name: str
    group: str
    domain: Path
    problem: Path


def domain_of(problem):
    """The domain file that belongs to a problem file, by the field's naming conventions."""
    folder, stem = problem.parent, problem.stem
    candidates = [
        folder / "domain.pddl",
        folder / f"{stem}-domain.pddl",
        folder / f"domain_{problem.name}",
        folder / f"domain-{problem.name}",
        folder / f"{problem.name[:3]}-domain.pddl",
        folder.parent / "domain.pddl",
        folder.parent.parent / "domain.pddl",
    ]
    return next((candidate for candidate in candidates if candidate.exists()), None)


def tasks(root):
    """All tasks of the unpacked benchmark archive, by domain."""
    root = Path(root)
    groups = {}
    for folder in sorted(root.glob("ipc/*")) + sorted(root.glob("ipc23-learning/*")):
        name = str(folder.relative_to(root))
        for problem in sorted(folder.rglob("*.pddl")):
            if "domain" not in problem.name and (domain := domain_of(problem)):
                task = Task(str(problem.relative_to(root)), name, domain, problem)
                groups.setdefault(name, []).append(task)
    return groups


def sample(groups):
    """The fixed sample: three tasks of each domain, spread over its sizes, the last one included."""
    chosen = []
    for members in groups.values():
        count = len(members)
        for index in sorted({count // 3, (2 * count) // 3, count - 1}):
            chosen.append(members[index])
    return chosen
