# Every target sets up what it needs; `make help` lists them.

PYTHON ?= python3
CORES ?= $(shell getconf _NPROCESSORS_ONLN)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup study test families faults browser cluster lint bench docs lock audit clean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## make .venv with the pinned packages and the library

$(READY): envs/requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "error: $(PYTHON) is older than Python 3.11; name a newer one: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r envs/requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

study: setup  ## run the study in config.yaml; the answer is in results/report.html
	$(BIN)/snakemake --cores $(CORES)
	@echo 'The answer is in results/report.html'

test: setup  ## run the tests
	$(BIN)/python -m pytest

families: setup  ## test the methods of the other papers and candidates of any kind, on small studies
	$(BIN)/python -m pytest tests/families

faults: setup  ## test kills, damaged files, orphaned jobs and the memory of jobs
	$(BIN)/python -m pytest tests/faults

browser: setup  ## test the report in Chromium: widths, print, accessibility; needs chromium and npm
	npm install --silent --no-audit --no-fund --prefix $(VENV)/npm axe-core@4.14.1
	AXE_CORE=$(CURDIR)/$(VENV)/npm/node_modules/axe-core/axe.min.js \
	    $(BIN)/python -m pytest --numprocesses 0 tests/browser

cluster: setup  ## run the tests on a Slurm of two nodes; needs root and Debian's slurm-wlm and munge
	$(BIN)/python -m pytest --numprocesses 0 tests/cluster

lint: setup  ## check the style of code and workflow
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/snakefmt --check Snakefile rules
	$(BIN)/snakemake --lint

bench: setup  ## measure how fast pairs are scored, into results/bench.json
	$(BIN)/python -m pytest tests/bench
	$(BIN)/python tests/bench/bench.py

docs: setup  ## write docs/configuration.md from the schema
	$(BIN)/python docs/configuration.py

lock: setup  ## pin the newest allowed packages
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
	    envs/requirements.in --output-file envs/requirements.lock

audit: setup  ## look the pinned packages up among known vulnerabilities, over the network
	$(BIN)/pip install --quiet pip-audit
	$(BIN)/pip-audit --requirement envs/requirements.lock --disable-pip

clean:  ## remove .venv and everything computed
	rm -rf $(VENV) results logs benchmarks .snakemake .pytest_cache .ruff_cache .hypothesis
	find scripts tests docs -name __pycache__ -type d -prune -exec rm -rf {} +
