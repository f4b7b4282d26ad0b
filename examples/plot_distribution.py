"""
A distribution before and after
===============================

Group means replace single values, so the average of a variable stays exactly as it was, while its
extremes move inwards: the highest incomes become the mean of the people most like them. The
larger *k*, the more of the tails is gone.
"""

import _style
import matplotlib.pyplot as plt
import numpy as np

import covey

_style.use()

# %%
# The yearly income in the sample of a clinic, protected together with five other variables.

clinic = covey.datasets.load("clinic")
roles = {"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]}
tables = {}
for k in (3, 10, 30):
    tables[k] = covey.protect(clinic, k=k, method="mdav-generic", roles=roles).data

# %%
# Each panel shows the original in grey and a release as a line. The figures are what users of the
# data would compute from the release: the mean is untouched; the standard deviation shrinks. A
# user who needs the spread or the tail should be told by how much, which the public report does.

classes = np.arange(0, 130_001, 5_000)
original = clinic["yearly_income"].to_numpy()
figure, panels = plt.subplots(1, 3, figsize=(10, 3.4), sharey=True)
for axes, k in zip(panels, (3, 10, 30), strict=True):
    income = tables[k]["yearly_income"].to_numpy()
    axes.hist(original, classes, color=_style.PALE)
    axes.hist(income, classes, histtype="step", color=_style.ORANGE, linewidth=1.8)
    axes.set_title(f"k = {k}")
    for name, values, height, colour in (
        ("original", original, 0.9, _style.GREY),
        ("released", income, 0.7, _style.ORANGE),
    ):
        text = f"{name}\nmean {values.mean():,.0f}, s.d. {values.std(ddof=1):,.0f}"
        axes.text(
            1, height, text, transform=axes.transAxes, ha="right", va="top", color=colour, size=9
        )
    axes.set(xlabel="Yearly income, thousands")
    axes.set_xticks([0, 50_000, 100_000], ["0", "50", "100"])
panels[0].set(ylabel="Patients")
