# Everything happens inside this folder: the environment is .venv, and no cache outside of it is written.
#   make demo    set up, then run the main job on the embedded demo collection
#   make test    set up, then lint, type-check and test
#   make bench   set up, then measure the hot paths against their peers

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(if $(shell $(p) -c 'import sys; print(sys.version_info >= (3, 11) or "")' 2>/dev/null | grep True),$(p))))
BIN := .venv/bin
export PIP_NO_CACHE_DIR := 1
export MPLCONFIGDIR := $(CURDIR)/.venv/cache/matplotlib
export RUSTUP_HOME := $(CURDIR)/.venv/cache/rustup  # pip asks rustc for its version, and rustup then writes a folder
export IR_DATASETS_HOME := $(CURDIR)/.venv/cache/ir_datasets
export IR_DATASETS_TMP := $(CURDIR)/.venv/cache/ir_datasets/tmp
export PIP_DISABLE_PIP_VERSION_CHECK := 1
INSTALL := $(BIN)/python -m pip install --quiet --no-deps

.PHONY: demo test lint bench clean
.DELETE_ON_ERROR:

demo: .venv/run.ready
	@$(BIN)/bpsearch demo

test: .venv/dev.ready lint
	@$(BIN)/python -m pytest

lint: .venv/dev.ready
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: .venv/dev.ready
	@$(BIN)/python -m benchmarks

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "bpsearch needs Python 3.11 or newer; set PYTHON=/path/to/python"; exit 1; }
	@rm -rf .venv  # left by a set-up that was interrupted, or by a Python that is gone
	@$(PYTHON) -m venv --upgrade-deps .venv || { rm -rf .venv; \
		echo "python could not make a virtual environment (Debian and Ubuntu: install python3-venv)"; exit 1; }

.venv/run.ready: requirements.lock pyproject.toml | .venv/bin/python
	@echo "Setting up .venv (once, about a minute) ..."
	@$(INSTALL) -r requirements.lock
	@PYTHONWARNINGS=ignore $(INSTALL) --editable .  # setuptools warns of what editable means
	@touch $@

.venv/dev.ready: requirements-dev.lock .venv/run.ready
	@echo "Adding the test tools to .venv (once) ..."
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
