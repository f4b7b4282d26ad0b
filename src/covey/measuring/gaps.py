"""What becomes of cells without a value, in the words that follow their number."""

LEFT_OUT = "are left out"
AT_THE_MEAN = "count as the mean"
