# SPDX-License-Identifier: BSD-3-Clause
# The few commands to know. Everything behind them is in tools/ and CMakePresets.json.
.PHONY: help run test fuzz bench format tidy clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

run: ## install what is missing, build, reproduce the papers and write report/index.html
	@tools/setup run
	cmake --preset release
	cmake --build --preset release
	@if [ -x build/release/apps/stiction ]; then build/release/apps/stiction reproduce all; \
	else echo "The library is built; there is no program to run yet."; fi

test: ## install what is missing, build, and run every check
	@tools/setup test
	@python3 tools/run_tests.py

fuzz: ## any bytes to the readers of files, for ten minutes each; what breaks them is kept in build/clang/tests/fuzz
	@tools/setup test
	cmake --preset clang -D STICTION_FUZZ_SECONDS=600
	cmake --build --preset clang --target fuzz_programs
	ctest --test-dir build/clang -L fuzz --output-on-failure; \
	status=$$?; cmake --preset clang -U STICTION_FUZZ_SECONDS >build/clang/fuzz.log; exit $$status

bench: ## install what is missing, build for this machine, and measure; results in build/bench/*.json
	@tools/setup bench
	cmake --preset bench
	cmake --build --preset bench
	@python3 tools/run_benchmarks.py build/bench

format: ## lay out every C++ file as .clang-format says
	@tools/setup format
	@test -x build/format/bin/clang-format || \
	{ python3 -m venv build/format && build/format/bin/pip --quiet install clang-format==18.1.8; }
	git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp' | xargs -0 -r build/format/bin/clang-format -i

tidy: ## clang-tidy over the library and the programs
	@tools/setup tidy
	@python3 tools/tidy.py

clean: ## remove everything that was built
	rm -rf build
