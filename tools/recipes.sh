#!/usr/bin/env bash
# Builds every recipe twice, with two threads and with one, and compares the bytes: the
# table of docs/recipes.md goes to standard output, with the time and memory of the first.
#
#   tools/recipes.sh FOLDER,... [RECIPE...]
#
# The folders are those of build --from. Takes half an hour on two cores.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
from=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go -C "$root" build -o "$work/normlet" ./tools/normlet
[ $# -gt 0 ] || set -- $(cd "$root/packs" && ls ./*.toml | sed 's|^\./||; s|\.toml$||')

build() { # THREADS RECIPE
	local private=()
	[ "$2" != consumer ] || private=(--private) # all its sources are
	GOMAXPROCS=$1 "$work/normlet" build --recipe "$2" "${private[@]}" --from "$from" --out "$work/$1.normpack" --force 2>"$work/log" || {
		cat "$work/log" >&2
		exit 1
	}
}

echo "| recipe | entities | names | MB | seconds | memory, MiB |"
echo "|---|---:|---:|---:|---:|---:|"
for recipe in "$@"; do
	build 2 "$recipe"
	used=$(sed -n 's/^took \([0-9.]*\) s, peak memory \([0-9]*\) MiB$/\1 | \2/p' "$work/log")
	build 1 "$recipe"
	cmp "$work/1.normpack" "$work/2.normpack" || { echo "$recipe: one thread and two make two packs" >&2; exit 1; }
	"$work/normlet" inspect "$work/2.normpack" | awk -v r="$recipe" -v u="$used" '
		/^bytes/ { b = $2 } /^entities/ { e = $2 } /^names / { n = $2 }
		END { printf "| `%s` | %d | %d | %.1f | %s |\n", r, e, n, b / 1e6, u }'
done
