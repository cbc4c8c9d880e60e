#!/bin/sh
# Measures how building and look-ups grow with the length of a list: the table of docs/packs.md.
#
#   lab/growth/growth.sh 1 3 10 30  # millions of names; 1 takes six minutes of processor time and a gigabyte of memory
#
# GROWTH_DIR is where lists and packs are kept (default: a folder that is removed at the end).
set -eu
cd "$(dirname "$0")/../.."
bin=$(mktemp -d)
dir=${GROWTH_DIR:-$bin/data}
trap 'rm -rf "$bin"' EXIT
trap 'exit 1' INT TERM
mkdir -p "$dir"
go build -o "$bin" ./tools/normlet
go -C lab build -o "$bin" ./biglist ./growth
for millions in "$@"; do
	names=$((millions * 1000000))
	list=$dir/$names.tsv pack=$dir/$names.normpack
	"$bin/biglist" --names "$names" --out "$list"
	"$bin/normlet" build "$list" --raw-codes --out "$pack" --force 2>"$bin/log" || { cat "$bin/log" >&2; exit 1; }
	cat "$bin/log" >&2
	took=$(sed -n 's/^took \([0-9.]*\) s, peak memory \([0-9]*\) MiB$/\1 \2/p' "$bin/log")
	each=$(sed -n 's/.* bytes (\([0-9.]*\) a name).*/\1/p' "$bin/log")
	"$bin/growth" measure "$pack" >"$bin/row"
	read -r n rest <"$bin/row"
	echo "$n $took $each $rest" >>"$bin/rows"
done
"$bin/growth" table <"$bin/rows"
