"""
Choosing variables by their dependence tree
===========================================

Records need not be grouped on all variables. If weight follows height and income follows age,
then grouping on two of the four keeps the others together as well, and an expensive method has
less to do. Which ones to take? The dependence tree joins the variables by the strongest ties
between them; those with most branches speak for the others.
"""

import _style
import matplotlib.pyplot as plt

import covey

_style.use()

# %%
# The tree proposes a few sets of three variables, and each is tried: group on the three, mask all
# six, measure what is lost. ``exhaustive`` tries all twenty sets, for comparison.

clinic = covey.datasets.load("clinic")
roles = {"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]}
selection = covey.select(clinic, count=3, metric="correlation", roles=roles)
everything = covey.select(clinic, count=3, metric="correlation", roles=roles, exhaustive=True)

# %%
# A place for each variable: one column for each step from the middle, one row for each end of a
# branch.

degrees = selection.tree.degrees
ties = {name: [] for name in degrees}
for edge in selection.tree.edges:
    ties[edge.first].append(edge.second)
    ties[edge.second].append(edge.first)
places, rows = {}, iter(range(len(ties)))


def put(name, column=0, parent=None):
    """Put a variable at the mean height of its branches, or into the next free row."""
    heights = [put(other, column + 1, name) for other in ties[name] if other != parent]
    places[name] = column, sum(heights) / len(heights) if heights else next(rows)
    return places[name][1]


put(max(degrees, key=degrees.get))

# %%
# Left the tree, with correlations on its branches and the chosen variables filled. Right the loss
# of all twenty sets: the tree tried only the filled ones.

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), width_ratios=[3, 2])
for edge in selection.tree.edges:
    (x1, y1), (x2, y2) = places[edge.first], places[edge.second]
    left.plot([x1, x2], [y1, y2], color=_style.GREY, linewidth=1 + 4 * edge.weight, zorder=1)
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    left.text(*middle, f"{edge.weight:.2f}", ha="center", va="center", size=8, bbox=box)
for name, (x, y) in places.items():
    colour, text = (_style.BLUE, "white") if name in selection.variables else ("white", _style.INK)
    box = {"facecolor": colour, "edgecolor": _style.BLUE, "boxstyle": "round,pad=0.4"}
    left.text(x, y, name, ha="center", va="center", color=text, size=9, bbox=box)
left.set(xlim=(-0.4, max(x for x, _ in places.values()) + 0.5), ylim=(-0.5, next(rows) - 0.5))
left.axis("off")
tried = {candidate.variables for candidate in selection.candidates}
for rank, candidate in enumerate(everything.candidates, start=1):
    face = _style.BLUE if candidate.variables in tried else "white"
    right.plot(rank, candidate.loss, "o", color=_style.BLUE, markerfacecolor=face)
_style.write(right, "● tried: the tree proposed it", (1, 33.5), (0, 0), _style.BLUE)
right.set(xlabel="All sets of three, best first", ylabel="Information loss IL, %")
right.set_xticks([1, 5, 10, 15, 20])
