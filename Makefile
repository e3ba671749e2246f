# The commands of the house. `make serve` and `make test` need Python 3.11 or later and nothing else.
#   make serve PORT=8000 HOST=127.0.0.1 DATA=data     serve the games until Ctrl-C
#   make test PYTEST="tests/db -x"                    check everything, run the tests
#   make test-faults                                  kill servers, workers and PostgreSQL under load

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
PYTEST ?= -n 2

.PHONY: serve install test test-faults check format bench load screenshots translations audit lock clean

serve: install
	@exec $(PY) -m app.cli serve

install:
	@$(PYTHON) app/tools/install.py

test: check
	$(PY) -m pytest $(PYTEST)

test-faults: install
	$(PY) -m pytest -n 0 -s -m faults tests/faults

check: install
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(BIN)/lint-imports --no-cache
	$(PY) -m app.cli migrate --check
	$(PY) -m app.tools.translations check

format: install
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: install
	$(PY) -m tests.bench

load: install
	$(PY) -m tests.bench.capacity

screenshots: install
	$(PY) -m tests.screenshots

translations: install
	$(PY) -m app.tools.translations update

audit: install
	$(PY) -m app.tools.audit

lock: install
	$(PY) -m app.tools.lock

clean:
	rm -rf .venv node_modules static/built static/built.new .install.lock
