# Tabletooth: what a person types. Each target says in one line what it does (`make help`).

SHELL := /bin/bash
BINARY := .build/release/tabletooth
ENGINE := .build/release/tabletooth-engine
export SWIFT_BACKTRACE := interactive=no,timeout=5s
# What `make build` has built for the tests: docs/dev/decisions/0040-one-build.md.
TESTED := .build/debug
SOAK := $(TESTED)/soak
export TABLETOOTH_OPTIMISED := 1
export GAMES TIME RAPFI SECONDS_EACH

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z%-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

# bench WHAT=radio is the target bench-radio, and so on; where WHAT is none, make bench, or make list-radio, lists them.
LIST = @sed -n 's/^$(@:list-%=%)-\([a-z-]*\):.*\#: /\1\t/p' $(MAKEFILE_LIST) | sort | expand -t 14
list-%: ## list each WHAT of bench, radio, rules, soak or test
	$(LIST)

.PHONY: bench radio rules soak test
ifdef WHAT
bench radio rules soak test: %: %-$(WHAT)
else
bench: ## measure WHAT=; list what there is to measure
	$(LIST)

rules: ## compare the rules with others in WHAT=; list them
	$(LIST)

radio: radio-one ## play over a real bluetoothd in a virtual machine; WHAT=all

soak: soak-matches ## play MATCHES=2000 simulated matches over bad air; WHAT=fuzz

test: test-all ## run every test, a virtual machine's too; WHAT=page
endif

.PHONY: play
play: release ## play against the robot
	$(BINARY) play

.PHONY: play-air
play-air: release ## play against a second program, without a radio
	scripts/play $(BINARY)

.PHONY: play-online
play-online: release ## play against a second program at a broker of this computer
	scripts/install-packages online
	scripts/play-online $(BINARY)

.PHONY: test-cluster
test-cluster: release #: play four games at once at three RabbitMQ nodes that are killed KILLS=20 times; compare records and times
	scripts/install-packages cluster
	scripts/online-cluster $(BINARY) $(or $(KILLS),20) $(or $(SEED),1)

.PHONY: test-brokers
test-brokers: release #: set up mosquitto and three RabbitMQ nodes of each release of Debian as the page says, and play; SUITES="bookworm trixie sid"
	scripts/install-packages brokers
	scripts/test-brokers $(BINARY) $(SUITES)

.PHONY: bench-load
bench-load: #: play TABLES=100 tables at once at one mosquitto; TABLES="100 250 500" prints a row for each
	scripts/install-packages build online
	swift build -c release --static-swift-stdlib --product soak
	scripts/load-online .build/release/soak $(or $(TABLES),100)

.PHONY: bench-online
bench-online: build #: play one game at a broker that is killed RESTARTS=100 times, and print how long things take
	scripts/install-packages online
	swift build -c release --static-swift-stdlib --product soak
	.build/release/soak online ratio
	RESTARTS=$(or $(RESTARTS),100) swift test --skip-build --filter OnlineMarathonTests

.PHONY: bench-bridge
bench-bridge: release #: measure what a bridge adds to a move, with one guest and with four; ROUNDS=50
	scripts/install-packages online
	scripts/bench-bridge $(BINARY) $(or $(ROUNDS),50)

# docs/dev/decisions/0035-package.md says what these save. .build/link has the C library that is linked
# statically, and an empty file in place of Foundation's locales.
LINKED := $(CURDIR)/.build/link
LINK := $(LINKED)/empty-icu.o --wrap=icudt76_dat -z relro -z now -z pack-relative-relocs --no-export-dynamic --build-id=none
# JOBS=1 needs the least memory.
RELEASE = swift build $(if $(JOBS),-j $(JOBS)) -c release --static-swift-stdlib --disable-local-rpath --pkg-config-path $(LINKED) -Xswiftc -use-ld=lld \
	$(addprefix -Xlinker ,$(LINK)) --product

.PHONY: release
release: release-engine ## build both programs, their manual pages and completions
	$(RELEASE) tabletooth
	scripts/share $(BINARY) $(ENGINE)

.PHONY: release-engine
release-engine: $(LINKED)/empty-icu.o #: build the engine alone
	scripts/install-packages build
	$(RELEASE) tabletooth-engine

$(LINKED)/empty-icu.o: packaging/empty-icu.c
	scripts/install-packages build
	mkdir -p $(LINKED)
	ln -sf "$$(pkg-config --variable=libdir libsodium)/libsodium.a" $(LINKED)
	sed 's|^libdir=.*|libdir=$(LINKED)|' "$$(pkg-config --variable=pcfiledir libsodium)/libsodium.pc" > $(LINKED)/libsodium.pc
	clang -c -O2 -o $@ $<

