"""Do beliefs of Bayesian regression on Weisfeiler-Leman features keep what they promise, also on larger problems?

    python3 bench/wl_calibration.py TRACK OUT [--hstar target/release/hstar] [--total-time 40s] [--time-limit 10]
        [--only DOMAIN …]

TRACK has DOMAIN/domain.pddl and DOMAIN/training/easy/*.pddl, as the learning track of the IPC 2023 has. For each
domain, problems are labelled by cheapest plans from those with the fewest objects on (OUT/DOMAIN/PROBLEM.parquet), in
as much time as small and larger ones may take together: twice --total-time. Small problems are those with at most
half the objects of the largest that was labelled (at least the ten smallest). A model learns from them by `--loss
cost` (OUT/DOMAIN.hstar), every fifth being for validation. Its beliefs are measured on the states of the validation
plans, and on those of plans for problems with 1.7 to 2.3 times the objects of the largest that it was trained on, or
where none was labelled, for the ten that are nearest to twice. Labels, models and figures that are there already are
not made again.

Told is the share of states whose cost lies within the belief's central intervals of 50, 80, 90 and 95 %. `hstar eval`
tells the share at or below quantiles in steps of 0.05, so that the last one is extrapolated as if errors were
Gaussian (of another mean and spread than believed). The spread is the mean standard deviation of the initial states'
beliefs.
"""

import argparse
import json
import re
import statistics
import time
from pathlib import Path

import peer

INTERVALS = [50, 80, 90, 95]
# At least so many problems to learn from, and at most so many beyond the sizes asked for.
FEW = 10
# Every fifth problem is for validation.
PERIOD = 5
NO_PLAN = 12


def objects(problem):
    """How many objects a problem has, its domain's constants aside."""
    text = re.sub(r";.*", "", problem.read_text())
    section = re.search(r"\(:objects(.*?)\)", text, re.DOTALL | re.IGNORECASE)
    return len(re.sub(r"(^|\s)-\s+\S+", " ", section[1]).split()) if section else 0


def seconds(text):
    """A time as hstar takes it."""
    unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1])
    return float(text[:-1]) * unit if unit else float(text)


def label(options, domain):
    """The problems that could be labelled, by number of objects: objects, problem, data set and split."""
    folder = options.out / domain
    folder.mkdir(parents=True, exist_ok=True)
    problems = sorted((objects(path), path) for path in (options.track / domain / "training" / "easy").glob("*.pddl"))
    known = folder / "labelled.json"
    before = json.loads(known.read_text()) if known.exists() else {}
    end, labelled = time.monotonic() + 2 * seconds(options.total_time), []
    for place, (size, problem) in enumerate(problems):
        data, split = folder / f"{problem.stem}.parquet", "validation" if place % PERIOD == PERIOD - 1 else "train"
        if not known.exists():
            limit = min(options.time_limit, end - time.monotonic())
            if limit <= 0:
                break
            done = peer.run([options.hstar, "data", "--out", data, "--heuristics", "ff", "--threads", 1, "--restart",
                             "--split", "0:1:0" if split == "validation" else "1:0:0", "--memory-limit", "3G",
                             "--time-limit", f"{limit:.3f}", options.track / domain / "domain.pddl", problem])
            if done.code not in (0, NO_PLAN):
                raise SystemExit(done.output)
            before[problem.stem] = done.code == 0
        if before.get(problem.stem):
            labelled.append((size, problem, data, split))
    known.write_text(json.dumps(before))
    return labelled


def choose(labelled):
    """The small problems, and the larger ones."""
    sizes = [size for size, *_ in labelled]
    most = max(sizes[-1] / 2, sizes[min(FEW, len(sizes)) - 1])
    small = [one for one in labelled if one[0] <= most]
    largest = max((size for size, *_, split in small if split == "train"), default=0)
    rest = [one for one in labelled if one[0] > small[-1][0]]
    larger = [one for one in rest if 1.7 * largest <= one[0] <= 2.3 * largest]
    if not larger:
        larger = sorted(sorted(rest, key=lambda one: abs(one[0] - 2 * largest))[:FEW])
    return small, larger


