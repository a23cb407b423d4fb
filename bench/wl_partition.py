"""Are hstar's Weisfeiler-Leman features those of wlplan? The partitions of states by equal features, and states per second.

    python3 bench/wl_partition.py BENCHMARKS [--problems 12] [--states 20] [--seed 1] [--only DOMAIN …]

For each domain of BENCHMARKS/ipc23-learning, problems spread over its training/easy are walked through at random
(crates/wl/examples/wl_counts.rs), and so many different states of each are described by both programs: one to three
iterations, sets and multisets of neighbours, nothing pruned, colours learned from all of those states. Both number colours
in their own way, so what is compared is which states of a domain have equal counts of colours: the partitions of the same
list of states have to be equal. So have the counts themselves, as long as colours may be numbered in any way. Fails if
they are not.

Both see the same atoms: those of hstar's graph of a state, static ones included. hstar's grounding leaves out atoms that
can't matter for the goal, and so they are left out for wlplan, too. The objects and goals that wlplan sees are those that it
reads from the PDDL itself. wlplan 2.1.0 gives constants the colour of all other objects, and knows no types, so hstar is told
to do the same.

Times are of the best of some rounds through all states of each problem, one after the other, without what is done once for
a problem. hstar's follower goes on from the state before, as in a search; wlplan makes each graph anew. wlplan is timed by
`predict`, which embeds a state and multiplies by weights: `embed` hands a list to Python, which takes longer than that.
wlplan is installed from PyPI into bench/.venv-wlplan the first time.
"""

import argparse
import contextlib
import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent
VENV = BENCH / ".venv-wlplan"
PACKAGES = ["wlplan==2.1.0"]
ROUNDS = 5


