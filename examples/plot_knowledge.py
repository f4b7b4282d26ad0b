"""
What an intruder must know
==========================

Most measures of risk imagine an intruder who knows every variable exactly. Most intruders know
less: a neighbour's age and little else, or a colleague's income and height. How many
people does one find who knows *m* of the six variables?
"""

import _style
import matplotlib.pyplot as plt

import covey

_style.use()

# %%
# The measure ``KNOWN`` tries intruders at random: each knows *m* variables of one person,
# exactly, and takes the released record that comes nearest on these, guessing among twins.
# Details give the share of right guesses for each *m*.

clinic = covey.datasets.load("clinic")
roles = {"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]}
shares = {}
for k in (3, 5, 10, 30):
    release = covey.protect(clinic, k=k, method="mdav-generic", roles=roles, measures=["KNOWN"])
    shares[k] = list(release.scores.details["KNOWN"].values())

# %%
# The dashed line of each colour is 1/*k*: with *k* twins, no intruder can do better on average,
# however much is known. Knowing less protects in addition: one or two variables find hardly
# anybody.

figure, axes = plt.subplots(figsize=(8, 4.4))
for (k, found), colour in zip(shares.items(), _style.COLOURS[:4], strict=True):
    known = range(1, len(found) + 1)
    axes.plot(known, found, "o-", color=colour, markersize=5)
    axes.axhline(100 / k, color=colour, linewidth=1, linestyle=(0, (4, 4)))
    _style.write(axes, f"k = {k}", (len(found), found[-1]), (8, 0), colour)
axes.set(
    xlabel="Variables that the intruder knows, of 6", ylabel="People found, %", xlim=(0.8, 6.6)
)
axes.set_ylim(0, None)