PREFIX ?= /usr/local
ZSHDIR ?= site-functions
PACKAGES ?= tabletooth tabletooth-engine
export PREFIX DESTDIR ZSHDIR PAGE

.PHONY: install
install: ## install what is built; PREFIX=/usr/local, DESTDIR=
	scripts/install-files install $(PACKAGES)

.PHONY: uninstall
uninstall: ## remove what make install has installed; PREFIX=/usr/local, DESTDIR=
	scripts/install-files uninstall $(PACKAGES)

.PHONY: moving-picture
moving-picture: release #: film two terminals that meet, for the README
	scripts/install-packages test
	scripts/moving-picture $(BINARY) docs/pictures/two-terminals.svg

.PHONY: docs
docs: release ## write docs/reference/commands.md from what the programs say
	scripts/commands $(BINARY) $(ENGINE)

.PHONY: deb
deb: release $(if $(filter no,$(PAGE)),,page) ## make Debian packages in .build/deb; PAGE=no: without the page
	scripts/install-packages deb
	scripts/deb

.PHONY: test-deb
test-deb: deb #: check the packages; install, run, upgrade and remove them; SUITES="bookworm trixie"
	scripts/install-packages deb test-deb
	scripts/test-deb $(SUITES)

.PHONY: release-check
release-check: ## check what a release needs besides .ci/run; see docs/dev/releasing.md
	scripts/release-check

.PHONY: build
build: ## build everything for the tests
	scripts/install-packages build test
	swift build --build-tests --explicit-target-dependency-import-check error

# These run programs, buses and brokers, and wait for them: as many at once as two processors take,
# and apart from those that only compute, which would let them wait too long.
WAITING := ^(Tabletooth|Soak|BlueZ|VirtualBlueZ|BLETransport|BrokerTransport|StreamTransport|WebTransport|DBus|MQTT|BluetoothDoctor)Tests
.PHONY: unit
unit: build ## run the tests that need no virtual machine
	scripts/run-tests --name 'tests that compute' --skip '$(WAITING)'
	$(MAKE) waiting

.PHONY: waiting
waiting:
	scripts/run-tests --name 'tests that wait' --filter '$(WAITING)'

.PHONY: test-times
test-times: build #: print the ten suites that take the most processor time; COUNT=10 PATTERN=GameRules
	scripts/test-times $(or $(COUNT),10) $(PATTERN)

.PHONY: test-examples
test-examples: #: build the Bluetooth examples and run them without a radio
	scripts/install-packages build test
	Examples/run

.PHONY: docc
docc: build #: make the documentation of the Bluetooth libraries, in .build-docs
	scripts/docc

.PHONY: test-outside
test-outside: #: build and run programs of another package that use our libraries
	scripts/install-packages build test
	Tests/OutsidePackage/run

.PHONY: test-time
test-time:
	@scripts/test-time

.PHONY: test-all
test-all: test-time build #: run every test, the ones in a virtual machine included; says at its start how long it takes
	scripts/run-tests --name 'tests that compute' --skip '$(WAITING)'
	$(MAKE) --jobs=2 waiting radio-tested

MATCHES := 2000
FIRST := 1
.PHONY: soak-matches
soak-matches: #: play MATCHES=2000 simulated matches over bad air, from seed FIRST=1; SEED=7 shows one of them; GAME=chess
	scripts/install-packages build
	swift build --product soak
	$(SOAK) $(if $(GAME),--game $(GAME)) $(if $(SEED),--trace --seed $(SEED),--matches $(MATCHES) --seed $(FIRST))

.PHONY: soak-air
soak-air: release #: play GAMES=1000 between two robots over virtual air that loses packets, and watch both sides end
	scripts/bad-air $(BINARY) $(or $(GAMES),1000) $(or $(SIDE_BY_SIDE),4)

.PHONY: soak-clocks
soak-clocks: #: play 1,000 simulated games with clocks that drift and are set, over bad air
	scripts/install-packages build
	swift build --product soak
	$(SOAK) --clocks --matches 1000

.PHONY: soak-ways
soak-ways: #: play 4 simulated matches from seed FIRST=1, each 100 times from Bluetooth to a broker and back, over bad air
	scripts/install-packages build
	swift build --product soak
	$(SOAK) --matches 4 --ways 200 --seed $(FIRST)

