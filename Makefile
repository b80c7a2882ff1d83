# Everything is set up inside .venv, but for the page, which is built into the package, and a browser if the tests find none.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# pip compiles what it installs, but not a tree that it only links to.
COMPILE := $(BIN)/python -m compileall -q src
CORE := CMakeLists.txt $(wildcard native/*)
UV := .venv/lock/bin/uv
# One lock for every Python from 3.11 on and every system. It names no registry, so that each machine uses its own.
LOCK := $(UV) pip compile --quiet --universal --python-version=3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command='make lock'
# More processes than cores, since many tests wait: for a browser, a server, a time-out. Bytecode is kept whatever the shell says.
PYTEST := env PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses=3 --dist=worksteal
CORES = $(shell getconf _NPROCESSORS_ONLN)
NATIVE := $(wildcard native/*.?pp)
TIDIED := $(patsubst native/%,check-tidy-%,$(wildcard native/*.cpp))
TIDY = $(BIN)/clang-tidy --quiet
INCLUDES = -isystem "$$($(BIN)/python -m nanobind --include_dir)" \
	-isystem "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')"
# What make verify runs: the folders with campaigns, and the tests that go through all of their samples.
PARTS := $(sort $(patsubst tests/%/,%,$(dir $(wildcard tests/*/verify_*.py)))) samples
PART ?= $(PARTS)

.DEFAULT_GOAL := help
.PHONY: help play serve page test check check-types check-style check-imports check-text check-page check-native \
	verify verify-help sanitize sanitize-short format lock upgrade bench load clean
# All of it is set up in one environment, one thing after the other. The parts of ``make check`` only read it.
ifeq ($(filter check-%,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

help: ## list what can be made
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | while IFS='	' read -r target purpose; do \
		printf '  make %-15s %s\n' "$$target" "$$purpose"; done

play: .venv/ready-to-play ## set up and start a game
	@$(BIN)/commonfactor

serve: .venv/ready-to-play page ## set up and start the server; it prints the address of the page
	@$(BIN)/commonfactor serve

# Whoever installs builds the page as well; this is for one that was edited since. What is as it was is not built again.
page: .venv/bin/python ## build the page
	@$(BIN)/python web/page_build.py build

test: .venv/ready-to-develop page ## set up, find or install a browser, and run all tests; COVERAGE=yes measures too
	@$(BIN)/python tests/web/browsers.py
	$(PYTEST) $(if $(COVERAGE),--cov --cov-report=) --durations=20
	$(if $(COVERAGE),@$(BIN)/python tests/coverage_floors.py)

# The longest part comes first. Output is kept together by part where make can do that, which is from version 4 on.
check: .venv/ready-to-develop ## format, lint, types, import contracts, links, the lock file, the page
	@$(MAKE) --no-print-directory --keep-going --jobs=$(CORES) $(if $(filter output-sync,$(.FEATURES)),--output-sync) \
		check-types check-native check-page check-style check-imports check-text

check-types: .venv/ready-to-develop
	$(BIN)/mypy

check-style: .venv/ready-to-develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-imports: .venv/ready-to-develop
	$(BIN)/lint-imports

check-text: .venv/ready-to-develop
	$(BIN)/pytest -q tests/documentation/test_links.py tests/test_lock.py

# Its tests report every success, which is of interest only beside a failure.
check-page: .venv/ready-to-develop
	$(BIN)/python web/page_build.py check .venv/page >.venv/page.txt 2>&1 || { cat .venv/page.txt; exit 1; }

check-native: check-native-format $(TIDIED)

check-native-format: .venv/ready-to-develop
	$(BIN)/clang-format --dry-run --Werror $(NATIVE)

# A file is looked at again when it, a header, the checks or the version of the tool has changed.
$(TIDIED): check-tidy-%: .venv/ready-to-develop
	@mkdir -p .venv/tidied
	@seen=.venv/tidied/$*-$$(cat native/$* native/*.hpp .clang-tidy requirements-dev.txt | git hash-object --stdin); \
	test -e "$$seen" || { \
		echo clang-tidy native/$*; \
		$(TIDY) native/$* -- -std=c++20 $(INCLUDES) && \
		touch "$$seen"; }

verify: .venv/ready-to-develop page ## run the long campaigns, all or those of one PART; make verify-help lists them
	@$(if $(filter-out $(PARTS),$(PART)),echo 'There is no part $(PART). There are: $(PARTS).' >&2; exit 1)
	@echo 'This will run, one after the other, with how long each takes on two cores:'
	@$(foreach part,$(PART),grep '^| `make verify PART=$(part)`' CONTRIBUTING.md;)
	@$(MAKE) --no-print-directory --keep-going $(PART:%=verify-%)

verify-help: ## list the parts of make verify, what each covers and how long it takes
	@grep '^| `make verify' CONTRIBUTING.md

verify-web: .venv/ready-to-develop page
	@$(BIN)/python tests/web/browsers.py
	$(PYTEST) tests/web/verify_*.py

verify-samples: .venv/ready-to-develop page
	SAMPLES=all $(PYTEST) --hypothesis-profile=new $$(grep -lr --include='test_*.py' '^from samples import' tests)

verify-%: .venv/ready-to-develop page
	$(PYTEST) tests/$*/verify_*.py

sanitize: .venv/ready-to-develop ## run the tests of the solver and of the compiled games with a core that watches its own memory, arithmetic and threads
	@# Following every path takes a minute, even for the narrowest sets alone.
	printf '%s\n' native/*.cpp | xargs -P$(CORES) -I{} $(TIDY) --checks='-*,clang-analyzer-*' {} -- \
		-std=c++20 -DCOMMONFACTOR_MOST_VERTICES=64 $(INCLUDES)
	tests/solver/sanitize

sanitize-short: .venv/ready-to-develop ## the tests of the core alone in the same way, in a fraction of the time
	tests/solver/sanitize --short

format: .venv/ready-to-develop ## put the source into the house style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(NATIVE)

lock: $(UV) ## pin what pyproject.toml asks for, with hashes; pins that still fit stay
	$(LOCK) $(UPGRADE) --extra=dev --output-file=requirements-dev.txt pyproject.toml
	cd web && ../$(BIN)/python -c 'import page_build; print(page_build.NODE_PACKAGE)' | \
		../$(LOCK) $(UPGRADE) --no-annotate --output-file=requirements-node.txt -

upgrade: UPGRADE := --upgrade
upgrade: lock ## pin the newest versions of everything

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

.venv/requirements: .venv/bin/python requirements-dev.txt
	@$(PIP) --require-hashes --no-deps --requirement requirements-dev.txt </dev/null
	@touch $@

# The page comes first, since the build without isolation cannot install a Node for it.
.venv/ready-to-develop: .venv/requirements pyproject.toml $(CORE)
	@$(BIN)/python web/page_build.py build </dev/null >/dev/null
	@$(PIP) --no-deps --no-build-isolation --editable . </dev/null
	@$(COMPILE)
	@touch $@

.venv/ready-to-bench: .venv/bin/python pyproject.toml $(CORE)
	@$(PIP) --editable '.[bench]' </dev/null
	@$(COMPILE)
	@touch $@

$(UV): .venv/bin/python
	@$(PYTHON) -m venv .venv/lock </dev/null
	@.venv/lock/bin/python -m pip --disable-pip-version-check install --quiet uv==0.13.8 </dev/null
