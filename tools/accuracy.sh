#!/usr/bin/env bash
# Measures accuracy on the development mentions of all corpora, as README and docs/map.md
# state it: packs built from the terminologies alone and with training mentions, mentions
# looked up one by one (plain) and jointly with those around them (document).
#
#   tools/accuracy.sh DATA [OUT]
#
# DATA holds the folders bioid, uniprot_human, gnormplus, ncbigene_human, chebi, species,
# cell_line, consumer, ncbi_disease, bc5cdr_disease and bc5cdr_chemical. Packs go to the folder OUT (default: a new one), and
# those that are there already are not built again. All of it takes half an hour on two
# cores, most of it for six encoders of their own. A table in Markdown goes to standard output.
set -euo pipefail
[ $# -ge 1 ] && [ -d "$1" ] || { sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2; }
data=$(cd "$1" && pwd)
out=${2:-$(mktemp -d)}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/.."
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program/normlet" ./tools/normlet

build() { # NAME TERMINOLOGY FLAGS...
	local name=$1 terminology=$2
	shift 2
	[ -f "$out/$name.normpack" ] || "$program/normlet" build "$data/$terminology/reference.tsv.gz" --out "$out/$name.normpack" "$@" >&2
}

figures() { # FLAGS...
	"$program/normlet" eval --json "$@" |
		sed -E 's/.*"hits":\{"1":([0-9.]+).*"10":([0-9.]+),"64":[0-9.]+\},"hits_unique.*"ece":([0-9.]+).*/\1 \2 \3/' |
		LC_ALL=C awk '{printf "%.4f / %.4f | %.3f", $1, $2, $3}'
}

row() { # TITLE QUERIES FLAGS...
	local title=$1 queries=$data/$2.tsv.gz plain document
	shift 2
	plain=$(figures --queries "$queries" "$@")
	document=$(figures --queries "$queries" --protocol document "$@")
	echo "| $title | $plain | $document |"
}

printf '| mentions | plain H@1 / H@10 | ECE | document H@1 / H@10 | ECE |\n|---|---|---|---|---|\n'
row "Bio-ID genes, default pack" bioid/dev_gene --namespace NCBIGene
build uniprot uniprot_human
row "Bio-ID proteins, UniProt" bioid/dev_uniprot --pack "$out/uniprot.normpack"
build genes ncbigene_human
row "GNormPlus, all human genes" gnormplus/train --pack "$out/genes.normpack"
build chebi chebi
row "CRAFT, ChEBI" chebi/dev_craft --pack "$out/chebi.normpack"
for kind in species cell_line consumer; do
	build $kind $kind
done
row "species, S800" species/dev_s800 --pack "$out/species.normpack"
row "species, Linnaeus" species/dev_linnaeus --pack "$out/species.normpack"
row "cell lines" cell_line/dev --pack "$out/cell_line.normpack"
row "what patients write" consumer/dev --pack "$out/consumer.normpack"
for corpus in ncbi_disease bc5cdr_disease bc5cdr_chemical; do
	build "$corpus" $corpus --encoder train
	row "$corpus" $corpus/dev --pack "$out/$corpus.normpack"
done
for corpus in ncbi_disease bc5cdr_disease bc5cdr_chemical; do
	build "$corpus.mentions" $corpus --encoder train --mentions "$data/$corpus/train.tsv.gz"
	row "$corpus, with its training mentions" $corpus/dev --pack "$out/$corpus.mentions.normpack"
done
for protocol in plain document; do
	area=$("$program/normlet" eval --json --namespace NCBIGene --protocol $protocol --queries "$data/bioid/dev_gene.tsv.gz" \
		--unlinked "$data/bioid/dev_unlinked.tsv.gz" | sed -E 's/.*"auprc":([0-9.]{6}).*/\1/')
	printf '\nBio-ID mentions without an entity, %s: area under the precision-recall curve %s\n' $protocol "$area"
done
