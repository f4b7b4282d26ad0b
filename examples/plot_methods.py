"""
Loss against k, and why methods differ
======================================

The loss grows with *k* for every method. How much the method matters depends on the table: where
records are scattered evenly, groups of exactly *k* are nearly as good as any; where they lie in
clusters, a method that may make a group larger does not have to split a cluster or to join what
is far apart.
"""

import _style
import matplotlib.pyplot as plt
import numpy as np

import covey

_style.use()

# %%
# Two tables with three variables: a normal distribution, and 80 tight clusters of 5 to 9 records.

rng = np.random.Generator(np.random.PCG64(3))
clusters = np.repeat(rng.uniform(-10, 10, size=(80, 3)), rng.integers(5, 10, size=80), axis=0)
clustered = clusters + 0.4 * rng.normal(size=clusters.shape)
scattered = rng.normal(size=clusters.shape)
tables = {"Scattered records": scattered, "80 clusters of 5 to 9 records": clustered}

# %%
# ``mdav-generic`` makes groups of *k*, ``vmdav`` extends a group while its neighbours lie closer
# to it than to others, ``dba2`` starts where records are densest and dissolves groups afterwards
# where that lowers the loss.

methods = ["mdav-generic", "vmdav", "dba2"]
sizes = list(range(3, 13))
comparisons = {
    title: covey.compare(X, k=sizes, methods=methods, options={"vmdav": {"gamma": 1.1}})
    for title, X in tables.items()
}

# %%
# On the right, a cluster of nine holds one group of five and four records too many: whoever
# insists on groups of exactly five must fill up from far away, and the loss rises long before *k*
# reaches the size of the clusters. On the left, ``vmdav`` with a ``gamma`` that is meant for
# clusters does harm. The best method is a property of your table; this is why ``covey compare`` is
# worth its seconds.

figure, panels = plt.subplots(1, 2, figsize=(9.5, 4))
for axes, (title, comparison) in zip(panels, comparisons.items(), strict=True):
    losses = [[run.scores["IL"] for run in comparison.runs if run.method == m] for m in methods]
    heights = _style.apart([loss[-1] for loss in losses], gap=max(map(max, losses)) / 20)
    for number, (method, loss) in enumerate(zip(methods, losses, strict=True)):
        colour = _style.COLOURS[number]
        axes.plot(sizes, loss, "o-", color=colour, markersize=4)
        _style.write(axes, method, (sizes[-1], heights[number]), colour=colour)
    axes.set(title=title, xlabel="k", ylabel="Information loss IL, %", ylim=0, xlim=(2.5, 15.5))
    axes.set_xticks(sizes)
