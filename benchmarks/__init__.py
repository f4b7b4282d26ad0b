"""Time, peak memory and information loss side by side, as ratios within one run."""
