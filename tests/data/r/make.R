# Makes the .rds and .RData files in this folder: Rscript make.R
# R 4.2 with Biobase 2.58 and SummarizedExperiment 1.28 (Debian: r-base-core, r-bioc-biobase,
# r-bioc-summarizedexperiment).
suppressMessages({
  library(Biobase)
  library(SummarizedExperiment)
})
set.seed(1)

samples <- sprintf("s%02d", 1:8)
features <- sprintf("%d_at", c(1007, 1053, 117, 121))
values <- matrix(round(rnorm(32, 7), 3), 4, dimnames = list(features, samples))
values[2, 3] <- NA
pheno <- data.frame(
  outcome = factor(rep(c("cured", "relapse"), 4), levels = c("relapse", "cured")),
  age = c(50, 61.5, NA, 47, 38, 70, 55, 66),
  grade = 1:8,
  treated = rep(c(TRUE, FALSE, NA, TRUE), 2),
  note = c("a ", NA, "ü", "d", "e", "f", "g", "h"),
  diagnosed = as.Date("2001-05-01") + 0:7,
  row.names = samples,
  stringsAsFactors = FALSE
)
genes <- data.frame(
  symbol = c("DDR1", "RFC2", NA, "PAX8"),
  chromosome = factor(c("6", "7", "1", "2")),
  row.names = features
)

saveRDS(values, "matrix.rds")
saveRDS(matrix(1:32, 4, dimnames = dimnames(values)), "counts.rds", compress = "xz")
saveRDS(matrix(1:4, 2), "unnamed.rds")
saveRDS(as.data.frame(values), "frame.rds", compress = FALSE)
saveRDS(cbind(pheno["outcome"], as.data.frame(t(values))), "samples_in_rows.rds", compress = "bzip2")
saveRDS(pheno, "samples.rds")

eset <- ExpressionSet(
  values,
  phenoData = AnnotatedDataFrame(pheno),
  featureData = AnnotatedDataFrame(genes),
  annotation = "hgu133plus2"
)
saveRDS(eset, "expressionset.rds")

rows <- GRanges(c("6", "7", "1", "2"), IRanges(1:4, width = 10), symbol = genes$symbol)
names(rows) <- features
se <- SummarizedExperiment(
  list(counts = round(2^values), logcounts = values),
  colData = DataFrame(pheno, check.names = FALSE)
)
saveRDS(se, "summarizedexperiment.rds")
ranged <- SummarizedExperiment(list(exprs = values), rowRanges = rows, colData = DataFrame(pheno))
saveRDS(ranged, "ranged.rds")

notes <- list(made = "for tests")
save(eset, notes, file = "one_set.RData")
save(values, pheno, file = "matrix_and_frame.RData", compress = "xz")
other <- values[, 1:4]
save(values, other, eset, file = "several.rda", ascii = TRUE)
saveRDS(notes, "list.rds")
saveRDS(lm(1:3 ~ c(1, 2, 4)), "model.rds")

# The same values as text, to compare with.
write.table(values, "values.tsv", sep = "\t", quote = FALSE, col.names = NA)
saveRDS(matrix(c("a", "b", "c", "d"), 2, dimnames = list(c("f", "g"), c("x", "y"))), "words.rds")
saveRDS(
  structure(
    list(gene = features, symbol = genes$symbol, s01 = values[, 1], s02 = 1:4),
    class = c("tbl_df", "tbl", "data.frame"), row.names = c(NA, -4L)
  ),
  "tibble.rds"
)
sparse <- Matrix::Matrix(round(2^values * (values > 7)), sparse = TRUE)
saveRDS(as(sparse, "dgCMatrix"), "sparse.rds")
saveRDS(SummarizedExperiment(list(counts = as(sparse, "dgCMatrix"))), "sparse_experiment.rds")
saveRDS(as(as(Matrix::Matrix(diag(3), sparse = TRUE), "symmetricMatrix"), "dsCMatrix"), "symmetric.rds")
saveRDS(structure(values, dimnames = list(genes = features, arrays = samples)), "dimnames.rds")