.PHONY: soak-watchers
soak-watchers: #: play 100 simulated games that seven watch, over bad air: every board the same
	swift build --product soak
	$(SOAK) watchers --games 100

.PHONY: soak-world
soak-world: build #: run WORLDS=1000 random worlds of whole programs from seed FIRST=1; SEED=7 shows one of them
	TABLETOOTH_WORLDS=$(if $(SEED),1,$(or $(WORLDS),1000)) TABLETOOTH_SEED=$(or $(SEED),$(FIRST)) \
		$(TESTED)/tabletoothPackageTests.xctest --testing-library swift-testing --filter RandomWorldTests

.PHONY: soak-rooms
soak-rooms: #: start 1,000 times 2 to 4 simulated programs in the same seconds: one room each
	scripts/install-packages build
	swift build --product soak
	$(SOAK) rooms --starts 1000

.PHONY: soak-letters
soak-letters: #: play MATCHES=2000 simulated matches whose players are never there together, from seed FIRST=1
	swift build --product soak
	$(SOAK) letters --matches $(or $(MATCHES),2000) --seed $(or $(FIRST),1)

.PHONY: soak-values
soak-values: #: play GAMES=1000 games of each rule of Gomoku, NODES=2000 per move: proven wins stay proven
	scripts/install-packages build
	swift build --product soak
	$(SOAK) values --games $(or $(GAMES),1000) --nodes $(or $(NODES),2000)

CASES := 1000000
.PHONY: soak-fuzz
soak-fuzz: #: feed CASES=1000000 broken inputs to each decoder and session
	scripts/install-packages build
	swift build --product soak
	$(SOAK) fuzz --cases $(CASES)

DEPTH := small
.PHONY: soak-guided
soak-guided: #: let libFuzzer look for new cases, SECONDS_EACH=60 for each target, and keep them for the tests
	scripts/install-packages build
	scripts/fuzz-guided

.PHONY: test-second
test-second: #: play against a second implementation of the protocol, in Python
	scripts/install-packages build second
	scripts/check-second

.PHONY: page
page: ## build the page for the browser in .build/page
	scripts/install-packages page
	scripts/page

.PHONY: test-page-core
test-page-core: #: run rules, protocol and robot inside the modules of the page, under node
	scripts/install-packages page
	scripts/page test
	node Tests/Page/notation.mjs
	node Tests/Page/core.mjs .build/page-test/test.wasm docs/reference/protocol.md
	node Tests/Page/table.mjs
	node Tests/Page/store.mjs .build/page-test/test.wasm
	node Tests/Page/garbage.mjs .build/page-test/test.wasm docs/reference/protocol.md
	node Tests/Page/matches.mjs .build/page-test/test.wasm
	node Tests/Page/robot.mjs .build/page/robot.wasm .build/page-test/test.wasm

.PHONY: test-page
test-page: page #: play in the page, in Chromium on the virtual air, and print times; ONLY="cut robot"
	scripts/install-packages build test-page
	swift build --product tabletooth
	/usr/bin/python3 Tests/Page/games.py $(ONLY)
	$(if $(ONLY),,/usr/bin/python3 Tests/Page/web.py)
	$(if $(ONLY),,/usr/bin/python3 Tests/Page/looks.py)

.PHONY: page-looks
page-looks: page #: write down anew how the page looks, for make test-page to compare; FOLDER= takes whole pictures
	scripts/install-packages build test-page
	swift build --product tabletooth
	/usr/bin/python3 Tests/Page/looks.py write $(FOLDER)

.PHONY: page-pictures
page-pictures: page #: take the pictures of the page for the documents
	scripts/install-packages build test-page
	swift build --product tabletooth
	/usr/bin/python3 Tests/Page/pictures.py docs/pictures

.PHONY: test-clients
test-clients: release #: play whole games through XBoard, python-chess and pygomo, judged by our rules; ONLY="xboard broken"
	scripts/install-packages clients
	test -x .build-clients/bin/python || python3 -m venv .build-clients
	.build-clients/bin/python -m pip install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90 pygomo-lib==0.1.1
	.build-clients/bin/python scripts/test-clients $(BINARY) $(ENGINE) $(ONLY)

