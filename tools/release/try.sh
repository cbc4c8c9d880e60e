#!/usr/bin/env bash
# Unpacks an archive of a release and looks something up, on the system that the
# archive is for.
#
# usage: try.sh ARCHIVE
set -euo pipefail
die() { echo "try.sh: $*" >&2; exit 1; }
[ $# -eq 1 ] && [ -f "$1" ] || die "usage: try.sh ARCHIVE; the file ${1:-} is missing"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $1 in
*.zip) unzip -q "$1" -d "$work" ;;
*) tar -xzf "$1" -C "$work" ;;
esac
program=$work/normlet
[ -e "$program" ] || program=$work/normlet.exe
"$program" version
"$program" lookup FOX-P2 PLCγ2 'heart attack' >"$work/answer"
cat "$work/answer"
for id in NCBIGene:93986 NCBIGene:5336; do
	grep -q "$id" "$work/answer" || die "$1: the answer lacks $id"
done
"$program" verify >/dev/null || die "$1: the default pack is damaged"