def enter_environment():
    """Goes on in the virtual environment that holds wlplan, unless it is there."""
    if importlib.util.find_spec("wlplan"):
        return
    interpreter = VENV / "bin" / "python"
    if Path(sys.prefix) == VENV:
        raise SystemExit(f"{VENV} has no wlplan: remove it to install it anew")
    if not interpreter.exists():
        print(f"installing {', '.join(PACKAGES)} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    os.execv(interpreter, [str(interpreter), *sys.argv])


def build():
    """The path of hstar's side."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "-q", "-p", "hstar-wl", "--example", "wl_counts"]
    subprocess.run(cargo, cwd=BENCH.parent, check=True)
    return str(target / "release" / "examples" / "wl_counts")


def spread(items, count):
    """So many of the items, from the first to the last."""
    last = len(items) - 1
    return [items[index] for index in sorted({round(place * last / max(count - 1, 1)) for place in range(count)})]


def ours(program, domain, problems, options):
    """The states as problem and atoms, and for each configuration the seconds and the features of each state."""
    command = [program, domain, *problems, "--states", options.states, "--seed", options.seed]
    output = subprocess.run(map(str, command), check=True, text=True, stdout=subprocess.PIPE).stdout
    states, features = [], {}
    for line in output.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "state":
            problem, _, atoms = rest.partition(" ")
            states.append((int(problem), [atom.split() for atom in atoms.split(",") if atom]))
        elif kind == "features":
            iterations, neighbours, seconds = rest.split()
            vectors = []
            features[int(iterations), neighbours] = float(seconds), vectors
        else:
            pairs = (pair.split(":") for pair in rest.split())
            vectors.append(tuple((int(colour), int(count)) for colour, count in pairs))
    return states, features


class Peer:
    """The same states in wlplan."""

    def __init__(self, domain, problems, states):
        from wlplan.data import DomainDataset, ProblemDataset
        from wlplan.planning import Atom, State, parse_domain, parse_problem

        self.domain = parse_domain(str(domain))
        predicates = {predicate.name: predicate for predicate in self.domain.predicates}
        self.data = []
        for place, problem in enumerate(problems):
            atoms = [atoms for of, atoms in states if of == place]
            made = [State([Atom(predicates[name], objects) for name, *objects in state]) for state in atoms]
            self.data.append((parse_problem(str(domain), str(problem)), made))
        self.dataset = DomainDataset(self.domain, [ProblemDataset(problem, made) for problem, made in self.data])

    def features(self, iterations, neighbours):
        """The seconds, and the features of each state."""
        from wlplan.feature_generator import init_feature_generator

        generator = init_feature_generator("wl", self.domain, "ilg", iterations, "none", neighbours == "multiset")
        with silence():
            generator.collect(self.dataset)
        vectors = [sparse(vector) for vector in generator.embed(self.dataset)]
        if any(generator.get_unseen_counts()):
            raise SystemExit("a colour that wlplan has collected is not known to it")
        generator.set_weights([1.0] * generator.get_n_features())
        seconds = 0
        for problem, states in self.data:
            generator.set_problem(problem)
            seconds += min(time_to_predict(generator, states) for _ in range(ROUNDS))
        return seconds, vectors


def time_to_predict(generator, states):
    start = time.perf_counter()
    for state in states:
        generator.predict(state)
    return time.perf_counter() - start


@contextlib.contextmanager
def silence():
    """Without what wlplan writes to the standard output past Python."""
    sys.stdout.flush()
    kept = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)


def sparse(vector):
    return tuple((colour, int(count)) for colour, count in enumerate(vector) if count)


def columns(vectors):
    """For each colour its counts in all states, by which colours of two programs are told to be the same."""
    by_colour = {}
    for place, vector in enumerate(vectors):
        for colour, count in vector:
            by_colour.setdefault(colour, []).append((place, count))
    return sorted(by_colour.values())


def partition(vectors):
    """By state: the first that has the same features."""
    first = {}
    return [first.setdefault(vector, place) for place, vector in enumerate(vectors)]


def tell_difference(domain, states, theirs, own):
    """Two states that only one of the programs tells apart."""
    place = next(place for place, firsts in enumerate(zip(theirs, own)) if firsts[0] != firsts[1])
    other = min(theirs[place], own[place])
    who = "wlplan" if own[place] == other else "hstar"
    print(f"  {domain}: only {who} tells state {place} from {other}:")
    for number in (other, place):
        print(f"    problem {states[number][0]}: {', '.join(' '.join(atom) for atom in states[number][1])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--problems", type=int, default=12, help="of each domain")
    parser.add_argument("--states", type=int, default=20, help="of each problem, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", help="these domains")
    options = parser.parse_args()
    enter_environment()
    program = build()
    total, different, sums = 0, 0, {}
    print(f"{'':33} {'classes':20} {'colours':20} states per second")
    pair = f"{'wlplan':>7} {'hstar':>6} equal"
    print(f"{'domain':12} {'states':>6} L {'neighbours':10} {pair} {pair} {'wlplan':>9} {'hstar':>9} ratio")
    for folder in sorted((options.benchmarks / "ipc23-learning").iterdir()):
        if options.only and folder.name not in options.only:
            continue
        problems = spread(sorted((folder / "training" / "easy").glob("*.pddl")), options.problems)
        states, features = ours(program, folder / "domain.pddl", problems, options)
        peer = Peer(folder / "domain.pddl", problems, states)
        total += len(states)
        for (iterations, neighbours), (own_seconds, own_vectors) in features.items():
            their_seconds, their_vectors = peer.features(iterations, neighbours)
            theirs, own = partition(their_vectors), partition(own_vectors)
            their_colours, own_colours = columns(their_vectors), columns(own_vectors)
            is_equal = theirs == own
            different += not is_equal or their_colours != own_colours
            before = sums.get((iterations, neighbours), (0, 0, 0))
            now = (len(states), their_seconds, own_seconds)
            sums[iterations, neighbours] = tuple(map(sum, zip(before, now)))
            print(f"{folder.name:12} {len(states):6} {iterations} {neighbours:10} "
                  f"{len(set(theirs)):7} {len(set(own)):6} {answer(is_equal)} {len(their_colours):7} {len(own_colours):6} "
                  f"{answer(their_colours == own_colours)} {rates(*now)}", flush=True)
            if not is_equal:
                tell_difference(folder.name, states, theirs, own)
    for (iterations, neighbours), now in sums.items():
        print(f"{'all':12} {now[0]:6} {iterations} {neighbours:10} {'':41} {rates(*now)}")
    print(f"\n{total} states, {different} of their descriptions differ")
    raise SystemExit(1 if different or not total else 0)


def answer(is_equal):
    return f"{'yes' if is_equal else 'NO':5}"


def rates(states, theirs, own):
    return f"{states / theirs:9.0f} {states / own:9.0f} {theirs / own:5.0f}"


if __name__ == "__main__":
    main()
