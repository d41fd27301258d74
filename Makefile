# `make play` opens the games; `make test` runs every check. Both bring what they need, into .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
UI ?= lab
LAB_FLAGS ?=
PYTEST_FLAGS ?=

PY := .venv/bin/python
OLD := .venv-oldest/bin/python
PAGE := interactive_provider/widget/frontend
TABLES := interactive_provider/hosting/pages
HOST := interactive_provider/interpreters/stories/published/host
HOST_TESTS := tests/interpreters/stories/published/host.test.mjs
# Its files are one program, so what one of them defines is used in another; it mends what a page finds built in.
HOST_RULES := -D correctness -D suspicious -D perf -A no-unused-vars -A no-extend-native \
    -A unicorn/consistent-function-scoping -A unicorn/no-array-sort
NODE := PATH="$(CURDIR)/.venv/bin:$$PATH"
# What checks the page's program and makes it small.
PAGE_TOOLS = test $(PAGE)/node_modules -nt $(PAGE)/package.json || \
    { $(NODE) npm install --prefix $(PAGE) --no-package-lock --no-audit --no-fund --silent && touch $(PAGE)/node_modules; }
PIP_FLAGS := -qq --disable-pip-version-check
comma := ,

.DEFAULT_GOAL := help
.PHONY: help near generated play test test-all setup page test-together lint test-oldest test-newest test-unit test-browser test-front-ends test-pages format bench dist lite notebooks mutants site docs-pictures clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' Makefile

# Playing -----------------------------------------------------------------------------------