.PHONY: test-bleak
test-bleak: release #: run bleak 3.1 and bless 0.3 on the virtual air, and compare with what they saw of a real bluetoothd
	scripts/install-packages build test lint
	test -x .build-bleak/bin/python || python3 -m venv .build-bleak
	.build-bleak/bin/python -m pip install --quiet --disable-pip-version-check bleak==3.1.0 bless==0.3.0
	for version in 5.66 5.82; do \
	  .build-bleak/bin/python Tests/Bluetooth/Conformance/bleak_bless --program $(BINARY) --like $$version \
	    --record Tests/Bluetooth/Conformance/bleak_bless/records/$$version.tsv || exit; \
	done

.PHONY: test-bluegame
test-bluegame: release #: play 100 whole games in each role with a stand-in of the iPhone app BlueGame; GAMES=10 plays fewer
	scripts/install-packages build test lint
	test -x .build-bluegame/bin/python || python3 -m venv .build-bluegame
	.build-bluegame/bin/python -m pip install --quiet --disable-pip-version-check dbus-fast==5.2.0
	.build-bluegame/bin/python scripts/test-bluegame $(BINARY) $(or $(GAMES),100)

.PHONY: test-models
test-models: #: search every state of the resume handshake and of the one room; DEPTH=large searches more
	scripts/install-packages model
	scripts/check-models $(DEPTH)

.PHONY: radio-one
radio-one: release #: play what only a real bluetoothd can show; STACK=bookworm|trixie|sid takes that release's
.PHONY: radio-tested
radio-tested: PROGRAM = --binary $(TESTED)/tabletooth
radio-one radio-tested:
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run one $(PROGRAM) $(if $(STACK),--stack $(STACK))

.PHONY: radio-rest
radio-rest: release #: play the scenarios that the tests on virtual Bluetooth show too
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run rest $(if $(STACK),--stack $(STACK))

.PHONY: radio-reboot
radio-reboot: release #: switch the machine off in the middle of a game, and play on
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run reboot $(if $(STACK),--stack $(STACK))

.PHONY: radio-all
radio-all: radio-one radio-rest radio-reboot radio-more #: play all of it on one machine

.PHONY: radio-more
radio-more: release #: play in the virtual machine with what other programs do to Bluetooth; STACK=bookworm|trixie|sid
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run more $(if $(STACK),--stack $(STACK))

.PHONY: radio-library
radio-library: #: try the Bluetooth library's examples over a real bluetoothd in a virtual machine; STACK=bookworm|trixie|sid
	scripts/install-packages build radio $(if $(STACK),stack)
	swift build --package-path Examples --scratch-path .build-examples
	Tests/Bluetooth/RadioTests/run library $(if $(STACK),--stack $(STACK))

.PHONY: radio-conformance
radio-conformance: #: take the answers of a real bluetoothd in a virtual machine, and compare them with the record; STACK=bookworm|trixie|sid
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run conformance $(if $(STACK),--stack $(STACK))

.PHONY: radio-bleak
radio-bleak: release #: run bleak 3.1 and bless 0.3 over a real bluetoothd in a virtual machine; STACK=bookworm|trixie|sid
	scripts/install-packages radio lint $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run bleak $(if $(STACK),--stack $(STACK))

.PHONY: radio-room
radio-room: release #: play before three who watch, a stranger and one who floods, in a virtual machine
	scripts/install-packages radio lint
	Tests/Bluetooth/RadioTests/run room

.PHONY: radio-two
radio-two: release #: play between two virtual machines, each with its own bluetoothd; STACK=bookworm,sid
	scripts/install-packages radio $(if $(STACK),stack)
	Tests/Bluetooth/RadioTests/run two $(if $(STACK),--stack $(STACK))

.PHONY: radio-marathon
radio-marathon: release #: play one match through 50 kills, 20 power cycles and 5 restarts of bluetoothd
	scripts/install-packages radio
	Tests/Bluetooth/RadioTests/run marathon

.PHONY: bench-radio
bench-radio: release #: measure round trips against a Python pair, in a virtual machine
	scripts/install-packages radio
	Tests/Bluetooth/RadioTests/run bench

.PHONY: rules-pyffish
rules-pyffish: #: compare 20,000 random Xiangqi positions with pyffish
	test -x .build-pyffish/bin/python || python3 -m venv .build-pyffish
	.build-pyffish/bin/python -m pip install --quiet pyffish==0.0.90
	.build-pyffish/bin/python scripts/xiangqi-positions 20000 2 > .build-pyffish/positions.txt
	PYFFISH_FILE=$(CURDIR)/.build-pyffish/positions.txt swift test --filter 'XiangqiTests.*pyffish'

