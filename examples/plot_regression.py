"""
What happens to a regression
============================

Most users of a table do not look at single records; they fit models. How far does a regression
move when the table is microaggregated? Here blood pressure is explained by age, weight and
income, first on the original and then on releases with growing *k*.
"""

import _style
import matplotlib.pyplot as plt
import numpy as np

import covey

_style.use()

# %%
# The fit is ordinary least squares on the table as users get it, in z-scores of the original so
# that the coefficients can be compared.

clinic = covey.datasets.load("clinic")
roles = {"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]}
names = ["systolic_bp", "age", "weight_kg", "yearly_income"]
units = clinic.select(names).to_numpy()


def coefficients(table):
    """Return the slopes and the half widths of their 95 % intervals."""
    z = (table.select(names).to_numpy() - units.mean(axis=0)) / units.std(axis=0)
    X, y = np.column_stack([np.ones(len(z)), z[:, 1:]]), z[:, 0]
    slopes = np.linalg.lstsq(X, y)[0]
    spread = ((y - X @ slopes) ** 2).sum() / (len(y) - X.shape[1])
    return slopes[1:], 1.96 * np.sqrt(spread * np.diag(np.linalg.inv(X.T @ X)))[1:]


sizes = [3, 5, 10, 20, 30]
truth, width = coefficients(clinic)
found = [coefficients(covey.protect(clinic, k=k, method="dba2", roles=roles).data) for k in sizes]

# %%
# The grey band is the 95 % interval on the original. The order of the three influences stays, but
# the strongest grow with *k*: group means show the relation between groups and hide the scatter
# within them. For the same reason the intervals that a user computes from a release are narrower
# than they should be, and a large *k* needs a warning beside the data. ``covey measure --model
# "systolic_bp ~ age + weight_kg"`` measures it for a model of your own.

figure, panels = plt.subplots(1, 3, figsize=(10, 3.4), sharey=True)
for number, (axes, name) in enumerate(zip(panels, names[1:], strict=True)):
    low, high = truth[number] - width[number], truth[number] + width[number]
    axes.axhspan(low, high, color=_style.PALE, alpha=0.6)
    axes.axhline(truth[number], color=_style.GREY, linewidth=1)
    slopes = [slope[number] for slope, _ in found]
    bars = [bar[number] for _, bar in found]
    axes.errorbar(range(len(sizes)), slopes, bars, fmt="o", color=_style.BLUE, elinewidth=1.4)
    axes.set_xticks(range(len(sizes)), [str(k) for k in sizes])
    axes.set(title=name, xlabel="k", xlim=(-0.6, len(sizes) - 0.4))
panels[0].set(ylabel="Coefficient, standardized")
_style.write(
    panels[0], "original, 95 %", (len(sizes) - 0.5, truth[0]), (0, -20), _style.GREY, ha="right"
)
