"""
The risk–utility map
====================

Which method, and which *k*? Every setting loses some information and leaves some risk, and less
of one is more of the other. The map shows both at once. A setting is worth choosing only if no
other one has less loss without more risk: these settings are the Pareto front.
"""

import _style
import matplotlib.pyplot as plt

import covey

_style.use()

# %%
# Three methods and eight group sizes on the sample that comes with Covey, 1,000 patients of a
# clinic. ``IL`` is the share of the variation that is gone. ``DLD`` takes the worst case, an
# intruder who holds the whole original file and names two people for each released record: it is
# the expected share of records for which one of the two is right. ``covey compare`` does the same
# on the command line.

methods = ["dba2", "mdav-generic", "axis"]
comparison = covey.compare(
    covey.datasets.load("clinic"),
    k=[3, 4, 5, 7, 10, 15, 20, 30],
    methods=methods,
    roles={"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]},
)

# %%
# A limit on the risk makes the choice: the least loss below it.

limit = 20
advice = covey.advise(comparison, max_risk=limit)
place = advice.chosen.scores["IL"], advice.chosen.scores["DLD"]

# %%
# One line for each method, one mark for each *k*; marks on the front are filled. Further left is
# less loss, further down less risk. ``axis``, which sorts all records along a single line, lies
# far to the right: for the same risk it pays much more. The other two differ little on this
# table, and mostly to the advantage of ``dba2``.

figure, axes = plt.subplots(figsize=(8, 4.8))
axes.axhspan(limit, 80, color="#f2f3f5")
_style.write(axes, f"above the limit of {limit} %", (69, limit), (0, 9), _style.GREY, ha="right")
for method, colour, mark in zip(methods, _style.COLOURS[:3], "os^", strict=True):
    rows = [row for row in comparison.rows() if row["method"] == method]
    axes.plot([row["IL"] for row in rows], [row["DLD"] for row in rows], color=colour, linewidth=1)
    for row in rows:
        face = colour if row["pareto"] else "white"
        axes.plot(row["IL"], row["DLD"], mark, color=colour, markerfacecolor=face, zorder=3)
        if method != "mdav-generic":
            name = f"{method}, k = " if row is rows[-1 if method == "dba2" else 0] else ""
            shift, side = ((-6, -11), "right") if method == "dba2" else ((6, 9), "left")
            point = row["IL"], row["DLD"]
            _style.write(axes, f"{name}{row['k']}", point, shift, colour, ha=side)
_style.write(axes, "mdav-generic", (13, 31), (5, 7), _style.ORANGE)
axes.plot(*place, "o", markersize=16, markerfacecolor="none", color=_style.INK)
_style.write(axes, f"advised: {advice.chosen.name}, k = {advice.chosen.k}", place, (16, 10))
axes.set(
    xlabel="Information loss IL, %", ylabel="Linkage risk DLD, %", xlim=(0, 70), ylim=(1.4, 80)
)
axes.set_yscale("log")
axes.set_yticks([2, 5, 10, 20, 50], ["2", "5", "10", "20", "50"])
axes.set_yticks([], minor=True)