PLAYGROUND := $(patsubst notebooks/%,playground/%,$(wildcard notebooks/*.ipynb))

play: $(if $(filter terminal,$(UI)),.venv/.terminal,.venv/.play $(PLAYGROUND)) ## Open JupyterLab on the tour (UI=terminal: IPython instead)
ifeq ($(UI),terminal)
	@$(PY) -m interactive_provider
else ifeq ($(UI),lab)
	@$(PY) -m jupyter trust $(PLAYGROUND) > /dev/null
	@$(PY) -m jupyterlab --ServerApp.root_dir="$(CURDIR)" $(LAB_FLAGS) playground/tour.ipynb
else
	@echo "UI=$(UI) is neither 'lab' nor 'terminal'." >&2; exit 2
endif

# Copies to play in, so that git sees no change; one that was written in gives way to a newer one under another name.
playground/%.ipynb: notebooks/%.ipynb
	@mkdir -p playground
	@test ! -e $@ || mv $@ playground/$*-before.ipynb
	@cp $< $@

# While you work: the quickest tests that reach what has changed since the last commit (NEAR_FLAGS="--since main").
near: .venv/.dev ## Run the quickest tests that reach what you have changed
	@$(PY) -m tools.near $(NEAR_FLAGS)

# The gate ----------------------------------------------------------------------------------

test: setup test-together ## Run every check, as the gate does
	@if test -s $(MISSING); then \
	    echo "== Everything else passed. Not checked: $$(tr '\n' ' ' < $(MISSING))" >&2; exit 1; fi
	@echo "== All checks passed."

test-all: export TEST_ALL := yes
test-all: test ## The same with all the seeds, positions and examples of which the gate tries a part

# One queue for all parts, as many at a time as there are processors and one more: a browser waits now and then. Those at
# its front begin first and are never made to wait; the small ones at its end fill what time is left. The output of each
# part is shown when the part has ended.
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
QUEUE = test-front-ends test-pages $(addprefix beside-,$(addprefix test-unit-,$(UNIT_PARTS)) test-newest lint test-oldest)
AT_A_TIME := $(shell expr $$(nproc 2> /dev/null || echo 2) + 1)

test-together:
	@echo "== Side by side: the browser, and all else. Each part is shown when it has ended; it takes some seven minutes."
	@$(MAKE) --no-print-directory --jobs=$(AT_A_TIME) $(TOGETHER) SIDES=all $(QUEUE)

# A part that gives way to the browser; beside other parts its tests run in one process.
beside-%:
	@nice -n 10 $(MAKE) --no-print-directory SIDES= SIDE_BY_SIDE= $*

ifeq ($(SIDES),)
.NOTPARALLEL:
endif

# What could not be brought, one sentence a line: the rest is checked without it, and the gate fails at its end.
MISSING := .venv/.missing
SKIPS = $$(test -s $(MISSING) || echo --no-skips)

setup: .venv/.dev .venv-oldest/.ready .venv-lite/.ready
	@$(NEWEST)
	@: > $(MISSING)
	@echo "== Set-up: a browser for the tests"
	@FOUND=$$($(PY) -m tools.chromium 2> /dev/null) || echo "$$FOUND" >> $(MISSING)
	@echo "== Set-up: an engine for chess, and another reader of its records"
	@FOUND=$$($(PY) -m tools.chess_programs 2> /dev/null) || echo "$$FOUND" >> $(MISSING)
	@echo "== Set-up: the schemas of ipywidgets"
	@test -e build/schemas/node_modules || $(NODE) npm install --prefix build/schemas --no-save --no-package-lock \
	    --no-audit --no-fund --silent @jupyter-widgets/schema@0.5.6
	@echo "== Set-up: the page's program, as a wheel has it"
	@$(MAKE) --silent --no-print-directory page || \
	    echo "Without npm's packages the page's program is tested as it is written, and its size is not." >> $(MISSING)

lint: .venv/.dev ## Check style, types and the import contracts
	@echo "== Style (ruff)"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --quiet --check .
	@echo "== Types (mypy)"
	@$(PY) -m mypy --no-error-summary
	@echo "== Import contracts (import-linter)"
	@.venv/bin/lint-imports --config importlinter.toml
	@echo "== Readable: no statement, signature or room more packed than it may be, no game named where boards are drawn"
	@$(PY) -m tools.readable
	@echo "== The workflows of a public host (zizmor)"
	@.venv/bin/zizmor --offline --quiet .github
	@echo "== The page's program: types, style and unit tests (TypeScript, oxlint, Prettier, node)"
	@$(PAGE_TOOLS)
	@$(NODE) npm run --prefix $(PAGE) --silent types
	@$(NODE) npm run --prefix $(PAGE) --silent lint > /dev/null || $(NODE) npm run --prefix $(PAGE) --silent lint
	@cd $(PAGE) && $(NODE) node --test --test-reporter=dot > /dev/null || $(NODE) node --test
	@echo "== The pages of tables: style (oxlint, Prettier)"
	@$(PAGE)/node_modules/.bin/oxlint --config $(PAGE)/oxlint.json --deny-warnings $(TABLES) > /dev/null || \
	    $(PAGE)/node_modules/.bin/oxlint --config $(PAGE)/oxlint.json --deny-warnings $(TABLES)
	@$(NODE) $(PAGE)/node_modules/.bin/prettier --config $(PAGE)/package.json --log-level warn --check $(TABLES)/tables.js
	@echo "== The host of published stories: style and unit tests (oxlint, node)"
	@$(PAGE)/node_modules/.bin/oxlint --deny-warnings $(HOST_RULES) $(HOST) $(HOST_TESTS) > /dev/null || \
	    $(PAGE)/node_modules/.bin/oxlint --deny-warnings $(HOST_RULES) $(HOST) $(HOST_TESTS)
	@$(NODE) node --test --test-reporter=dot $(HOST_TESTS) > /dev/null || $(NODE) node --test $(HOST_TESTS)

page: .venv/.dev ## Make the page's program small, as a wheel has it (after each change of it; else its modules are joined)
	@$(PAGE_TOOLS)
	@$(PY) -m tools.page_program

# Each file's tests run in one process, the files side by side, the longest first (`tests/conftest.py` sorts them).
SIDE_BY_SIDE := -n auto --dist loadfile --no-loadscope-reorder

ON_THE_OLDEST := tests/widget/test_board_widget.py tests/adapters/test_chess.py tests/builtin/capture tests/builtin/sliding

test-oldest: .venv-oldest/.ready
	@echo "== Completion, shell, widget, solvers and chess on the oldest releases that are promised"
	@$(OLD) -m pytest -q --no-skips $(SIDE_BY_SIDE) $(PYTEST_FLAGS) tests/kernel tests/shell
	@$(OLD) -m pytest -q --no-skips -m "not slow" $(SIDE_BY_SIDE) $(PYTEST_FLAGS) $(ON_THE_OLDEST)

# What the newest Python may change: how classes, completion and widgets are made, what is compiled, parsed, pickled or
# brought by an extra. A machine, a story, a search or a page says the same on every Python once these are right: of each
# there is the file in which the most different code is run.
QUICK := $(addprefix tests/,adapters golden heart shell widget $(addprefix interpreters/, \
        $(addprefix basic/test_,compiler_differential.py state.py statements.py suggestions.py) \
        $(addprefix stories/test_,expressions_battery.py sugarcube.py harlowe.py ink.py) zmachine/test_runtime.py) \
    $(addprefix builtin/test_,contract.py match_game.py null.py unchangeable.py ways_back.py) \
    $(addprefix search/test_,equilibrium.py retrograde.py) $(addprefix rendering/test_,every_writer.py svg_kept.py))

NEWEST = FOUND=$$($(PY) -m tools.newest_python); test -z "$$FOUND" || \
    MAKEFLAGS= make --silent --no-print-directory .venv-newest/.ready PYTHON="$$FOUND"

test-newest: .venv/.dev
	@$(NEWEST)
	@if test ! -e .venv-newest/.ready; then echo "== No newer Python is here: the tests run on that of .venv alone"; \
	else echo "== Quick tests on $$(.venv-newest/bin/python --version)" && \
	    .venv-newest/bin/python -m pytest -q --no-skips -m "not browser and not slow" \
	        $(SIDE_BY_SIDE) $(PYTEST_FLAGS) $(QUICK); fi

test-unit: .venv/.dev
	@echo "== Tests: games, kernel, notebooks, documents, wheel"
	@$(PY) -m pytest -q $(SKIPS) -m "not browser" $(SIDE_BY_SIDE) $(PYTEST_FLAGS)

# The same in parts of about the same length, by folder; `others` has every folder that no other has.
UNIT_PARTS := guests games thinking others programs
GUESTS := adapters notebooks
GAMES := builtin golden
THINKING := search heart widget
PROGRAMS := interpreters rendering shell
test-unit-guests: PART = $(addprefix tests/,$(GUESTS))
test-unit-games: PART = $(addprefix tests/,$(GAMES))
test-unit-thinking: PART = $(addprefix tests/,$(THINKING))
test-unit-programs: PART = $(addprefix tests/,$(PROGRAMS))
test-unit-others: PART = tests $(patsubst %,--ignore=tests/%,$(GUESTS) $(GAMES) $(THINKING) $(PROGRAMS))

test-unit-%: .venv/.dev
	@echo "== Tests: $*"
	@$(PY) -m pytest -q $(SKIPS) -m "not browser" $(PYTEST_FLAGS) $(PART)

BROWSER_TESTS = if grep -qs Chromium $(MISSING); then cat $(MISSING); \
    else $(PY) -m pytest -q $(SKIPS) -m $(1) $(PYTEST_FLAGS) tests/browser; fi

test-browser: .venv/.dev lite
	@echo "== Tests: boards in headless Chromium, JupyterLab, Notebook 7 and the site to play in"
	@$(call BROWSER_TESTS,browser)

test-front-ends: .venv/.dev lite
	@echo "== Tests: JupyterLab, Notebook 7 and the site to play in, in headless Chromium"
	@$(call BROWSER_TESTS,front_end)

test-pages: .venv/.dev
	@echo "== Tests: boards in headless Chromium"
	@$(call BROWSER_TESTS,"browser and not front_end")

format: .venv/.dev ## Put the code into the project's form, and the games' names into the stub for editors
	@$(PY) -m tools.catalogue_stub
	@$(PY) -m ruff check --quiet --fix .
	@$(PY) -m ruff format --quiet .
	@$(PAGE_TOOLS)
	@$(NODE) npm run --prefix $(PAGE) --silent format

# Made things -------------------------------------------------------------------------------

bench: .venv/.bench ## Measure, and write the tables under benchmarks/
	@$(PY) -m benchmarks

mutants: .venv/.dev ## Break central lines by rule and tell which no test notices (MUTANTS_FLAGS="--sample 100")
	@$(PY) -m tools.mutation $(MUTANTS_FLAGS)

site: .venv-site/.ready lite ## Build the site of the documents, with the one to play in beside it, in build/site
	@.venv-site/bin/python site/documents.py

notebooks: .venv/.dev ## Run every notebook and keep its outputs
	@$(PY) -m tools.notebooks notebooks/*.ipynb

generated: .venv/.dev ## Make everything again that is generated without a browser; read the changes before you commit
	@for MODULE in tools.catalogue_stub tools.page_types tools.reference tests.golden tests.rendering.kept; do \
	    $(PY) -m $$MODULE || exit 1; done
	@$(PY) -m tools.pictures.board_pictures --drawings docs/pictures/boards

docs-pictures: .venv/.dev ## Take the pictures of the documents again
	@$(PY) -m tools.chromium > /dev/null
	@$(PY) -m tools.pictures.moving_picture docs/pictures
	@$(PY) -m tools.pictures.board_pictures docs/pictures/boards
	@$(PY) -m tools.pictures.story_pictures docs/pictures

dist: .venv/.dev page ## Build wheel and sdist in dist/, as a release does (TAG=v0.1.0 must then be the version)
	@VERSION=$$($(PY) -c 'import interactive_provider; print(interactive_provider.__version__)'); \
	    test -z "$(TAG)" || test "$(TAG)" = "v$$VERSION" || \
	    { echo "The tag is $(TAG), the package's version is $$VERSION." >&2; exit 2; }
	@rm -rf dist && $(PY) -m build --outdir dist . > /dev/null && ls dist

lite: .venv-lite/.ready ## Build the site that plays only in the browser, in build/playground
	@.venv-lite/bin/python site/playground.py

clean: ## Remove the environments and all that was made
	@rm -rf .venv .venv-oldest .venv-newest .venv-lite .venv-site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis $(PAGE)/node_modules $(PAGE)/dist

# Environments ------------------------------------------------------------------------------
# Each is marked by a file when it is complete, and made again when pyproject.toml changes.

# A Python without the venv module (Debian packs it apart) is helped by the virtualenv package.
define new_environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/it." >&2; exit 2; }
	@test -x $(1)/bin/pip || $(PYTHON) -m venv --clear $(1) > /dev/null 2>&1 || \
	    { $(PYTHON) -m pip install $(PIP_FLAGS) --user --break-system-packages virtualenv && \
	      $(PYTHON) -m virtualenv --quiet --clear $(1); }
	@$(1)/bin/python -m pip install $(PIP_FLAGS) --upgrade 'pip>=25.1'
endef

# What the games of README's table and tables for several people need. Where one of them has no wheel, the other games are there, and the list says
# which game needs what.
PLAYED := chess,openspiel,zmachine,ink,scripts,host
define install_games
	@$(PY) -m pip install $(PIP_FLAGS) --editable '.[$(1)$(PLAYED)]' || \
	    { echo "== Not every extra can be installed here; the list of games says which game needs one." >&2; \
	      $(PY) -m pip install $(PIP_FLAGS) --editable '.$(if $(1),[notebook])'; }
endef

# A terminal needs no Jupyter.
.venv/.terminal: pyproject.toml
	@echo "== Set-up: .venv, for all games"
	$(call new_environment,.venv)
	$(call install_games,)
	@touch $@

# JupyterLab would ask for leave to fetch news, and the keys would go to that question.
.venv/.play: pyproject.toml
	@echo "== Set-up: .venv, for all games"
	$(call new_environment,.venv)
	$(call install_games,notebook$(comma))
	@mkdir -p .venv/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}' \
	    > .venv/share/jupyter/lab/settings/overrides.json
	@touch $@

.venv/.dev: .venv/.play
	@echo "== Set-up: .venv, what the checks need"
	@$(PY) -m pip install $(PIP_FLAGS) --editable '.[all]' --group dev
	@touch $@

.venv/.bench: .venv/.dev
	@$(PY) -m pip install $(PIP_FLAGS) --group bench
	@touch $@

.venv-oldest/.ready: pyproject.toml
	@echo "== Set-up: .venv-oldest"
	$(call new_environment,.venv-oldest)
	@$(OLD) -m pip install $(PIP_FLAGS) --editable . --group oldest
	@touch $@

.venv-newest/.ready: pyproject.toml
	@echo "== Set-up: .venv-newest"
	$(call new_environment,.venv-newest)
	@.venv-newest/bin/python -m pip install $(PIP_FLAGS) --editable '.[all]' --group test
	@touch $@

.venv-lite/.ready: pyproject.toml
	@echo "== Set-up: .venv-lite"
	$(call new_environment,.venv-lite)
	@.venv-lite/bin/python -m pip install $(PIP_FLAGS) --group lite
	@touch $@

.venv-site/.ready: pyproject.toml
	@echo "== Set-up: .venv-site"
	$(call new_environment,.venv-site)
	@.venv-site/bin/python -m pip install $(PIP_FLAGS) --editable . --group site
	@touch $@
