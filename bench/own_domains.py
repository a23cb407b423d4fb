"""What `hstar learn` makes of problems without any option, beside `hstar plan` alone, on domains that are nobody's benchmark.

    python3 bench/own_domains.py OUT [--hstar target/release/hstar] [--time 30] [--memory 4] [--learn 2m] [--count 30] [--only NAME …]

The domains are those of the tests of rules that act: couriers with roads of lengths, keys that break, and boxes in boxes. Learns from 24 small problems
of each, and plans for medium and large ones with the bundle and without. The table is that of bundles.py.
"""

import random

import bundles
import peer

FOLDER = peer.BENCH.parent / "crates" / "policy" / "tests" / "policy"


def problem(domain, objects, initial, goal, end=""):
    """A problem, of which the objects are given by type, and facts as text."""
    objects = "\n    ".join(" ".join(names) + (f" - {kind}" if kind else "") for kind, names in objects.items())
    initial, goal = (" ".join(f"({fact})" for fact in facts) for facts in (initial, goal))
    return f"(define (problem some) (:domain {domain})\n  (:objects\n    {objects})\n  (:init {initial})\n  (:goal (and {goal})){end})\n"


def couriers(dice, vans, parcels, places):
    """One-way roads around all places, and some across."""
    sites = [f"p{number}" for number in range(places)]
    initial = ["= (total-cost) 0"]
    for number in range(vans):
        initial += [f"room v{number}", f"at v{number} {dice.choice(sites)}"]
    initial += [f"at b{number} {dice.choice(sites)}" for number in range(parcels)]
    for number, start in enumerate(sites):
        for end in sites:
            if start != end and (end == sites[(number + 1) % places] or dice.random() < 0.2):
                initial += [f"road {start} {end}", f"= (length {start} {end}) {dice.randrange(1, 20)}"]
    goal = [f"at b{number} {dice.choice(sites)}" for number in range(parcels)]
    objects = {"van": [f"v{number}" for number in range(vans)], "parcel": [f"b{number}" for number in range(parcels)], "place": sites}
    return problem("couriers", objects, initial, goal, "\n  (:metric minimize (total-cost))")


def locksmith(dice, chests, lost):
    """Each key opens a chest and breaks. Chests without a key of their own need one of as many masters, which fit all."""
    order = dice.sample(range(chests), chests)
    initial = [fact for chest in order[lost:] for fact in (f"whole k{chest}", f"fits k{chest} c{chest}")]
    for master in order[:lost]:
        initial += [f"whole k{master}", f"master k{master}", *(f"fits k{master} c{chest}" for chest in range(chests))]
    objects = {kind: [f"{kind[0]}{number}" for number in range(chests)] for kind in ("chest", "key")}
    return problem("locksmith", objects, initial, [f"open c{chest}" for chest in range(chests)])


def boxes(dice, count, sets):
    """Sets of boxes, each in the next larger one of its set, that are to be nested in other sets."""

    def nested():
        places = [dice.randrange(sets) for _ in range(count)]
        return [[box for box in range(count) if places[box] == number] for number in set(places)]

    def within(nest):
        return [f"in x{small} x{large}" for one in nest for small, large in zip(one, one[1:])]

    now = nested()
    initial = [f"smaller x{small} x{large}" for large in range(count) for small in range(large)]
    initial += within(now) + [fact for one in now for fact in (f"empty x{one[0]}", f"outside x{one[-1]}")]
    return problem("boxes", {"": [f"x{number}" for number in range(count)]}, initial, within(nested()) or [f"outside x{count - 1}"])


# The parameters of the small problems, in turn, and of the medium and the large ones.
DOMAINS = {
    couriers: ([(2, 3, 4), (1, 4, 5), (3, 6, 8)], (4, 20, 25), (8, 60, 60)),
    locksmith: ([(3, 1), (5, 2), (8, 3)], (30, 8), (60, 15)),
    boxes: ([(4, 2), (6, 3), (8, 3)], (12, 4), (20, 5)),
}


def write(make, folder, parameters, count):
    """So many problems, with these parameters in turn."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "domain.pddl").write_text((FOLDER / f"{make.__name__}.pddl").read_text())
    for number in range(count):
        dice = random.Random(f"{folder.name} {number}")
        (folder / f"p{number + 1:02}.pddl").write_text(make(dice, *parameters[number % len(parameters)]))
    return sorted(folder.glob("p*.pddl"))


def main():
    names = [make.__name__ for make in DOMAINS]
    parser = bundles.arguments(__doc__, time=30, learn="2m", count=30)
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    options = parser.parse_args()
    print(bundles.HEADER, flush=True)
    for make, (small, medium, large) in DOMAINS.items():
        if make.__name__ not in options.only:
            continue
        top = options.out / make.__name__
        write(make, top / "small", small, 24)
        model = top / "model.hstar"
        if said := bundles.learned(options, model, [top / "small"]):
            raise SystemExit(said)
        for size, parameters in (("medium", medium), ("large", large)):
            chosen = write(make, top / size, [parameters], options.count)
            print(f"| {make.__name__} | {size} | {bundles.compared(options, top / size, chosen, model)} |", flush=True)


if __name__ == "__main__":
    main()
