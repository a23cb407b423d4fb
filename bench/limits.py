"""Are limits kept by all commands that can take long, and signals heeded?

    python3 bench/limits.py BENCHMARKS [--hstar PATH] [--seconds 3] [--megabytes 400] [--only TEXT] [--quick]

Each command is run under a limit of time and one of memory, if it has them, and is sent SIGTERM and SIGINT while it works. Prints
what the process took, as the system measured it. Time may be 1 s + 5 % beyond its limit, memory 50 MB + 10 %, a signal be
heeded within 2 s; and each run has to end with a code that says what happened: 0 (done in time), 11 (unsolvable), 12 (incomplete
search ended), 20, 21, 22, 23 (limits, also in translation), 34 (heuristic doesn't apply), and after signals 130.

On virtual machines, others may take the processor away. A run that was beyond its limits while more than a tenth of the time was taken
says nothing, and is repeated, up to five times.

--quick leaves out most of the planning tasks; --only takes those runs whose names contain a text.
"""

import argparse
import functools
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import peer

TASKS = ["satellite/p36-HC-pfile16", "logistics98/prob28", "schedule/probschedule-51-2", "airport/p50-airport5MUC-p15",
         "openstacks-sat14-strips/p230_3", "scanalyzer-sat11-strips/p18", "pipesworld-tankage/p50-net5-b22-g8",
         "psr-large/p50-s243-n100-l4", "tpp/p30", "trucks/p30", "visitall-sat11-strips/problem50", "rovers/p40",
         "pathways/p30", "woodworking-sat08-strips/p30", "elevators-sat11-strips/p20", "parcprinter-sat11-strips/p20",
         "freecell/p80", "optical-telegraphs/p48", "philosophers/p48-phil49", "barman-sat14-strips/p4-11-4-15"]
SEARCHES = ["lama-first", "gbfs(ff)", "astar(lmcut)", "astar(blind)"]
IN_ORDER = {0, 11, 12, 20, 21, 22, 23, 34}

# 1200 sources, each of which reaches all others: 1.4 million ground axioms.
AXIOMS = """(define (domain reach) (:requirements :adl :derived-predicates) (:types node)
  (:predicates (edge ?a ?b - node) (reach ?a ?b - node) (done))
  (:derived (reach ?a ?b - node) (or (edge ?a ?b) (exists (?c - node) (and (edge ?a ?c) (reach ?c ?b)))))
  (:action link :parameters (?a ?b - node) :precondition (and (reach ?a ?b)) :effect (edge ?b ?a)))
"""
# A goal about 50,000 objects.
MANY = """(define (domain many) (:requirements :adl) (:types thing)
  (:predicates (done ?t - thing)) (:action do :parameters (?t - thing) :precondition (not (done ?t)) :effect (done ?t)))
"""


