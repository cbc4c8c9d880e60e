#!/usr/bin/env bash
# Compiles the glue for R with the library of a folder that has libnormlet.so and normlet.h, such as that of the Python
# package, and runs the example.
#
#   tools/r/check.sh FOLDER
set -euo pipefail
library=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/normlet.R "$work"
cp "$here"/normlet.c "$work"/rnormlet.c
(cd "$work" && PKG_CFLAGS="-I$library -Wall -Wextra -Wno-cast-function-type -Werror" PKG_LIBS="-L$library -lnormlet -Wl,-rpath,$library" R CMD SHLIB rnormlet.c >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
Rscript --vanilla "$here/example.R" "$work"
