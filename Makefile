# Boxcars. `make run` shows the machine, `make test` proves it; both set themselves up on a fresh Debian machine.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
EXAMPLE ?= docs/examples/electronic.json
SEEDS ?= 0:1000

# Formatter and types of the pages, by npm, under a lock of hashes; they stay inside the virtual environment.
PAGES := $(VENV)/javascript
PRETTIER := --config tools/javascript/prettier.json --ignore-path /dev/null
JAVASCRIPT := "terminals/**/*.js" "controller/floor/screen/page/**/*.js" "tools/demo/**/*.js" "docs/examples/javascript/*.mjs" "tests/browser/*.js"

INSTALLER = $(PYTHON) -m systemd.install
CHOICES = $(if $(JOURNAL),--journal $(JOURNAL)) $(if $(HARDWARE),--hardware $(HARDWARE)) $(if $(SEATS),--seats $(SEATS)) \
  $(if $(SEATS_HERE),--seats-here $(SEATS_HERE)) $(if $(GAME),--game $(GAME)) $(if $(LINE)$(DICE)$(WHEEL),--line $(or $(LINE),$(WHEEL),$(DICE))) $(if $(SHOW),--screen $(SHOW)) \
  $(if $(REMOTE),--remote $(REMOTE)) $(if $(WHEELS),--wheels $(WHEELS)) $(if $(SEAT),--terminal $(SEAT)) \
  $(if $(CABINET),--controller $(CABINET)) $(if $(KEY),--key $(KEY)) \
  $(if $(SECOND),--second $(SECOND)) $(if $(FLOOR),--floor $(FLOOR)) $(if $(FLOOR_AS),--floor-as $(FLOOR_AS)) \
  $(if $(FLOOR_CERT),--floor-certificate $(FLOOR_CERT)) $(if $(BILLS),--bills $(BILLS)) $(if $(TICKETS),--tickets $(TICKETS))

# Somebody's habit of keeping no bytecode would have each of a cabinet's processes compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run floor scenario pictures test test-all browser-needs node-needs nft-needs postgres-needs nats-needs check style format lock clean help docs golden cabinet-bench stopping
.PHONY: crash-all cuts-all bench chance fuzz chaos soak floor-chaos powercut second-opinion
.PHONY: install upgrade rollback uninstall wheel wheels engine sbom licences audit test-boot

run: $(VENV)/run.stamp  ## the whole cabinet, emulated, on a demo journal: prints one address to open (GAME=craps|roulette)
	@$(BIN)/boxcars run $(if $(GAME),--game $(GAME))

floor: $(VENV)/run.stamp  ## a floor and three emulated cabinets that report to it: prints one address to open
	@$(BIN)/python -m tools.demo.floor

scenario: $(VENV)/run.stamp  ## play the worked example of a scripted table
	@$(BIN)/boxcars scenario $(EXAMPLE)

install:  ## as root, onto this machine: make install JOURNAL=live|demo (docs/install.md has the other words)
	@$(INSTALLER) install $(CHOICES)

upgrade:  ## as root: this source instead of the version installed; settings and journal stay
	@$(INSTALLER) upgrade $(CHOICES)

rollback:  ## as root: the version before the last upgrade
	@$(INSTALLER) rollback

uninstall:  ## as root: the program goes; settings, keys and journal stay
	@$(INSTALLER) uninstall

wheels: $(VENV)/run.stamp  ## all that an install needs from outside, into wheels/: for a machine without a net (WHEELS=wheels)
	@$(PIP) download --require-hashes -r requirements.lock -d wheels

wheel: $(VENV)/run.stamp  ## our own wheel, the same bytes whoever builds it, into dist/; prints its SHA-256
	@$(BIN)/python -m release.wheel dist

engine: $(VENV)/dev.stamp  ## the game as machine code, a wheel into dist/ that `make install` takes along; needs a C compiler
	@$(BIN)/python -m release.engine dist

sbom: $(VENV)/dev.stamp  ## the bill of materials of the hashed lock, CycloneDX as JSON, to dist/sbom.json
	@mkdir -p dist && $(BIN)/python -m release.bill > dist/sbom.json && echo dist/sbom.json

licences: $(VENV)/dev.stamp  ## the licence of every package of the lock; fails on one that is not allowed
	@$(BIN)/python -m release.licences

