#!/usr/bin/env bash
# Measures how building and look-ups grow with the length of a list: the table of docs/packs.md.
#
#   lab/growth/growth.sh 10000 100000 1000000  # names; four minutes of processor time, a gigabyte of memory
#
# GROWTH_DIR is where lists and packs are kept (default: a folder that is removed at the end).
set -eu
TIMEFORMAT='%U %S' # seconds of processor time
cd "$(dirname "$0")/../.."
bin=$(mktemp -d)
dir=${GROWTH_DIR:-$bin/data}
trap 'rm -rf "$bin"' EXIT
trap 'exit 1' INT TERM
mkdir -p "$dir"
go build -o "$bin" ./tools/normlet
go -C lab build -o "$bin" ./biglist ./growth
for names in "$@"; do
	list=$dir/$names.tsv pack=$dir/$names.normpack
	"$bin/biglist" --names "$names" --out "$list"
	{ time "$bin/normlet" build "$list" --raw-codes --out "$pack" --force 2>"$bin/log"; } 2>"$bin/time" || { cat "$bin/log" >&2; exit 1; }
	cat "$bin/log" >&2
	took=$(awk '{ print $1 + $2 }' "$bin/time") # others may want the processors, too
	peak=$(sed -n 's/^took .*, peak memory \([0-9]*\) MiB$/\1/p' "$bin/log")
	each=$(sed -n 's/.* bytes (\([0-9.]*\) a name).*/\1/p' "$bin/log")
	"$bin/growth" measure "$pack" >"$bin/row"
	read -r n rest <"$bin/row"
	echo "$n $took $peak $each $rest" >>"$bin/rows"
done
"$bin/growth" table <"$bin/rows"
