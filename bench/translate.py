"""Grounding against Fast Downward's translator: time, memory, and size of the result.

    python3 bench/translate.py BENCHMARKS [--hstar PATH] [--all] [--alone] [--only TEXT] [--out FILE.jsonl]

BENCHMARKS is the unpacked benchmark archive (folders `ipc` and `ipc23-learning`). Without --all, a fixed
sample of three tasks per domain is taken. With --all, every task that Fast Downward's translator does in
300 s and 8 GiB must be ground in 60 s and 4 GiB; results are kept in --out and a second call goes on there. With
--alone, Fast Downward is not run, and every task must be ground within these limits.
Both programs are measured in turn on the same machine, from process start to the SAS+ file on disk.
"""

import argparse
import json
import math
import re
import statistics
import tempfile
from pathlib import Path

import peer

STATISTICS = ["variables", "derived variables", "facts", "operators", "axioms", "mutex groups"]


def read_statistics(output):
    found = {}
    for name in STATISTICS:
        match = re.search(rf"Translator {name}: (\d+)", output)
        found[name] = int(match.group(1)) if match else None
    return found


def measure(command, limits):
    """Short runs are repeated, since start-up noise is of their own size."""
    runs = [peer.run(command, *limits)]
    while runs[0].code == 0 and runs[0].seconds < 1 and len(runs) < 3:
        runs.append(peer.run(command, *limits))
    seconds = statistics.median(run.seconds for run in runs)
    run = runs[0]
    return {"code": run.code, "seconds": seconds, "peak_kb": run.peak_kb, **read_statistics(run.output)}


def compare(task, hstar, folder, alone):
    sas = Path(folder) / "task.sas"
    ours = measure([hstar, "translate", task.domain, task.problem, "--sas", sas, "--log", "fd"], (120, None))
    if alone:
        return {"task": task.name, "hstar": ours}
    theirs = measure(peer.translator(task.domain, task.problem, sas), (310, 8 << 30))
    return {"task": task.name, "hstar": ours, "fd": theirs}


def exceeds_limits(ours):
    return ours["code"] or ours["seconds"] > 60 or ours["peak_kb"] > 4 << 20


def report_alone(rows):
    slow = [row for row in rows if exceeds_limits(row["hstar"])]
    print(f"\n{len(rows)} tasks, {len(slow)} not ground in 60 s and 4 GiB")
    for row in slow:
        print(f"  EXCEPTION {row['task']}: {row['hstar']}")
    for measure, unit in [("seconds", "s"), ("peak_kb", "KB")]:
        worst = max(rows, key=lambda row: row["hstar"][measure])
        print(f"most {measure}: {worst['hstar'][measure]:.3f} {unit} ({worst['task']})")


def report(rows):
    done = [row for row in rows if row["fd"]["code"] == 0]
    both = [row for row in done if row["hstar"]["code"] == 0]
    print(f"\n{len(rows)} tasks; Fast Downward's translator does {len(done)}, hstar {len(both)} of these")
    for row in done:
        ours = row["hstar"]
        if exceeds_limits(ours):
            print(f"  EXCEPTION {row['task']}: {ours}")
    if not both:
        return
    ratio = {row["task"]: row["fd"]["seconds"] / row["hstar"]["seconds"] for row in both}
    mean = math.exp(statistics.fmean(math.log(value) for value in ratio.values()))
    print(f"speed, Fast Downward / hstar: geometric mean {mean:.1f}, worst {min(ratio.values()):.1f}")
    for name, value in sorted(ratio.items(), key=lambda item: item[1])[:5]:
        print(f"  {value:8.1f} x  {name}")
    long = [row for row in both if row["fd"]["seconds"] > 1]
    worse = [row for row in long if row["hstar"]["peak_kb"] >= row["fd"]["peak_kb"]]
    print(f"peak memory: higher than Fast Downward's on {len(worse)} of {len(long)} tasks over 1 s")
    for row in worse:
        print(f"  {row['task']}: {row['hstar']['peak_kb']} KB against {row['fd']['peak_kb']} KB")
    equal = [row for row in both if row["hstar"]["operators"] == row["fd"]["operators"]]
    print(f"operators: equal on {len(equal)} of {len(both)} ({100 * len(equal) / len(both):.1f} %)")
    for row in both:
        if row not in equal:
            print(f"  {row['task']}: hstar {row['hstar']['operators']}, fd {row['fd']['operators']}")
    variables = [(row["hstar"]["variables"], row["fd"]["variables"]) for row in both]
    middle = statistics.median(ours / theirs for ours, theirs in variables)
    ours, theirs = sum(pair[0] for pair in variables), sum(pair[1] for pair in variables)
    print(f"variables: median ratio {middle:.3f}; in sum {ours} against {theirs} ({100 * (ours / theirs - 1):+.1f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks")
    parser.add_argument("--hstar", default=peer.BENCH.parent / "target" / "release" / "hstar")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--only", default="", help="tasks whose name contains this")
    parser.add_argument("--out", type=Path, help="keep the measurements in this file, and go on from it")
    options = parser.parse_args()
    if not options.alone:
        peer.python()
    groups = peer.tasks(options.benchmarks)
    chosen = [task for group in groups.values() for task in group] if options.all else peer.sample(groups)
    rows = []
    if options.out and options.out.exists():
        rows = [json.loads(line) for line in options.out.read_text().splitlines()]
    known = {row["task"] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        for task in chosen:
            if options.only not in task.name or task.name in known:
                continue
            row = compare(task, options.hstar, folder, options.alone)
            rows.append(row)
            if not options.alone:
                ours, theirs = row["hstar"], row["fd"]
                print(f"{theirs['seconds']:8.3f} s {ours['seconds']:8.3f} s  {task.name}", flush=True)
            if options.out:
                with options.out.open("a") as out:
                    out.write(json.dumps(row) + "\n")
    rows = [row for row in rows if options.only in row["task"]]
    report_alone(rows) if options.alone else report(rows)


if __name__ == "__main__":
    main()
