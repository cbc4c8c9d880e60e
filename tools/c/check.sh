#!/usr/bin/env bash
# Builds the library for C, and runs the C program in test with it: as C and as C++, linked shared and static, with the
# address and undefined-behaviour sanitizers.
#
#   tools/c/check.sh [FOLDER]    # libnormlet.so and normlet.h stay in FOLDER
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$(realpath -m "${1:-$work}") # FOLDER is the caller's
mkdir -p "$out"
cd "$(dirname "$0")/../.."

go build -ldflags "-s -w" -buildmode=c-shared -o "$out/libnormlet.so" ./tools/c
cp tools/c/normlet.h "$out" # cgo wrote libnormlet.h, which says the same with Go's types
rm -f "$out/libnormlet.h"
go build -ldflags "-s -w" -buildmode=c-archive -o "$work/libnormlet.a" ./tools/c

warnings="-Wall -Wextra -Wpedantic -Wshadow -Werror"
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
gcc -std=c99 -D_DEFAULT_SOURCE $warnings -O1 -g $sanitizers -Itools/c tools/c/test/main.c -o "$work/shared" -L"$out" -lnormlet -Wl,-rpath,"$out" -pthread
gcc -std=c99 -D_DEFAULT_SOURCE $warnings -O1 -Itools/c tools/c/test/main.c "$work/libnormlet.a" -o "$work/static" -pthread
echo '#include "normlet.h"
int main() { normlet_options o = NORMLET_OPTIONS; return o.k + int(normlet_abi()) - NORMLET_ABI; }' >"$work/main.cc"
g++ -std=c++11 $warnings -Itools/c "$work/main.cc" -o "$work/cpp" -L"$out" -lnormlet -Wl,-rpath,"$out"

for program in shared static; do
	said=$("$work/$program" assets/default.normpack)
	echo "$program: $said"
done
"$work/cpp"