.PHONY: rules-cycles
rules-cycles: #: compare 3,000 random Xiangqi repetitions with pyffish, and print what differs
	test -x .build-pyffish/bin/python || python3 -m venv .build-pyffish
	.build-pyffish/bin/python -m pip install --quiet pyffish==0.0.90
	CYCLE_COUNT=3000 CYCLE_SEED=$${CYCLE_SEED:-2} CYCLE_FILE=$(CURDIR)/.build-pyffish/cycles.txt \
	  swift test --filter 'XiangqiCycleTests.*random'
	.build-pyffish/bin/python scripts/xiangqi-cycles .build-pyffish/cycles.txt > /dev/null

.PHONY: rules-perft
rules-perft: #: count the move sequences of Xiangqi and Liuzhou chess to depth 5, of chess up to 194 million
	scripts/install-packages build
	swift build --product tabletooth-engine
	test "$$($(TESTED)/tabletooth-engine perft --game xiangqi --depth 5)" = 133312995
	test "$$($(TESTED)/tabletooth-engine perft --game liuzhou --depth 5)" = 45239040
	CHESS_PERFT=200000000 swift test --filter 'ChessTests.*perft'

.PHONY: rules-chess
rules-chess: #: compare 100,000 random chess positions, 2,000 games and 1,000 PGNs with python-chess
	test -x .build-chess/bin/python || python3 -m venv .build-chess
	.build-chess/bin/python -m pip install --quiet chess==1.11.2
	.build-chess/bin/python scripts/chess-positions positions 100000 2 > .build-chess/positions.txt
	.build-chess/bin/python scripts/chess-positions games 2000 2 > .build-chess/games.txt
	.build-chess/bin/python scripts/chess-positions records 1000 2 > .build-chess/records.pgn
	CHESS_POSITIONS=$(CURDIR)/.build-chess/positions.txt CHESS_GAMES=$(CURDIR)/.build-chess/games.txt \
	  CHESS_RECORDS=$(CURDIR)/.build-chess/records.pgn CHESS_RECORDS_OUT=$(CURDIR)/.build-chess/ours.pgn \
	  swift test --filter 'ChessComparisonTests|ChessRecordTests.*python'
	.build-chess/bin/python scripts/chess-positions check .build-chess/records.pgn .build-chess/ours.pgn

.PHONY: rules-renju
rules-renju: #: compare 5,000 random renju positions with the slow reference
	RENJU_POSITIONS=5000 swift test --filter RenjuTests

.PHONY: test-files
test-files: #: read public formats, and 1,000 random games back from each format that is written
	ROUND_TRIPS=1000 FUZZ_CASES=100000 swift test --filter 'RoundTrip|File|Foreign|GameCollection'

.PHONY: rules-fuzz
rules-fuzz: #: read a million broken texts of positions and moves
	FUZZ_CASES=1000000 swift test --filter FuzzTests

.PHONY: bench-dbus
bench-dbus: #: compare calls per second on a private bus with libdbus in C
	scripts/install-packages build
	scripts/bench-dbus

.PHONY: bench-rules
bench-rules: release-engine #: compare the speed of the rules with Fairy-Stockfish's
	scripts/install-packages bench
	scripts/bench-rules $(ENGINE)

.PHONY: bench-perft
bench-perft: release-engine #: compare the speed of the rules of chess with Stockfish's
	scripts/install-packages bench
	scripts/bench-rules $(ENGINE) chess

.PHONY: bench-search
bench-search: release-engine #: compare the signature of the searches with the one in the repository
	scripts/check-signature $(ENGINE)

.PHONY: bench-best
bench-best: release-engine #: measure by how much best exceeds its time
	scripts/bench-best $(ENGINE)

.PHONY: bench-screen
bench-screen: release #: measure the screen: from a key to its effect, bytes of a move, start, memory, idleness
	scripts/bench-screen $(BINARY)

.PHONY: screens
screens: build ## write anew what each screen is expected to be
	TABLETOOTH_WRITE_SCREENS=1 swift test --skip-build --filter PaintedScreenTests

.PHONY: pictures
pictures: release ## draw the pictures of the README anew
	scripts/pictures $(BINARY)

.PHONY: bench-watch
bench-watch: release #: measure what seven who watch cost the players, nine programs on the virtual air; ROUNDS=4
	scripts/bench-watch $(BINARY) $(or $(ROUNDS),4)

.PHONY: bench-games
bench-games: release #: measure the list and the records of 10,000 games, their file, and the repair of an old one
	scripts/bench-games $(BINARY)

.PHONY: bench-imports
bench-imports: release #: measure the time and memory of files that are made to be slow to read
	scripts/bench-imports $(BINARY)

