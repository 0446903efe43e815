# Builds the program plywood for the processor of this machine, beside this file, under the name EXE. OpenBench calls
# it as `make EXE=name`. Everything else is built by cargo.

EXE = plywood

ifeq ($(OS),Windows_NT)
	PROGRAM := $(EXE).exe
else
	PROGRAM := $(EXE)
endif

# Link-time optimization makes the searches some 3 % faster, and this build twice as long.
export CARGO_PROFILE_RELEASE_LTO = fat
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS = 1

.PHONY: all
all:
	cargo rustc --release -p plywood-uci --bin plywood -- -C target-cpu=native --emit link=$(PROGRAM)
