# make demo            classify a recording of farm animals; make demo FILE=my.mp3 classifies your own
# make test            build and run every test (installs Chromium, for those of the page)
# make install         build the command and install it under PREFIX (/usr/local); make uninstall removes it
# make test-listen     of them only those of live sound, against a PulseAudio of their own
# make test-browser    of them only those of the page and of the HTTP API, in a real browser
# make sanitize        run every test under the address and the thread sanitizer
# make docs            build the documentation of the modules, into .build/docs
# make bench-server    measure the server and the page (WHAT="start first clients load long" for parts)
# make bench-stream    measure what a live stream costs and how late its results are
# make bench           measure speed and memory (Documentation/Benchmarks.md)
# make bench-events    measure how well events are found (Documentation/Events.md); CHOOSE=--choose searches settings
# make bench-resume    kill and resume a run over 3000 short recordings, compare the bytes (Documentation/Folders.md)
# make bench-cleaning  measure what filters and loudness bring (Documentation/CleaningUp.md); CLIPS=FOLDER on other clips
# make bench-event-cost  measure what events cost: CPU, and memory of every format on ten hours
# make bench-models    compare model running with LiteRT and ONNX Runtime (installs both in a venv)
# make test-example    build the example package with the model plugin and check what it prints
# make fuzz            feed random model files to the reader for 60 s; SECONDS=600 for longer, SEED=2 for others
# make format          format the sources and check the style

FILE ?=
PREFIX ?= /usr/local
TESTS ?=
RECORDING := .build/demo/farm.wav
TOOL := .build/release/soundanalysis
SWIFT_TEST_FLAGS := -Xswiftc -warnings-as-errors
# Swift's libraries become part of the program where the toolchain has them for that: it starts sooner, and the machine
# that it runs on needs no toolchain.
SWIFT_LIBRARIES = $(shell swift -print-target-info 2> /dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)\/swift".*/\1/p')
RELEASE_FLAGS = -c release $(if $(wildcard $(SWIFT_LIBRARIES)/swift_static),--static-swift-stdlib)

.PHONY: all demo install uninstall test test-listen test-browser test-example sanitize docs fuzz bench bench-server bench-stream bench-events \
  bench-cleaning bench-event-cost bench-resume bench-models format lint clean

all: $(TOOL)

.PHONY: $(TOOL)
$(TOOL):
	@Scripts/bootstrap.sh
	@swift build $(RELEASE_FLAGS) --product soundanalysis

ifeq ($(FILE),)
demo: $(TOOL)
	@test -s $(RECORDING) || Scripts/make-farm-recording.sh $(RECORDING)
	@$(TOOL) classify --window 1 --overlap 0.5 --top 1 --min-confidence 0.1 $(RECORDING)
else
export FILE
demo: $(TOOL)
	@$(TOOL) classify --top 3 --min-confidence 0.1 -- "$$FILE"
endif

install: $(TOOL)
	@[ -n "$(findstring static,$(RELEASE_FLAGS))" ] || echo "install: the toolchain has no static libraries; keep it on this machine"
	@Scripts/install.sh .build/release "$(PREFIX)"

uninstall:
	@Scripts/install.sh --remove "$(PREFIX)"

test:
	@Scripts/bootstrap.sh test
	@Scripts/bootstrap.sh browser
	@Scripts/format.sh --check
	@swift build --build-tests $(SWIFT_TEST_FLAGS)
	@swift test --skip-build $(SWIFT_TEST_FLAGS)
	@Scripts/test-install.sh
	@Scripts/test-training.sh
	@Fuzzing/run.sh 60
	@Scripts/test-listen.sh
	@Scripts/symbol-graphs.sh .build/symbol-graphs
	@Scripts/check-parity.py .build/symbol-graphs
	@Scripts/test-browser.sh

test-listen:
	@Scripts/bootstrap.sh test
	@swift build --product soundanalysis
	@Scripts/test-listen.sh

sanitize:
	@Scripts/bootstrap.sh test
	@Scripts/sanitize.sh address
	@Scripts/sanitize.sh thread

docs:
	@Scripts/bootstrap.sh
	@swift build
	@Scripts/make-docs.sh

test-browser:
	@Scripts/bootstrap.sh browser
	@swift build --product soundanalysis $(SWIFT_TEST_FLAGS)
	@Scripts/test-browser.sh $(TESTS)

bench: $(TOOL)
	@Benchmarks/run.sh

bench-stream: $(TOOL)
	@Scripts/bootstrap.sh test
	@swift build $(RELEASE_FLAGS) --product StreamBenchmark
	@Benchmarks/stream.sh

bench-server: $(TOOL)
	@Scripts/bootstrap.sh browser
	@SOUNDANALYSIS=$(TOOL) Scripts/measure-server.sh $(WHAT)

bench-events: $(TOOL)
	@Benchmarks/events.sh $(CHOOSE)

bench-resume: $(TOOL)
	@test -s $(RECORDING) || Scripts/make-farm-recording.sh $(RECORDING)
	@python3 Benchmarks/resume.py --tool $(TOOL) --work .build/resume --recording $(RECORDING)

bench-cleaning: $(TOOL)
	@Benchmarks/cleaning.sh $(if $(CLIPS),--clips "$(CLIPS)")

bench-event-cost: $(TOOL)
	@[ -s $(RECORDING) ] || Scripts/make-farm-recording.sh $(RECORDING)
	@python3 Benchmarks/event_cost.py --tool $(TOOL) --recording $(RECORDING) --work .build/bench

bench-models:
	@Scripts/bootstrap.sh test
	@swift build $(RELEASE_FLAGS) --product ModelBench
	@Benchmarks/Models/run.sh

test-example:
	@Scripts/bootstrap.sh
	@Scripts/test-example.sh

fuzz:
	@Scripts/bootstrap.sh test
	@Fuzzing/run.sh $(or $(SECONDS),60) $(or $(SEED),1)

format:
	@Scripts/format.sh

lint:
	@Scripts/format.sh --check

clean:
	@rm -rf .build
