# Times sdcMicro's MDAV on a CSV file: Rscript run_sdcmicro.R TABLE.csv MASKED.csv K
suppressPackageStartupMessages(library(sdcMicro))
arguments <- commandArgs(trailingOnly = TRUE)
table <- read.csv(arguments[1])
k <- as.integer(arguments[3])
seconds <- Inf
for (run in 1:3) {
  took <- system.time(
    found <- microaggregation(table, variables = names(table), method = "mdav", aggr = k)
  )[["elapsed"]]
  seconds <- min(seconds, took)
}
write.csv(format(found$mx, digits = 17, trim = TRUE), arguments[2], row.names = FALSE, quote = FALSE)
cat(sprintf("\n{\"seconds\": %.6f, \"version\": \"%s\"}\n", seconds, packageVersion("sdcMicro")))