# With a net: pip-audit, in an environment of its own. Without one: a file of advisories that was carried here.
audit: $(VENV)/dev.stamp  ## what is known against the lock: ADVISORIES=all.zip (OSV's export) where there is no net
ifdef ADVISORIES
	@$(BIN)/python -m release.audit $(ADVISORIES)
else
	@[ -x .venv-audit/bin/pip-audit ] || { $(PYTHON) -m venv .venv-audit && \
	  .venv-audit/bin/python -m pip --disable-pip-version-check -q install pip-audit==2.10.1; }
	@.venv-audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock
endif

test-boot: $(VENV)/dev.stamp  ## as root: a machine from nothing, booted, installed, killed, cut off and booted again
	@$(BIN)/python -m tests.boot.run

test: style browser-needs node-needs nft-needs postgres-needs nats-needs  ## formatter check, linter, strict types, and the tests: of the dear ones a sample, by SEED
	$(BIN)/python -m tests $(SEED)

test-all: style browser-needs node-needs nft-needs postgres-needs nats-needs  ## the same with every test: twice as long
	$(BIN)/python -m tests all

crash-all: $(VENV)/dev.stamp  ## SIGKILL at every single write of an evening: some fifteen minutes
	CRASH_ALL=1 $(BIN)/python -m pytest -n 2 --timeout 7200 tests/vault/test_crash.py

cuts-all: $(VENV)/dev.stamp  ## a note in, tickets out and in, by our own book and over SAS, cut at every point in every way: PARTS=N plays every Nth, WAYS="SAS transfer host" of these
	$(BIN)/python -m tests.faults.cuts $(or $(PARTS),1) $(WAYS)
	$(BIN)/python -m pytest -q -n 0 tests/floor/test_ticket_exchange.py

check: style  ## what a change needs that no test sees: formatter check, linter, strict types
	$(BIN)/mypy

style: $(VENV)/dev.stamp $(PAGES)/stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(PAGES)/bin/prettier $(PRETTIER) --check --log-level warn $(JAVASCRIPT)
	for page in player display menu floor wallet; do $(PAGES)/bin/tsc -p tools/javascript/$$page.json || exit 1; done

# The browser tests need Debian's chromium, the one without a window or the other, and a font for Chinese: as root they are
# installed, otherwise named.
browser-needs:
	@{ [ -x /usr/bin/chromium-headless-shell ] && [ -d /usr/share/fonts/opentype/noto ]; } || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium-headless-shell fonts-noto-cjk \
	    || { [ -x /usr/bin/chromium ] && [ -d /usr/share/fonts/opentype/noto ]; }; \
	  else [ -x /usr/bin/chromium ] || \
	    { echo "the browser tests need chromium; run: sudo apt-get install chromium-headless-shell fonts-noto-cjk"; exit 1; }; fi; }

# The rules of the firewall are read and kept by Debian's nft.
nft-needs:
	@PATH="$$PATH:/usr/sbin" command -v nft >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends nftables; \
	  else echo "tests of the firewall need nft; run: sudo apt-get install nftables"; exit 1; fi; }

# The floor's store is tested on a real PostgreSQL, which the tests start themselves.
postgres-needs:
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; \
	  else echo "tests of the floor need PostgreSQL; run: sudo apt-get install postgresql"; exit 1; fi; }

# The broker in front of the floor is Debian's, and so is the one of the tests, which start it themselves.
nats-needs:
	@PATH="$$PATH:/usr/sbin" command -v nats-server >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends nats-server; \
	  else echo "tests of the floor need nats-server; run: sudo apt-get install nats-server"; exit 1; fi; }

# The example terminal in JavaScript, and formatter and types of the pages, need Debian's node and npm.
node-needs:
	@{ command -v node && command -v npm; } >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm; \
	  else echo "tests and the style of the pages need node and npm; run: sudo apt-get install nodejs npm"; exit 1; fi; }

bench: $(VENV)/dev.stamp  ## the benchmarks: ratios measured side by side in one run
	$(BIN)/python -m tests.bench

cabinet-bench: $(VENV)/dev.stamp  ## the controller with 512 terminals beside its floors: QUICK=--quick for two minutes
	$(BIN)/boxcars bench $(QUICK)

