# make demo            classify a recording of farm animals; make demo FILE=my.mp3 classifies your own
# make test            build and run every test
# make test-browser    the tests of the page in a real browser (installs Chromium)
# make bench           measure speed and memory (Documentation/Benchmarks.md)
# make bench-events    measure how well events are found (Documentation/Events.md); CHOOSE=--choose searches settings
# make format          format the sources and check the style

FILE ?=
RECORDING := .build/demo/farm.wav
TOOL := .build/release/soundanalysis
SWIFT_TEST_FLAGS := -Xswiftc -warnings-as-errors

.PHONY: all demo test test-browser bench bench-events format lint clean

all: $(TOOL)

.PHONY: $(TOOL)
$(TOOL):
	@Scripts/bootstrap.sh
	@swift build -c release --product soundanalysis

ifeq ($(FILE),)
demo: $(TOOL)
	@test -s $(RECORDING) || Scripts/make-farm-recording.sh $(RECORDING)
	@$(TOOL) classify --window 1 --overlap 0.5 --top 1 --min-confidence 0.1 $(RECORDING)
else
export FILE
demo: $(TOOL)
	@$(TOOL) classify --top 3 --min-confidence 0.1 -- "$$FILE"
endif

test:
	@Scripts/bootstrap.sh test
	@swift build --build-tests $(SWIFT_TEST_FLAGS)
	@swift test --skip-build $(SWIFT_TEST_FLAGS)

test-browser: $(TOOL)
	@Scripts/bootstrap.sh browser
	@SOUNDANALYSIS=$(TOOL) Scripts/test-browser.sh

bench: $(TOOL)
	@Benchmarks/run.sh

bench-events: $(TOOL)
	@Benchmarks/events.sh $(CHOOSE)

format:
	@Scripts/format.sh

lint:
	@Scripts/format.sh --check

clean:
	@rm -rf .build
