"""How hard generated problems are: evaluations of gbfs(ff), beside those on the IPC's tasks.

    python3 bench/difficulty.py BENCHMARKS [--hstar PATH] [--evaluations 20000] [--seconds 60] [--only NAME …]

BENCHMARKS is the unpacked benchmark archive. Writes the table of docs/generators.md, or with --only its rows of these
domains. For each domain and size: the median over nine generated problems. For the IPC: of at most twenty tasks, spread
over those of the domain, the medians of the easier, the middle and the harder third by this same measure.
"""

import argparse
import json
import statistics
import tempfile
from pathlib import Path

import peer

DOCS = peer.BENCH.parent / "docs" / "generators.md"
BEGIN, END = "<!-- difficulty: begin -->\n", "<!-- difficulty: end -->\n"
HEAD = ["| domain | small | medium | large | IPC easy | middle | hard |", "| --- " + "| ---: " * 6 + "|"]
SIZES = ["small", "medium", "large"]
SEED = 1
PROBLEMS = 9
IPC_TASKS = 20
# domain: where the archive has it
DOMAINS = {
    "blocksworld": ["blocks"],
    "depots": ["depot"],
    "grid": ["grid"],
    "gripper": ["gripper"],
    "logistics": ["logistics00", "logistics98"],
    "n-puzzle": [],
    "pipesworld-notankage": ["pipesworld-notankage"],
    "rovers": ["rovers"],
    "satellite": ["satellite"],
    "scanalyzer": ["scanalyzer-08-strips"],
    "storage": ["storage"],
    "transport": ["transport-sat08-strips"],
}


def evaluations(options, domain, problem, folder):
    """The evaluations of gbfs(ff), infinite where a limit ends it."""
    stats = Path(folder) / "stats.json"
    command = [options.hstar, "plan", domain, problem, "--search", "gbfs(ff)", "--plan-file", Path(folder) / "plan"]
    limits = ["--max-evaluations", options.evaluations, "--time-limit", f"{options.seconds}s", "--memory-limit", "4G"]
    peer.run([*command, "--stats", stats, *limits])
    stats = json.loads(stats.read_text())
    return stats["evaluated"] if stats["status"] == "solved" else float("inf")


def generated(options, domain, size, folder):
    out = Path(folder) / f"{domain}-{size}"
    command = [options.hstar, "generate", domain, "--size", size, "--seed", SEED, "--count", PROBLEMS, "--out", out]
    assert peer.run(command).code == 0, (domain, size)
    problems = sorted(out.glob("p*.pddl"))
    return statistics.median(evaluations(options, out / "domain.pddl", problem, folder) for problem in problems)


def competition(options, tasks, folder):
    """The medians of three thirds."""
    count = min(IPC_TASKS, len(tasks))
    chosen = [tasks[index * len(tasks) // count] for index in range(count)]
    counts = sorted(evaluations(options, task.domain, task.problem, folder) for task in chosen)
    return [statistics.median(counts[third * count // 3:(third + 1) * count // 3]) for third in range(3)]


def cell(count, options):
    return f"{count:,.0f}" if count < float("inf") else f"> {options.evaluations:,}"


def update(domain, row):
    """Writes a row of the table, whose rows are those between the two marks."""
    before, rest = DOCS.read_text().split(BEGIN)
    table, after = rest.split(END)
    rows = {line.split("|")[1].strip(): line for line in table.splitlines()}
    rows[domain] = row
    lines = [*HEAD, *(rows[name] for name in DOMAINS if name in rows)]
    DOCS.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--evaluations", type=int, default=20_000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", nargs="+", choices=DOMAINS, default=list(DOMAINS), metavar="NAME")
    options = parser.parse_args()
    groups = peer.tasks(options.benchmarks)
    with tempfile.TemporaryDirectory() as folder:
        for domain in options.only:
            tasks = [task for name in DOMAINS[domain] for task in groups[f"ipc/{name}"]]
            counts = [generated(options, domain, size, folder) for size in SIZES]
            counts += competition(options, tasks, folder) if tasks else []
            cells = [cell(count, options) for count in counts] + [""] * (6 - len(counts))
            row = f"| {domain} | {' | '.join(cells)} |"
            print(row, flush=True)
            update(domain, row)


if __name__ == "__main__":
    main()