class Place:
    """A folder with what commands work on."""

    def __init__(self, hstar, benchmarks, folder):
        self.hstar, self.ipc, self.folder = hstar, Path(benchmarks) / "ipc", Path(folder)

    def make(self):
        def hstar(*words):
            subprocess.run([self.hstar, *words], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

        hstar("generate", "blocksworld", "--blocks", "6", "--count", "12", "--out", "blocks")
        hstar("generate", "blocksworld", "--blocks", "9", "--count", "12", "--seed", "2", "--out", "larger")
        hstar("data", "blocks", "--out", "blocks.parquet")
        hstar("data", "larger", "--teacher", "gbfs(ff)", "--out", "larger.parquet")
        nodes = " ".join(f"n{number}" for number in range(300))
        edges = " ".join(f"(edge n{number} n{(number + 1) % 300})" for number in range(300))
        self.write("reach/domain.pddl", AXIOMS)
        self.write("reach/p.pddl", f"(define (problem p) (:domain reach) (:objects {nodes} - node) (:init {edges}) "
                                   "(:goal (and (edge n5 n3) (edge n9 n2) (edge n100 n7))))")
        things = " ".join(f"t{number}" for number in range(50000))
        self.write("many/domain.pddl", MANY)
        self.write("many/p.pddl", f"(define (problem p) (:domain many) (:objects {things} - thing) (:init) "
                                  "(:goal (forall (?t - thing) (done ?t))))")
        letters = [f"s{number}" for number in range(60)]
        facts = [f"p{k}({a},{b})." for k in range(6) for i, a in enumerate(letters) for j, b in enumerate(letters)
                 if (i * 7 + j * (k + 3)) % 5 == 0]
        self.write("hard/bk.pl", "\n".join(facts) + "\n")
        self.write("hard/bias.pl", "max_vars(6).\nmax_body(6).\nhead_pred(f,2).\n"
                   + "".join(f"body_pred(p{k},2).\n" for k in range(6)))
        examples = [f"{'pos' if (i * 13 + j * 29) % 7 < 3 else 'neg'}(f({a},{b}))." for i, a in enumerate(letters)
                    for j, b in enumerate(letters) if (i + j) % 9 == 0]
        self.write("hard/exs.pl", "\n".join(examples) + "\n")
        self.write("lab.toml", "[limits]\ntime = \"600s\"\n[[problems]]\nfiles = [\"many\"]\n"
                   "[[algorithm]]\nname = \"a\"\nsearch = \"astar(lmcut)\"\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def task(self, name):
        problem = self.ipc / f"{name}.pddl"
        return [peer.domain_of(problem), problem] if problem.exists() else None


def commands(place, quick):
    """Names, words, the option that limits the time, and whether memory can be limited."""
    for name in TASKS[:4] if quick else TASKS:
        files = place.task(name)
        for search in SEARCHES if files else []:
            yield f"plan {search} {name}", ["plan", *files, "--search", search, "--plan-file", "plan"], "--time-limit", True
    for name in ["satellite/p36-HC-pfile16", "logistics98/prob28"]:
        if files := place.task(name):
            yield f"translate {name}", ["translate", *files, "--sas", "out.sas"], "--time-limit", True
            for source in ["plans", "walks", "backward"]:
                words = ["data", *files, "--from", source, "--out", f"{source}.parquet", "--restart"]
                yield f"data {source} {name}", words, "--total-time", False
    for search in ["astar(blind)", "lama-first"]:
        yield f"plan {search} axioms", ["plan", "reach/p.pddl", "--search", search], "--time-limit", True
        yield f"plan {search} forall", ["plan", "many/p.pddl", "--search", search], "--time-limit", True
    for name, words in {
        "dense": ["larger.parquet", "--hidden", "1000,1000"],
        "wide": ["larger.parquet", "--hidden", "8000,8000"],
        "logic": ["larger.parquet", "--features", "logic", "--width", "1000"],
        "hypergraph": ["larger.parquet", "--features", "hypergraph"],
        "wl": ["larger.parquet", "--features", "wl"],
        "act": ["larger", "--rules", "act"],
        "rules": ["blocks.parquet", "--rules", "goals"],
        "contest": ["larger"],
        "puzzle": ["tiles:4x4"],
        "likely": ["tiles:4x4", "--method", "likely"],
    }.items():
        yield f"learn {name}", ["learn", f"{name}.hstar", *words], "--time-limit", True
    yield "rules learn", ["rules", "learn", "hard"], "--time-limit", True
    yield "rules puzzle8", ["rules", "puzzle8", "--out", "puzzle8"], "--time-limit", True
    for search in ["ida(pdb(7-8))", "ida(pdb(5-5-5))", "astar(md)", "ida(md)"]:
        words = ["solve", "tiles:4x4", "korf100:60", "--tables", "tables", "--search", search]
        yield f"solve {search}", words, "--time-limit", True
    yield "solve ida(pdb(6-6-6-6))", ["solve", "tiles:5x5", "korf50:1", "--tables", "tables", "--search",
                                      "ida(pdb(6-6-6-6))"], "--time-limit", True
    yield "lab run", ["lab", "run", "lab.toml"], None, False


def measure(place, words, after=None, number=None, most=60):
    """Runs a command, and sends it a signal after some time. Returns its code, the seconds it took, from the signal on if there
    was one, and the megabytes."""
    start = time.perf_counter()
    process = subprocess.Popen([str(word) for word in [place.hstar, *words]], cwd=place.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    signalled = None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        now = time.perf_counter()
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            begin = start if number is None else signalled
            return process.returncode, None if begin is None else now - begin, usage.ru_maxrss / 1000
        if number is not None and signalled is None and now - start >= after:
            process.send_signal(number)
            signalled = now
        if now - (signalled or start) > most:
            process.kill()
        time.sleep(0.01)


def ticks():
    """All ticks of the system's clocks, and those taken by others, where the system tells."""
    try:
        numbers = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    except OSError:
        return 0, 0
    return sum(numbers), numbers[7]


def undisturbed(run):
    """The result of a run and what was wrong with it, when others left it the processor."""
    for _ in range(5):
        before = ticks()
        result, wrong = run()
        all_ticks, taken = (now - then for now, then in zip(ticks(), before))
        if not wrong or taken <= all_ticks / 10:
            break
    return result, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--only", default="", help="runs whose name contains this")
    parser.add_argument("--quick", action="store_true", help="few planning tasks")
    options = parser.parse_args()
    runs = found = 0

    def tell(name, what, code, seconds, megabytes, wrong):
        nonlocal runs, found
        runs, found = runs + 1, found + bool(wrong)
        print(f"{seconds:6.2f} s {megabytes:7.1f} MB  exit {code:3}  {what:12} {name} {' '.join(wrong)}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(options.hstar).resolve(), options.benchmarks, folder)
        place.make()
        for name, words, time_option, has_memory in commands(place, options.quick):
            if options.only not in name:
                continue
            # What builds tables has this time for them, and again for the instance.
            most = options.seconds * (2 if "pdb" in name else 1)

            def timed():
                result = code, seconds, _ = measure(place, [*words, time_option, f"{options.seconds}s"])
                return result, ["TIME"] * (seconds > 1.05 * most + 1) + ["CODE"] * (code not in IN_ORDER)

            def small():
                limits = [time_option, "15s", "--memory-limit", f"{options.megabytes}M"]
                result = code, seconds, megabytes = measure(place, [*words, *limits])
                beyond = megabytes > 1.1 * options.megabytes + 50
                return result, ["MEMORY"] * beyond + ["TIME"] * (seconds > 1.05 * 15 + 1) + ["CODE"] * (code not in IN_ORDER)

            def signalled(number):
                result = code, seconds, _ = measure(place, words, 1.5, number)
                # Without seconds, it was done before.
                late = seconds is not None and seconds > 2
                return result, ["LATE"] * late + ["CODE"] * (code != 130 and code not in IN_ORDER)

            kinds = [(f"{options.seconds} s", timed)] if time_option else []
            kinds += [(f"{options.megabytes} MB", small)] if has_memory else []
            kinds += [(number.name, functools.partial(signalled, number)) for number in [signal.SIGTERM, signal.SIGINT]]
            for what, run in kinds:
                (code, seconds, megabytes), wrong = undisturbed(run)
                if seconds is not None:
                    tell(name, what, code, seconds, megabytes, wrong)
    print(f"{runs} runs, {found} of them beyond what they may")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
