# `make demo` shows citevet at work; `make test` runs every check.
# Both need Python 3.11 or later, pip, make and git. Use another Python with `make test PYTHON=python3.13`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
FUZZ_SECONDS ?= 60
# Some machines forbid compiled modules; every start of the command would then compile 350 of them, for half a second.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help demo test check fix docs site screenshots states build bench eval eval-references fuzz clients train-smoke torture clean
.DEFAULT_GOAL := help

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 13

# A stamp file newer than pyproject.toml means that its requirements are installed.
$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "citevet needs Python 3.11 or later; name one with: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/python
	$(PIP) -e .
	@touch $@

$(VENV)/installed-web: pyproject.toml | $(VENV)/python
	$(PIP) -e '.[web]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-dev: pyproject.toml | $(VENV)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed $(VENV)/installed-web

$(VENV)/installed-site: pyproject.toml | $(VENV)/python
	$(PIP) -e '.[site]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-bench: bench/peers.txt $(VENV)/installed-dev
	$(PIP) -e '.[bench]'
	@grep -v '^#' bench/peers.txt | while read -r peer; do $(PIP) "$$peer" || echo "not installed: $$peer"; done
	@touch $@

demo: $(VENV)/installed-web  ## audit the examples, also online against services on this machine
	@echo '$$ cd examples && citevet check'
	@cd examples && ../$(BIN)/citevet check; code=$$?; echo; \
	  if [ $$code -eq 1 ]; then echo "Exit code 1 is right: the example has planted faults (examples/EXPECTED.md)."; \
	  else echo "The check ended with exit code $$code, but the planted faults should give exit code 1."; exit 1; fi
	@echo; echo '$$ cd examples && citevet check online/brief.md --online   # all services are on this machine'
	@$(BIN)/python examples/online.py; code=$$?; echo; if [ $$code -ne 1 ]; then \
	  echo "The online check ended with exit code $$code, but the planted faults should give exit code 1."; exit 1; fi

# The types take a minute of one core, so the tests run beside them.
test: $(VENV)/installed-dev  ## lint, format, types, import contracts, and every test
	@$(MAKE) --no-print-directory -j 2 lint contracts browser
	@$(MAKE) --no-print-directory -j 2 types suite

# The tests of a file stay together, because they share servers, browsers and processes. There is one worker more than
# there are cores: many tests wait for a server, a browser or a database.
.PHONY: suite
suite: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n $(shell expr $$(nproc 2>/dev/null || echo 2) + 1) --dist loadfile --no-loadscope-reorder -rs

# The tests of web pages drive a real browser; where none can be installed they are skipped, and say so.
.PHONY: browser
browser:
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  { apt-get -q update && apt-get -qy install --no-install-recommends chromium; } >/dev/null || \
	  echo "chromium cannot be installed here: tests/web is skipped"; \
	else echo "no chromium, and no right to install it: tests/web is skipped (apt-get install chromium)"; fi

# Static checks, the limits on the source tree, and the tests of two small packages: ten seconds on two cores.
QUICK := tests/house/test_numbers.py tests/fix tests/report/test_summary.py
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

fix: $(VENV)/installed-dev  ## apply the fixes of ruff and format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/installed-dev  ## regenerate docs/rules, docs/cli.md, docs/api.md, docs/coverage.md and the JSON Schemas
	$(BIN)/python docs/rule_pages.py docs/rules
	$(BIN)/python docs/schemas.py src/citevet/schemas
	$(BIN)/python docs/cli.py > docs/cli.md.new
	@mv docs/cli.md.new docs/cli.md
	$(BIN)/python docs/coverage.py
	$(BIN)/python docs/limits.py > docs/limits.md.new
	@mv docs/limits.md.new docs/limits.md
	$(BIN)/python docs/api.py > docs/api.md.new
	@mv docs/api.md.new docs/api.md
	$(BIN)/python docs/operations.py > docs/operations.md.new
	@mv docs/operations.md.new docs/operations.md

site: $(VENV)/installed-site  ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'open site/index.html'

