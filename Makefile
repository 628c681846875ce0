# Two commands do everything: `make demo` shows citevet at work, `make test` proves that it works.
# They need Python 3.11 or later, pip, make and git. Another Python: `make test PYTHON=python3.13`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
FUZZ_SECONDS ?= 60

.PHONY: help demo test check fix docs bench eval fuzz clean
.DEFAULT_GOAL := help

help:  ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8

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

test: $(VENV)/installed-dev  ## lint, format, types, import contracts, and every test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -n auto

# What fits into ten seconds on two cores: all static checks, and the tests of rules, fixes and house numbers.
check: $(VENV)/installed-dev  ## the checks that take less than ten seconds
	@$(BIN)/python docs/check.py $(BIN)

fix: $(VENV)/installed-dev  ## mend what ruff can mend, and format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/installed  ## regenerate docs/rules and docs/cli.md
	$(BIN)/python -m citevet.rules.pages docs/rules
	$(BIN)/python docs/cli.py > docs/cli.md.new
	@mv docs/cli.md.new docs/cli.md

bench: $(VENV)/installed-bench  ## speed and memory as ratios, against peers in the same run
	$(BIN)/python bench/run.py

eval: $(VENV)/installed  ## the scoreboard of what exists today: extraction
	$(BIN)/python evals/extraction.py

fuzz: $(VENV)/installed  ## atheris on the readers and the finders, FUZZ_SECONDS each
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	  { echo "atheris is not installed. It needs clang: CLANG_BIN=\$$(command -v clang) $(BIN)/pip install atheris"; \
	    echo "Without it, tests/laws/test_fuzz_targets.py runs the same targets under hypothesis."; exit 1; }
	$(BIN)/python fuzz/fuzz_read.py -max_total_time=$(FUZZ_SECONDS)
	$(BIN)/python fuzz/fuzz_extract.py -max_total_time=$(FUZZ_SECONDS)

clean:  ## remove the environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