stopping: $(VENV)/dev.stamp  ## SIGTERM at MOMENTS (default 100) seeded moments of play
	MOMENTS=$(or $(MOMENTS),100) $(BIN)/python -m pytest -n 0 --timeout 7200 tests/server/test_stopping.py

pictures: $(VENV)/dev.stamp browser-needs  ## pictures of all screens in their key states, to var/pictures
	$(BIN)/python -m tests.pictures

docs: $(VENV)/dev.stamp  ## make the generated tables of docs/ anew
	$(BIN)/python -m tests.table.paper
	$(BIN)/python -m tests.sas.conformance

second-opinion: $(VENV)/dev.stamp  ## many random tables through both engines: make second-opinion SEEDS=0:5000
	$(BIN)/python -m tests.second_opinion.compare --runner "$(BIN)/boxcars scenario --json" --seeds $(SEEDS)
	$(BIN)/python -m tests.second_opinion.roulette.compare $(SEEDS)

golden: $(VENV)/dev.stamp  ## write the golden files of the worked examples anew and show what changed
	$(BIN)/python -m tests.golden
	@git --no-pager diff --stat -p -- tests/golden

chance: $(VENV)/dev.stamp  ## draw ten million Power Odds (DRAWS) and set them beside the configured chances
	$(BIN)/python -m tests.server.chance_statistics $(or $(DRAWS),10000000)

fuzz: $(VENV)/dev.stamp  ## feed garbage to all that reads bytes from outside, for SECONDS (default 60)
	$(BIN)/python -m tests.faults.fuzz $(or $(SECONDS),60)

chaos: $(VENV)/dev.stamp postgres-needs nats-needs  ## simulated evenings of fresh seeds with every trouble, RUNS of them (default 1000); then floors, for SECONDS each way
	$(BIN)/python -m tests.faults.chaos $(RUNS)
	$(BIN)/python -m tests.floor.trouble $(or $(SECONDS),600) $(or $(SEED),1)
	$(BIN)/python -m tests.floor.chaos $(or $(SECONDS),600) $(or $(SEED),1)

soak: $(VENV)/dev.stamp  ## a cabinet of real processes, 64 terminals and a gremlin, for SECONDS (default 600), with SEED
	$(BIN)/python -m tests.faults.soak $(or $(SECONDS),600) $(SEED)

floor-chaos: $(VENV)/dev.stamp postgres-needs nats-needs  ## a house of processes killed, frozen, cut off, filled, set wrong and put back by SEED (ever: those that once failed), for SECONDS (default 600); HOUSE=sqlite|postgres|sqlite-nats|postgres-nats for one alone
	$(BIN)/python -m tests.floor.chaos $(or $(SECONDS),600) $(or $(SEED),1) $(HOUSE)

powercut: $(VENV)/dev.stamp  ## cut the power of a playing cabinet's disk TIMES times (default 100); needs root
	$(BIN)/python -m tests.faults.powercut $(or $(TIMES),100)

format: $(VENV)/dev.stamp $(PAGES)/stamp  ## let the formatters and the linter mend what they can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(PAGES)/bin/prettier $(PRETTIER) --write --log-level warn $(JAVASCRIPT)

lock: $(VENV)/dev.stamp  ## resolve the dependencies anew into the two hashed locks
	$(PIP) install uv
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-annotate \
	  --group build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-annotate \
	  --group build --extra dev --extra cluster pyproject.toml -o requirements-dev.lock

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

clean:
	rm -rf $(VENV) .venv-audit build dist *.egg-info

# A virtual environment needs Debian's python3-venv: as root it is installed, otherwise the one command is named.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "boxcars needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
	  else echo "boxcars needs the Debian package python3-venv; run: sudo apt-get install python3-venv"; exit 1; fi; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "installing boxcars into $(VENV): $$(grep -c '==' requirements.lock) packages, a minute or two the first time …"
	@$(PIP) install --progress-bar on --require-hashes -r requirements.lock
	@echo "installing boxcars itself …"
	@$(PIP) install --no-deps --no-build-isolation -e .
	@echo "$(CURDIR)" > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/boxcars-workshop.pth"
	@touch $@

$(PAGES)/stamp: tools/javascript/package.json tools/javascript/package-lock.json | $(VENV)/bin/python node-needs
	@mkdir -p $(PAGES) && cp $^ $(PAGES)
	@cd $(PAGES) && npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@ln -sfn node_modules/.bin $(PAGES)/bin && touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@
