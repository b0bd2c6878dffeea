# `make run` and `make test` do everything on a fresh Debian or Raspberry Pi OS machine.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check -q

.PHONY: help run test check pictures models bench speed soak fuzz verify-pi clean

help:
	@echo "make run       install, and start the companion on the simulated table"
	@echo "make test      install, and run every check and test"
	@echo "make pictures  draw the pictures of the README anew"
	@echo "make models    render, train, calibrate, export and measure the models (hours)"
	@echo "make bench     time the reader beside a network of a known size"
	@echo "make speed     time the rules of Dice Throne; make soak plays random games of it, and counts them"
	@echo "make measure   score the reader on a rendered test set (a quarter of an hour, once)"
	@echo "make verify-pi check it on arm64 systems of its own, and with a virtual Pi camera (as root, hours)"
	@echo "make fuzz      read thousands of broken files of every kind"
	@echo "make clean     remove what the others made"

run: $(VENV)/installed
	@sh deploy/run.sh $(BIN)/companion

test: $(VENV)/installed-for-tests check
	$(BIN)/python -m pytest -n 2

check: $(VENV)/installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pictures: $(VENV)/installed
	$(BIN)/companion gallery docs/pictures --only home play-kept die-correct table-page table-check camera play-doubtful-real-camera king-result king-hall-sixteen my-dice-lesson

models: $(VENV)/installed-for-training
	$(BIN)/python -m models.training all

bench: $(VENV)/installed
	$(BIN)/companion bench

measure: $(VENV)/installed-for-measuring
	$(BIN)/companion measure --rendered

$(VENV)/bin/pip:
	@PYTHON=$(PYTHON) sh deploy/prepare.sh
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 to 3.13 is needed, this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12") if not (3, 11) <= sys.version_info[:2] < (3, 14) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/pip pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/installed-for-tests: $(VENV)/installed
	$(PIP) install -c constraints.txt -e '.[test]'
	@touch $@

$(VENV)/installed-for-measuring: $(VENV)/installed
	$(PIP) install -c constraints.txt -e '.[measuring]'
	@touch $@

$(VENV)/installed-for-training: $(VENV)/installed
	$(PIP) install -c constraints.txt -e '.[test,training]'
	@touch $@

speed: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.rules.dice_throne.dt_speed

soak: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.rules.dice_throne.dt_soak 500

fuzz: $(VENV)/installed-for-tests
	COMPANION_FUZZ=300 $(BIN)/python -m pytest tests/trust/test_files.py tests/trust/test_blobs.py --timeout 3600

verify-pi: $(VENV)/installed-for-tests
	PYTHON=$(CURDIR)/$(BIN)/python nice -n 19 sh deploy/verify-pi.sh

clean:
	rm -rf $(VENV) build dist demo-output .pytest_cache .mypy_cache .ruff_cache .hypothesis
