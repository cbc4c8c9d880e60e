#!/usr/bin/env bash
# Compares the answers of two programs, each with its embedded pack, on every mention of
# a folder of labelled data: query files (*.tsv.gz with dev, train or unlinked in the
# name) and PubTator documents.
#
#   tools/compare-answers.sh REVISION DATA [PACK]
#
# REVISION is the git revision of the program before; the one after is the working tree.
# PACK is opened by both in place of the embedded packs. Says how many answers are equal,
# and how the others differ. Takes a minute.
set -euo pipefail
[ $# -ge 2 ] && [ -d "$2" ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
revision=$1 data=$(cd "$2" && pwd)
pack=()
[ $# -lt 3 ] || pack=(--pack "$(realpath "$3")")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive --prefix=before/ "$revision" | tar -x -C "$work"
(cd "$work/before" && go build -o "$work/normlet.before" ./tools/normlet)
go build -o "$work/normlet.after" ./tools/normlet
{
	shopt -s nullglob
	for f in "$data"/{bioid,gnormplus,chebi,ncbi_disease,bc5cdr_disease,bc5cdr_chemical,species,cell_line,consumer}/*{dev,train}*.tsv.gz; do
		zcat "$f" | cut -f 1
	done
	zcat "$data"/documents/*.pubtator.gz | awk -F '\t' 'NF >= 5 {print $4}'
} | grep -v '^[[:space:]]*$' | LC_ALL=C sort -u >"$work/mentions"
for program in before after; do
	"$work/normlet.$program" lookup -k 10 --format json "${pack[@]}" <"$work/mentions" >"$work/$program.jsonl"
done
go -C lab run ./compare "$work/before.jsonl" "$work/after.jsonl"
