"""hstar from Python, in a minute: a task, its states, a plan, a model that is learned, its beliefs, and a network of one's own.

    python examples/python/first_hour.py [FOLDER]

Files go to FOLDER, or to a temporary one. Plots need matplotlib, and the network torch; what is missing is left out.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import hstar

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
folder.mkdir(exist_ok=True)

# Problems: six with few balls to learn from, and one with many.
for balls in range(1, 7):
    domain, [problem] = hstar.generate("gripper", balls=balls)
    (folder / f"balls{balls}.pddl").write_text(problem)
(folder / "domain.pddl").write_text(domain)
_, [large] = hstar.generate("gripper", balls=20)

# A task, and its states.
task = hstar.Task.from_text(domain, large)
print(f"{task}: {len(task.objects)} objects, {len(task.atoms)} atoms that change, {len(task.actions)} actions")
print("can be done at first:", ", ".join(task.applicable(task.initial)[:3]), "…")

# A plan, without learning.
alone = task.plan(time_limit=60)
print(f"alone: {alone.status}, cost {alone.cost}, {alone.statistics['evaluated']:.0f} states evaluated")
assert task.validate(alone.plan)

# A model: hstar decides by itself what to learn.
model = hstar.learn(folder / "gripper.hstar", folder / "domain.pddl", folder, time_limit=20)
learned = task.plan(model=model)
print(f"with what was learned ({model.search}): cost {learned.cost}, {learned.statistics['evaluated']:.0f} states evaluated")

# What the model believes along the plan.
states = [task.initial]
for step in learned.plan:
    states.append(task.apply(states[-1], step))
beliefs = model.beliefs(task, states)
to_go = np.arange(len(states) - 1, -1, -1)
print("the model's mean is off by", f"{np.abs(beliefs.mean - to_go).mean():.2f} steps on average")

try:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    plt.fill_between(to_go, beliefs.quantiles[:, 0], beliefs.quantiles[:, -1], alpha=0.3, label="nine of ten")
    plt.plot(to_go, beliefs.mean, label="mean")
    plt.plot(to_go, to_go, "k:", label="steps to go")
    plt.xlabel("steps to go by the plan")
    plt.legend()
    plt.savefig(folder / "beliefs.png")
    print("plot:", folder / "beliefs.png")
except ImportError:
    print("no plot: matplotlib is not installed")


def counts(states: hstar.States) -> np.ndarray:
    """What a network sees of states: how many atoms each predicate has, and how many of them are goals."""
    columns = []
    goal = task.goal_relations()
    for name, rows in states.relations().items():
        columns.append(np.bincount(rows[:, 0], minlength=len(states)))
        wanted = {tuple(row[1:]) for row in goal[name]}
        met = np.array([tuple(row[1:]) in wanted for row in rows], dtype=bool)
        columns.append(np.bincount(rows[met, 0], minlength=len(states)))
    return np.stack(columns, axis=1).astype(np.float32)


try:
    import torch

    # A network of one's own, trained on the states along the plan, as a heuristic.
    torch.manual_seed(1)
    inputs = torch.from_numpy(counts(task.states(states)))
    targets = torch.from_numpy(to_go.astype(np.float32))
    network = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], 32), torch.nn.ReLU(), torch.nn.Linear(32, 1))
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    for _ in range(500):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(network(inputs).squeeze(1), targets)
        loss.backward()
        optimizer.step()

    @torch.no_grad()
    def guess(states: hstar.States) -> np.ndarray:
        return network(torch.from_numpy(counts(states))).squeeze(1).numpy()

    own = task.plan("gbfs(model)", model=guess, max_evaluations=20_000)
    print(f"by a network in torch: {own.status}, cost {own.cost}, {own.statistics['evaluated']:.0f} states evaluated")
except ImportError:
    print("no network of one's own: torch is not installed")
