"""
What microaggregation does
==========================

Sixty people, of whom an intruder knows age and income. Whoever stands alone in the left picture
can be found. On the right, each person has moved to the mean of a group of at least five: the
release shows the orange points only, each of them at least five times.
"""

import _style
import matplotlib.pyplot as plt
import numpy as np

import covey

_style.use()

# %%
# Three loose clusters of people, made up.

rng = np.random.Generator(np.random.PCG64(7))
centres = np.repeat([[28, 24], [45, 48], [68, 30]], 20, axis=0)
people = centres + 6 * rng.normal(size=(60, 2))

# %%
# Protecting them takes one line. The groups are formed on z-scores, so that neither variable
# outweighs the other.

release = covey.protect(people, k=5, method="vmdav")
groups, sizes = np.unique(release.data, axis=0, return_counts=True)

# %%
# The grey lines show who went where. They are the secret: nothing of them is published. A group
# may hold more than five where that costs less than splitting neighbours up.

figure, (before, after) = plt.subplots(1, 2, figsize=(9, 4), sharex=True, sharey=True)
before.scatter(*people.T, s=34, color=_style.BLUE)
before.set_title("Before: who stands alone can be found")
before.set(xlabel="Age", ylabel="Income, thousands")
for person, mean in zip(people, release.data, strict=True):
    after.plot(*zip(person, mean, strict=True), color=_style.PALE, linewidth=1, zorder=1)
after.scatter(*people.T, s=7, color=_style.GREY, zorder=2)
after.scatter(*groups.T, s=22 * sizes, color=_style.ORANGE, zorder=3)
after.set_title(
    f"Released: {len(groups)} groups, {release.scores['IL']:.1f} % of the variation lost"
)
after.set(xlabel="Age")
for axes in (before, after):
    axes.tick_params(length=0)
