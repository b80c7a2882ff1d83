# Everything is set up inside .venv, but for the page, which is built into the package, and a browser if the tests find none.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# pip compiles what it installs, but not a tree that it only links to.
COMPILE := $(BIN)/python -m compileall -q src
CORE := CMakeLists.txt $(wildcard native/*)
# Following every branch takes a test three times as long, so only those are followed that have to go through all of them.
FOLLOWED := tests/arithmetic tests/rules tests/arena tests/terminal \
	$(filter-out %/test_laws.py,$(wildcard tests/conformance/test_*.py))
PYTEST := $(BIN)/pytest --numprocesses=2 --dist=worksteal

.DEFAULT_GOAL := help
.PHONY: help play serve page test check check-core verify sanitize sanitize-short format lock bench load clean
# All of it is set up in one environment, one thing after the other.
.NOTPARALLEL:

help: ## list what can be made
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/'

play: .venv/ready-to-play ## set up and start a game
	@$(BIN)/commonfactor

serve: .venv/ready-to-play page ## set up and start the server; it prints the address of the page
	@$(BIN)/commonfactor serve

# Whoever installs builds the page as well; this is for one that was edited since. What is as it was is not built again.
page: .venv/bin/python ## build the page
	@$(BIN)/python web/page_build.py build

test: .venv/ready-to-develop page ## set up, find or install a browser, and run all tests
	@$(BIN)/python tests/web/browsers.py
	$(PYTEST) $(FOLLOWED) --cov --cov-report=term
	$(PYTEST) $(FOLLOWED:%=--ignore=%)

check: .venv/ready-to-develop ## format, lint, types, import contracts, documentation, the page's types and tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/documentation
	$(BIN)/python web/page_build.py check .venv/page

verify: .venv/ready-to-develop page ## compare solver and reference wherever that can follow, and let level 5 win; over half an hour on two cores
	$(PYTEST) tests/*/verify_*.py

sanitize: .venv/ready-to-develop ## run the tests of the solver and of the compiled games with a core that watches its own memory, arithmetic and threads
	tests/solver/sanitize

sanitize-short: .venv/ready-to-develop
	tests/solver/sanitize --short

format: .venv/ready-to-develop ## put the source into the house style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/ready-to-bench ## measure speed; benchmarks/README.md says what
	$(BIN)/python benchmarks/random_play.py
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/solver_peers.py
	$(BIN)/python benchmarks/solver_openings.py
	$(BIN)/python benchmarks/solver_growth.py
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/batch.py
	$(BIN)/python benchmarks/tournament.py

load: .venv/ready-to-develop page ## measure the server under load; benchmarks/README.md says how
	$(BIN)/python benchmarks/load.py

clean: ## remove what was set up
	rm -rf .venv src/commonfactor/web/static*

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Common Factor needs Python 3.11 or newer, such as: make PYTHON=python3.12 $(MAKECMDGOALS)' >&2; exit 1; }
	@echo 'Setting up, once. This may take a minute.' >&2
	@$(PYTHON) -m venv .venv </dev/null || { rm -rf .venv; exit 1; }

.venv/ready-to-play: .venv/bin/python pyproject.toml $(CORE)
	@$(PIP) --editable . </dev/null
	@$(COMPILE)
	@touch $@

.venv/ready-to-develop: .venv/bin/python pyproject.toml $(CORE)
	@$(PIP) --editable '.[dev]' </dev/null
	@$(COMPILE)
	@touch $@

.venv/ready-to-bench: .venv/bin/python pyproject.toml $(CORE)
	@$(PIP) --editable '.[bench]' </dev/null
	@$(COMPILE)
	@touch $@
