# Simulated RNA-seq counts and their normalisation by edgeR. Run in this folder: Rscript counts.R
# The tables were written with edgeR 3.40.2 (Debian's package r-bioc-edger).
suppressMessages(library(edgeR))
set.seed(1)
genes <- 100

write <- function(table, file) {
  write.table(
    data.frame(gene = rownames(table), table), file,
    sep = "\t", quote = FALSE, row.names = FALSE
  )
}

normalise <- function(name, counts) {
  dimnames(counts) <- list(
    sprintf("g%03d", seq_len(nrow(counts))), sprintf("s%d", seq_len(ncol(counts)))
  )
  factors <- calcNormFactors(DGEList(counts), method = "TMM")
  write(counts, paste0(name, ".tsv"))
  write(t(factors$samples["norm.factors"]), paste0(name, "-factors.tsv"))
  write(signif(cpm(DGEList(counts), log = TRUE, prior.count = 2), 12), paste0(name, "-logcpm.tsv"))
  write(signif(cpm(factors, log = TRUE, prior.count = 2), 12), paste0(name, "-tmm.tsv"))
}

# Libraries of different size; in the last four samples some genes are much higher.
depth <- c(1, 0.4, 2.5, 1, 1, 3, 0.2, 1.5, 1)
mean <- exp(rnorm(genes, 4, 2))
counts <- sapply(seq_along(depth), function(i) {
  effect <- ifelse(seq_len(genes) <= 15 & i > 5, 8, 1)
  rnbinom(genes, mu = mean * depth[i] * effect, size = 5)
})
# A gene without any count, one that a single sample has, and ties.
counts[16, ] <- 0
counts[17, ] <- c(rep(0, length(depth) - 1), 5)
counts[18:25, ] <- rep(c(3, 0, 7, 3, 3, 9, 0, 4, 3), each = 8)
normalise("deep", counts)

# The upper quartile of one sample is zero, and two samples are equal.
counts <- matrix(rpois(genes * 6, 3), genes)
counts[21:genes, 1] <- 0
counts[, 6] <- counts[, 5]
normalise("shallow", counts)

# The upper quartile of most samples is zero, and one shares no gene with the others.
counts <- matrix(0, genes, 5)
for (i in 1:4) counts[sample(genes - 10, 15), i] <- rpois(15, 6) + 1
counts[(genes - 9):genes, 5] <- 4
counts[1:8, 1:4] <- rpois(32, 20) + 1
normalise("sparse", counts)
