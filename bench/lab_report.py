"""Downward Lab's own report of an hstar experiment, and whether both count the same.

    python3 bench/lab_report.py experiment.run

Lab is installed from PyPI into bench/.venv-lab the first time it is needed. Its report is written to
experiment.run/lab-report.html; the sums of solved problems in it have to be those of hstar's properties.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

VENV = Path(__file__).resolve().parent / ".venv-lab"
PACKAGE = "lab==8.10"

REPORT = """
import sys
from downward.reports.absolute import AbsoluteReport

attributes = ["coverage", "cost", "evaluations", "expansions", "search_time", "memory", "error"]
AbsoluteReport(attributes=attributes)(*sys.argv[1:])
"""


def python():
    """The interpreter of the virtual environment that holds Lab."""
    interpreter = VENV / "bin" / "python"
    if not interpreter.exists():
        print(f"installing {PACKAGE} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", PACKAGE], check=True)
    return str(interpreter)


def sums_in(page):
    """The sums of solved problems in Lab's summary table, one for each algorithm, in its order."""
    row = re.search(r"coverage - Sum</a></td>(.*?)</tr>", page, re.DOTALL).group(1)
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    return [int(re.sub(r"<[^>]*>", "", cell)) for cell in cells]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of an experiment")
    folder = parser.parse_args().folder.resolve()
    page = folder / "lab-report.html"
    subprocess.run([python(), "-c", REPORT, str(folder), str(page)], check=True)
    solved = collections.Counter()
    for run in json.loads((folder / "properties").read_text()).values():
        solved[run["algorithm"]] += run["coverage"]
    algorithms = sorted(solved)
    labs = sums_in(page.read_text())
    print(f"{'algorithm':30}  hstar  Lab")
    for algorithm, sum_of_lab in zip(algorithms, labs, strict=True):
        print(f"{algorithm:30}  {solved[algorithm]:5}  {sum_of_lab:3}")
    if [solved[algorithm] for algorithm in algorithms] != labs:
        sys.exit("the sums differ")


if __name__ == "__main__":
    main()
