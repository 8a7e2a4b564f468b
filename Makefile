# Everything runs in a virtual environment of its own, .venv, made by the first target that needs it.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check lint types fast results notebook clean

demo: .venv/core
	$(BIN)/debertz compare moscow kharkov --deals 1M --seed 1

test: .venv/dev
	$(BIN)/python -m pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -m "not slow" -q

check: lint types fast

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy

fast: .venv/dev
	$(BIN)/python -m pytest -n auto -m "not slow" -q

results: .venv/dev
	$(BIN)/python scripts/moscow_vs_kharkov.py

notebook: .venv/dev
	$(BIN)/python scripts/run_notebook.py

clean:
	rm -rf .venv build *.egg-info

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q .
	touch $@

# The development install replaces the plain one: same code, editable, with all extras.
.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q -e ".[dev]"
	touch $@ .venv/core