screenshots: $(VENV)/installed-dev browser  ## take the pictures of docs/images again, with chromium
	$(BIN)/python tests/web/screenshots.py

states: $(VENV)/installed-dev browser  ## photograph every state of the page of `serve` into build/states, to look at
	$(BIN)/python tests/web/page_states.py $(SHOW)

build: $(VENV)/python  ## build the wheels of citevet and citevet-base into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist . ./packages/citevet-base

.PHONY: wheels
wheels: build  ## build the wheels, check them, install them into an empty environment, and run the demo there
	$(PIP) 'twine>=6,<8'
	$(BIN)/python -m twine check --strict dist/*.whl
	$(BIN)/python packages/check_wheels.py dist

.PHONY: vscode
vscode:  ## build the extension for VS Code into editors/vscode (needs Node.js and npm)
	cd editors/vscode && npm install --no-package-lock --ignore-scripts --silent && npm run --silent package

bench: $(VENV)/installed-bench  ## speed and memory as ratios, against peers in the same run
	$(BIN)/python -m bench.run

# Also score labelled pairs of your own: make eval DATA=dev.jsonl.xz SETS=scifact.dev,wice.dev
eval: $(VENV)/installed-dev  ## scoreboards of extraction and of the judge, on our own set or on DATA
	$(BIN)/python -m evals.extraction
	$(BIN)/python -m evals.support $(if $(DATA),--data $(DATA)) $(if $(SETS),--sets $(SETS)) $(if $(JUDGE),--judge $(JUDGE))

# DATA: a folder with CSL-JSON of real works and references.jsonl. HALLMARK: `data` of a clone of rpatrik96/hallmark.
eval-references: $(VENV)/installed-dev  ## references against their records: DATA=FOLDER HALLMARK=FOLDER
	$(if $(DATA),$(BIN)/python -m evals.references $(DATA) --works $(or $(WORKS),300) --looked-up $(or $(LOOKED_UP),100))
	$(if $(HALLMARK),$(BIN)/python -m evals.references.hallmark $(HALLMARK))
	@$(if $(DATA)$(HALLMARK),,echo "Name data: make eval-references DATA=FOLDER HALLMARK=FOLDER. See evals/README.md."; exit 2)

fuzz: $(VENV)/installed  ## atheris on the readers and the finders, FUZZ_SECONDS each
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	  { echo "atheris is not installed. It needs clang: CLANG_BIN=\$$(command -v clang) $(BIN)/pip install atheris"; \
	    echo "Without it, tests/laws/test_fuzz_targets.py runs the same targets under hypothesis."; exit 1; }
	$(BIN)/python -m fuzz.fuzz_read -max_total_time=$(FUZZ_SECONDS)
	$(BIN)/python -m fuzz.fuzz_extract -max_total_time=$(FUZZ_SECONDS)

.PHONY: frameworks
frameworks: $(VENV)/installed-dev  ## install LangChain and LlamaIndex, and test the hooks inside them
	$(PIP) -e '.[frameworks]'
	$(BIN)/python -m pytest tests/adapters

.PHONY: clients
clients: $(VENV)/installed-dev  ## install a generator of clients, and test the client that it makes of the HTTP service
	$(PIP) -e '.[clients]'
	$(BIN)/python -m pytest tests/serve/test_generated_client.py

train-smoke: $(VENV)/python  ## a few steps of training on the CPU, with a tiny model (installs torch)
	$(PIP) -e '.[train]'
	$(BIN)/python -m training.smoke

torture: $(VENV)/installed-dev  ## hostile projects and requests, FUZZ_SECONDS of mutated files, 300 random kills
	$(BIN)/python -m fuzz.hostile.run
	$(BIN)/python -m fuzz.mutate $(FUZZ_SECONDS)
	KILLS=200 $(BIN)/python -m pytest tests/corpus/test_crash.py
	$(BIN)/python -m fuzz.kill_batch 50
	$(BIN)/python -m fuzz.kill_database 50
	SCHEMATHESIS_PHASES=examples,coverage,fuzzing $(BIN)/python -m pytest tests/serve/test_openapi.py

clean:  ## remove the environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build site