def measure(options, model, chosen):
    """On plans of some problems: states, the share of states in each central interval, and the spread."""
    states, curve = 0, {}
    for split in ("train", "validation"):
        sets = [data for _, _, data, own in chosen if own == split]
        if not sets:
            continue
        stats = options.out / "stats.json"
        done = peer.run([options.hstar, "eval", model, *sets, "--split", split, "--stats", stats, "--threads", 1])
        if done.code != 0:
            raise SystemExit(done.output)
        answer = json.loads(stats.read_text())
        states += answer["states"]
        for level, share in answer["calibration"]:
            curve[level] = curve.get(level, 0) + share * answer["states"]
    points = sorted((level, count / max(states, 1)) for level, count in curve.items())
    ends = [(0.5 - width / 200, 0.5 + width / 200) for width in INTERVALS]
    shares = [at(points, upper) - at(points, lower) for lower, upper in ends] if states else None
    return {"states": states, "shares": shares, "spread": spread(options, model, chosen)}


def at(points, level):
    """The share at a level: as told, or by a line through the next two towards the middle, on the normal scale."""
    known, normal = {round(other, 3): share for other, share in points}, statistics.NormalDist()
    level = round(level, 3)
    if level in known:
        return known[level]
    if level > 0.5:
        return 1 - at([(1 - other, 1 - share) for other, share in points], 1 - level)
    left, right = sorted(other for other in known if level < other < 0.5)[:2]
    if not 0 < known[left] < 1 or not 0 < known[right] < 1:
        return known[left]
    z_level, z_left, z_right, below, above = map(normal.inv_cdf, (level, left, right, known[left], known[right]))
    return normal.cdf(below - (above - below) * (z_left - z_level) / (z_right - z_left))


def spread(options, model, chosen):
    """The mean standard deviation for the initial states."""
    found = []
    for _, problem, _, _ in chosen:
        domain = options.track / problem.parts[-4] / "domain.pddl"
        output = peer.run([options.hstar, "explain", model, domain, problem]).output
        numbers = re.findall(r"^Initial state: .*± ([\d.,]+)", output, re.MULTILINE)
        found += [float(number.replace(",", "")) for number in numbers]
    return sum(found) / len(found) if found else None


def examine(options, domain):
    """The figures of a domain."""
    labelled = label(options, domain)
    if not labelled:
        return None
    small, larger = choose(labelled)
    model = options.out / f"{domain}.hstar"
    if not model.exists():
        done = peer.run([options.hstar, "learn", model, *(data for _, _, data, _ in small), "--features", "wl",
                         "--loss", "cost", "--threads", 1])
        if done.code != 0:
            raise SystemExit(done.output)
    sets = {"training": [one for one in small if one[3] == "train"],
            "validation": [one for one in small if one[3] == "validation"], "larger": larger}
    figures = {}
    for name, chosen in sets.items():
        sizes = [size for size, *_ in chosen]
        figures[name] = {"problems": len(chosen), "objects": [sizes[0], sizes[-1]] if sizes else None}
        if name != "training":
            figures[name] |= measure(options, model, chosen)
    return figures


def cells(figures):
    """Of one set: problems, objects, states, intervals, spread."""
    shares = [f"{100 * share:.0f}" for share in figures["shares"] or []] or ["-"] * len(INTERVALS)
    spread = "-" if figures["spread"] is None else f"{figures['spread']:.2f}"
    return [str(figures["problems"]), span(figures), str(figures["states"]), *shares, spread]


def span(figures):
    return "-".join(map(str, dict.fromkeys(figures["objects"]))) if figures["objects"] else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("track", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--total-time", default="40s", help="for labels of small problems, and again for larger ones")
    parser.add_argument("--time-limit", type=float, default=10, help="for each plan, in seconds")
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    results, rows = options.out / "results.json", {}
    known = json.loads(results.read_text()) if results.exists() else {}
    for domain in options.only or sorted(folder.name for folder in options.track.iterdir()):
        rows[domain] = known[domain] if domain in known else examine(options, domain)
        known[domain] = rows[domain]
        results.write_text(json.dumps(known))
        print(f"{domain}: {'measured' if rows[domain] else 'no problem could be labelled'}", flush=True)
    print("\nPer cent of states within central intervals, on validation plans and on those of larger problems:\n")
    of_set = ["objects", "states", *(f"{width} %" for width in INTERVALS), "spread"]
    header = ["domain", "trained on objects", "validation: problems", *of_set, "larger: problems", *of_set]
    print("| " + " | ".join(header) + " |")
    print("| --- " * len(header) + "|")
    for domain, sets in ((domain, sets) for domain, sets in rows.items() if sets):
        line = [domain, span(sets["training"]), *cells(sets["validation"]), *cells(sets["larger"])]
        print("| " + " | ".join(line) + " |")


if __name__ == "__main__":
    main()
