#!/usr/bin/env bash
# Rebuilds assets/default.normpack as packs/default.toml says: the one command behind
# the embedded pack. Takes two minutes on two cores.
#
#   tools/default-pack.sh [--encoder FILE] [--keep FOLDER] TERMINOLOGIES [GENES.deb ONTOLOGY.deb]
#
# TERMINOLOGIES is the folder of the files that "normlet packs default" lists: MeSH, the
# Disease Ontology, ChEBI, the NCBI Taxonomy, UniProt and the Cellosaurus. Genes and terms
# come from Debian's packages r-bioc-org.hs.eg.db and r-bioc-go.db, fetched with apt-get
# if they are not given, together with emboss-data, whose names.dmp says which names of
# species are shown; with given ones, names.dmp may be in TERMINOLOGIES. --encoder is the one that tools/encoder.sh trains on names of all
# kinds; without it, that of the pack as it is. --keep leaves what Debian's packages hold
# in a folder, which recipes read with --from. The result depends on all these, the program
# and the number of threads; two are used, so that it is the same everywhere.
set -euo pipefail
usage="usage: tools/default-pack.sh [--encoder FILE] [--keep FOLDER] TERMINOLOGIES [GENES.deb ONTOLOGY.deb]"
encoder=default
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
[ $# -eq 1 ] || [ $# -eq 3 ] || { echo "$usage" >&2; exit 2; }
terminologies=$(realpath -e "$1")
shift
debs=()
for deb in "$@"; do
	debs+=("$(realpath -e "$deb")")
done
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOMAXPROCS=2

if [ ${#debs[@]} -eq 0 ]; then
	(cd "$work" && apt-get download r-bioc-org.hs.eg.db r-bioc-go.db emboss-data)
	debs=("$work"/r-bioc-org.hs.eg.db_*.deb "$work"/r-bioc-go.db_*.deb)
fi

files=${keep:-$work}
for deb in "$work"/emboss-data_*.deb; do
	[ ! -e "$deb" ] || dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/share/EMBOSS/data/TAXONOMY/names.dmp >"$files/names.dmp"
done
go -C tools/bioconductor run . --db "${debs[0]}" --go "${debs[1]}" --out "$files/genes.tsv.gz" --force \
	--terms "$files/terms.tsv.gz" --triples "$files/triples.tsv.gz" --definitions "$files/definitions.tsv.gz" \
	--publications "$files/publications.tsv.gz" --xrefs "$files/xrefs.tsv.gz"
go run ./tools/normlet build --recipe default --from "$files,$terminologies" --encoder "$encoder" --out "$work/default.normpack"
mv "$work/default.normpack" "$root/assets/default.normpack"
go run ./tools/normlet inspect assets/default.normpack
