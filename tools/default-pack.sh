#!/usr/bin/env bash
# Rebuilds assets/default.normpack from Debian's packages of NCBI Gene and the
# Gene Ontology: the one command behind the embedded pack. Takes some minutes on
# two cores.
#
#   tools/default-pack.sh [--encoder FILE] [--keep FOLDER] [GENES.deb ONTOLOGY.deb]
#
# --encoder is the one that tools/encoder.sh trains on names of all kinds; without it, one is
# trained on the genes alone. Without arguments the packages r-bioc-org.hs.eg.db and r-bioc-go.db are fetched
# with apt-get. --keep leaves what the pack is made of in a folder: genes.tsv.gz,
# terms.tsv.gz, the knowledge graph triples.tsv.gz, definitions.tsv.gz,
# publications.tsv.gz, and the encoder. The result depends on the packages, the program and the number of
# threads; two are used, so that it is the same everywhere.
set -euo pipefail
usage="usage: tools/default-pack.sh [--encoder FILE] [--keep FOLDER] [GENES.deb ONTOLOGY.deb]"
encoder=
if [ "${1:-}" = --encoder ]; then
	encoder=$(realpath -e "${2:?$usage}")
	shift 2
fi
keep=
if [ "${1:-}" = --keep ]; then
	mkdir -p "${2:?$usage}"
	keep=$(realpath "$2")
	shift 2
fi
[ $# -eq 0 ] || [ $# -eq 2 ] || { echo "$usage" >&2; exit 2; }
debs=()
for deb in "$@"; do
	debs+=("$(realpath "$deb")")
done
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOMAXPROCS=2

if [ ${#debs[@]} -eq 0 ]; then
	(cd "$work" && apt-get download r-bioc-org.hs.eg.db r-bioc-go.db)
	debs=("$work"/r-bioc-org.hs.eg.db_*.deb "$work"/r-bioc-go.db_*.deb)
fi

files=${keep:-$work}
go -C tools/bioconductor run . --db "${debs[0]}" --go "${debs[1]}" --out "$files/genes.tsv.gz" \
	--terms "$files/terms.tsv.gz" --triples "$files/triples.tsv.gz" --definitions "$files/definitions.tsv.gz" \
	--publications "$files/publications.tsv.gz"

# The binarizer is learned from the genes alone, as the encoder is if none is given: they find
# the terms, too, and the genes as well as in a pack of their own.
if [ -z "$encoder" ]; then
	encoder=$files/genes.normenc
	go run ./tools/normlet train "$files/genes.tsv.gz" --out "$encoder" --threads 2 --report "$work/train.json"
fi
go run ./tools/normlet build "$files/genes.tsv.gz" --out "$work/genes.normpack" --encoder "$encoder"
# KEGG's pathways may not be passed on, in whatever form, and hardly help.
zcat "$files/triples.tsv.gz" | awk -F '\t' '$2 != "pathway"' >"$work/relations.tsv"
go run ./tools/normlet build "$files/genes.tsv.gz" "$files/terms.tsv.gz" --out "$work/default.normpack" \
	--encoder "$work/genes.normpack" --head "$work/genes.normpack" \
	--profiles NCBIGene --relations "$work/relations.tsv,$files/publications.tsv.gz" --definitions "$files/definitions.tsv.gz" \
	--name "Human genes and Gene Ontology" --version "org.Hs.eg.db 3.16.0, GO.db 3.16.0" --date 2022-09-12 \
	--source "NCBI Gene and Gene Ontology, through Bioconductor org.Hs.eg.db, GO.db and Debian r-bioc-org.hs.eg.db, r-bioc-go.db" \
	--license "NCBI Gene: public domain; Gene Ontology: CC BY 4.0; see NOTICE"
mv "$work/default.normpack" "$root/assets/default.normpack"
go run ./tools/normlet inspect assets/default.normpack