.PHONY: bench-network
bench-network: release #: measure two computers on one network alone: time to six digits, to a list and off it; ROUNDS=20
	scripts/bench-network $(BINARY) $(or $(ROUNDS),20)

# openssh-server is unpacked and not installed, so that no service starts.
.PHONY: bench-files
bench-files: release #: send 100 MB and 10,000 small files over loopback TCP, beside magic-wormhole and scp; SIZE=100 ROUNDS=3
	scripts/install-packages files
	test -x .build-files/bin/python || python3 -m venv .build-files
	.build-files/bin/python -m pip install --quiet --disable-pip-version-check magic-wormhole==0.24.0 magic-wormhole-mailbox-server==0.8.0 magic-wormhole-transit-relay==0.5.0
	test -x .build-files/ssh/usr/sbin/sshd || (cd .build-files && apt-get download --quiet openssh-server libwrap0 && for package in *.deb; do dpkg -x "$$package" ssh; done)
	scripts/bench-files $(BINARY) .build-files $(or $(SIZE),100) $(or $(ROUNDS),3)

.PHONY: bench-gomoku
bench-gomoku: release-engine #: play against Rapfi in RAPFI=folder, which has a tenth of the time; GAMES=60 TIME=500ms
	scripts/bench-engines $(ENGINE) gomoku

.PHONY: bench-xiangqi
bench-xiangqi: release-engine #: play Xiangqi against Fairy-Stockfish; GAMES=100 TIME=300ms
	scripts/install-packages bench
	scripts/bench-engines $(ENGINE) xiangqi

.PHONY: bench-chess
bench-chess: release-engine #: play chess against GNU Chess and Stockfish at UCI_Elo 1800; GAMES=100 TIME=100ms
	scripts/install-packages bench
	scripts/bench-engines $(ENGINE) chess

.PHONY: bench-liuzhou
bench-liuzhou: release-engine yardsticks #: play Liuzhou chess against plain alpha-beta of 4 plies; GAMES=100 TIME=100ms
	scripts/bench-engines $(ENGINE) liuzhou

.PHONY: bench-plain
bench-plain: release-engine yardsticks #: play against plain searches of Gomoku (6 plies) and Xiangqi (3); GAMES=100
	scripts/bench-engines $(ENGINE) plain
	scripts/bench-engines $(ENGINE) beginner

.PHONY: bench-talk
bench-talk: release yardsticks #: measure a file of 64 MiB and a move meanwhile, and 1 MiB against raw packets of a slow link
	.build/release/soak goodput
	scripts/bench-talk $(BINARY)

.PHONY: bench-threads
bench-threads: release-engine #: compare two threads with one, in nodes and in games; GAMES=100 TIME=200ms
	scripts/bench-engines $(ENGINE) threads

.PHONY: bench-puzzles
bench-puzzles: release-engine yardsticks #: solve wins of Gomoku by fours and by threats; GAMES=100
	scripts/bench-engines $(ENGINE) puzzles

.PHONY: bench-speed
bench-speed: yardsticks #: count nodes, and stones put and taken, of Gomoku a second
	.build/release/soak speed

.PHONY: yardsticks
yardsticks:
	scripts/install-packages build
	swift build -c release --static-swift-stdlib --product soak

.PHONY: bench-levels
bench-levels: release-engine #: play each level against the one below, in all games; GAMES=100 NODES=1000000 GAME=chess
	scripts/bench-engines $(ENGINE) levels

.PHONY: rules-endgames
rules-endgames: #: build the endgame tables of Liuzhou chess, compare their numbers, play won endings
	scripts/install-packages build
	swift build -c release --product liuzhou-bench
	.build/release/liuzhou-bench endgames $(if $(FOUR),--four)

.PHONY: format
format: ## rewrite the sources in the project's format
	swift format format --in-place --recursive --parallel Package.swift Sources Tests

.PHONY: po
po: ## bring po/zh_CN.po up to date with the sentences of the sources
	scripts/install-packages lint
	mkdir -p .build-lint
	scripts/phrases template > .build-lint/tabletooth.pot
	msgmerge --quiet --update --backup=none --add-location=file po/zh_CN.po .build-lint/tabletooth.pot
	msgattrib --no-obsolete --add-location=file --output-file=po/zh_CN.po po/zh_CN.po

.PHONY: lint
lint: ## check format, documentation, sizes, translations, shell scripts
	scripts/install-packages lint
	scripts/lint
