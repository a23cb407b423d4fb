"""Problems like those of the learning track of the IPC 2023, from its smallest tests to its largest.

    python3 bench/learning_track.py OUT [--hstar target/release/hstar] [--count 30] [--seed 1] [--only NAME …]

Writes OUT/DOMAIN/domain.pddl and OUT/DOMAIN/testing/SIZE/p01.pddl and so on, as the track does: for each of its sizes, easy,
medium and hard, problems whose parameters go from one end of the size's range to the other. With 30 of them they are the
track's own parameters; only its floors are of more shapes. With --only, these domains alone, by their names in the track.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

SIZES = ["easy", "medium", "hard"]
# The parameters of each domain, with their first and last numbers for each size.
DOMAINS = {
    "blocksworld": {"blocks": [(5, 29), (35, 149), (160, 499)]},
    "childsnack": {
        "children": [(4, 10), (15, 40), (50, 300)],
        "allergic": [(0, 6), (15, 25), (50, 150)],
        "trays": [(1, 3), (2, 5), (4, 10)],
        "sandwiches": [(4, 15), (15, 60), (50, 450)],
    },
    "ferry": {"cars": [(2, 20), (10, 100), (200, 1000)], "locations": [(5, 15), (20, 50), (100, 500)]},
    "floortile": {
        "robots": [(1, 3), (4, 15), (15, 34)],
        "rows": [(3, 4), (10, 13), (25, 28)],
        "columns": [(3, 6), (10, 19), (25, 34)],
    },
    "miconic": {"passengers": [(1, 10), (20, 80), (50, 500)], "floors": [(4, 20), (30, 60), (80, 200)]},
    "rovers": {
        "rovers": [(1, 4), (5, 10), (15, 30)],
        "waypoints": [(4, 10), (15, 90), (100, 200)],
        "cameras": [(1, 4), (5, 50), (60, 100)],
        "objectives": [(1, 10), (15, 80), (100, 200)],
    },
    "satellite": {
        "satellites": [(3, 10), (15, 40), (50, 100)],
        "instruments": [(3, 20), (15, 80), (50, 200)],
        "modes": [(1, 3), (3, 5), (5, 10)],
        "directions": [(4, 10), (15, 30), (40, 100)],
    },
    "sokoban": {"boxes": [(1, 4), (5, 35), (40, 80)], "side": [(8, 13), (20, 50), (60, 100)]},
    "spanner": {
        "nuts": [(1, 5), (15, 50), (50, 250)],
        "spanners": [(1, 10), (30, 90), (100, 500)],
        "locations": [(4, 10), (15, 45), (50, 100)],
    },
    "transport": {
        "vehicles": [(3, 6), (10, 20), (30, 50)],
        "max-capacity": [(2, 2), (4, 4), (10, 10)],
        "locations": [(5, 15), (20, 40), (50, 100)],
        "packages": [(1, 15), (5, 45), (20, 200)],
    },
}


def number(ends, index, count):
    """The number of the problem with this index, of so many; all numbers of the range have the same share."""
    first, last = ends
    return first + (last + 1 - first) * index // count


def generate(hstar, domain, arguments, folder):
    """The texts of the domain and of a problem; the folder may be written to."""
    command = [hstar, "generate", f"ipc23-{domain}", *arguments, "--count", 1, "--out", folder, "--force"]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return (folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hstar", default="target/release/hstar")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=DOMAINS, default=list(DOMAINS), metavar="NAME")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for domain in options.only:
            for column, size in enumerate(SIZES):
                folder = options.out / domain / "testing" / size
                folder.mkdir(parents=True, exist_ok=True)
                for index in range(options.count):
                    arguments = ["--seed", options.seed + index]
                    for name, ends in DOMAINS[domain].items():
                        arguments += [f"--{name}", number(ends[column], index, options.count)]
                    domain_text, text = generate(options.hstar, domain, arguments, Path(scratch))
                    (folder / f"p{index + 1:02}.pddl").write_text(text)
            (options.out / domain / "domain.pddl").write_text(domain_text)
            print(f"wrote {options.out / domain}", flush=True)


if __name__ == "__main__":
    main()
