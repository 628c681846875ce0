# Two commands do everything: `make demo` shows citevet at work, `make test` proves that it works.
# They need Python 3.11 or later, pip, make and git. Another Python: `make test PYTHON=python3.13`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
FUZZ_SECONDS ?= 60

.PHONY: help demo test check fix docs bench eval fuzz train-smoke torture clean
.DEFAULT_GOAL := help

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 13

# A stamp is younger than pyproject.toml exactly when what it asks for is installed.
$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "citevet needs Python 3.11 or later; name one with: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/python
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-bench: pyproject.toml | $(VENV)/python
	$(PIP) -e '.[bench]'
	@touch $@

demo: $(VENV)/installed  ## audit the example paper and print the report
	@echo '$$ cd examples && citevet check'
	@cd examples && ../$(BIN)/citevet check; code=$$?; echo; \
	  if [ $$code -eq 1 ]; then echo "The check ended with exit code 1, as it should: faults were planted in the example (examples/EXPECTED.md)."; \
	  else echo "The check ended with exit code $$code, where 1 was expected: the example has planted faults."; exit 1; fi

test: lint types contracts  ## lint, format, types, import contracts, and every test
	$(BIN)/python -m pytest -n auto

# What fits into ten seconds on two cores: the static checks, the house numbers, and the tests of these rooms.
QUICK := tests/house/test_numbers.py tests/fix tests/report/test_verdict_line.py
check: $(VENV)/installed-dev  ## the checks that take less than ten seconds
	@$(MAKE) --no-print-directory -j 2 lint types contracts quick

.PHONY: lint types contracts quick
lint: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/installed-dev
	$(BIN)/mypy

contracts: $(VENV)/installed-dev
	$(BIN)/lint-imports --no-logo

quick: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(QUICK)

fix: $(VENV)/installed-dev  ## mend what ruff can mend, and format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/installed  ## regenerate docs/rules, docs/cli.md and the JSON Schemas
	$(BIN)/python -m citevet.rules.pages docs/rules
	$(BIN)/python docs/schemas.py src/citevet/schemas
	$(BIN)/python docs/cli.py > docs/cli.md.new
	@mv docs/cli.md.new docs/cli.md

bench: $(VENV)/installed-bench  ## speed and memory as ratios, against peers in the same run
	$(BIN)/python -m bench.run

# The judge on a file of labelled pairs as well: make eval DATA=dev.jsonl.xz SETS=scifact.dev,wice.dev
eval: $(VENV)/installed  ## the scoreboards: extraction, and the judge on our own set or on DATA
	$(BIN)/python -m evals.extraction
	$(BIN)/python -m evals.support $(if $(DATA),--data $(DATA)) $(if $(SETS),--sets $(SETS)) $(if $(JUDGE),--judge $(JUDGE))

fuzz: $(VENV)/installed  ## atheris on the readers and the finders, FUZZ_SECONDS each
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	  { echo "atheris is not installed. It needs clang: CLANG_BIN=\$$(command -v clang) $(BIN)/pip install atheris"; \
	    echo "Without it, tests/laws/test_fuzz_targets.py runs the same targets under hypothesis."; exit 1; }
	$(BIN)/python -m fuzz.fuzz_read -max_total_time=$(FUZZ_SECONDS)
	$(BIN)/python -m fuzz.fuzz_extract -max_total_time=$(FUZZ_SECONDS)

train-smoke: $(VENV)/python  ## a few steps of training on the CPU, with a tiny model (installs torch)
	$(PIP) -e '.[train]'
	$(BIN)/python -m training.smoke

torture: $(VENV)/installed-dev  ## 200 random kills during add, index and fix
	KILLS=200 $(BIN)/python -m pytest tests/library/test_crash.py

clean:  ## remove the environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
