#!/usr/bin/env bash
# Trains on the public knowledge graphs and records what comes out.
#
#   lab/kg.sh small|full DATA [OUT]
#
# DATA holds a folder of train.txt.gz, valid.txt.gz and test.txt.gz for each graph: nations, kinship and umls (small), WN18RR
# and FB15k-237 too (full). Reports and vectors go to the folder OUT (default: a new one), where graphs that are reported
# already are left alone, and trainings that were interrupted go on. With full, pages go to records.
set -euo pipefail
small="nations kinship umls"
case "${1:-}" in
small) graphs=$small tags= ;;
full) graphs="$small WN18RR FB15k-237" tags=openblas ;; # takes half the time
*) set -- ;;
esac
[ $# -ge 2 ] && [ -d "$2" ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
data=$(cd "$2" && pwd)
out=${3:-$(mktemp -d)}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")"
reports=()
for graph in $graphs; do
	report=$out/$graph.json
	[ -f "$report" ] || go run -tags "$tags" . kg train "$data/$graph" --preset "$graph" \
		--out "$out/$graph.normkg" --report "$report" --resume
	reports+=(--graphs "$report")
done
if [ "$1" = full ]; then
	go run -tags plot . experiment kg "${reports[@]}"
	go run -tags plot . report
else
	go run . experiment kg "${reports[@]}" --out "$out"
	cat "$out/kg.md"
fi
