#!/usr/bin/env bash
# Rebuilds assets/default.normpack as packs/default.toml says: the one command behind the embedded pack. Takes two minutes
# on two cores.
#
#   tools/default-pack.sh [--encoder FILE] [--keep FOLDER] TERMINOLOGIES [GENES.deb ONTOLOGY.deb]
#
# TERMINOLOGIES has the files that "normlet packs default" lists. Genes and terms come from Debian's packages
# r-bioc-org.hs.eg.db and r-bioc-go.db, fetched if not given, with emboss-data, whose names.dmp says which names of species
# are shown. --encoder is that of tools/encoder.sh; without it, that of the pack as it is. --keep leaves what Debian's
# packages hold in a folder. The result depends on all these, the program and the number of threads, which is two.
set -euo pipefail
usage() { sed -n '5s/^# */usage: /p' "$0" >&2; exit 2; }
encoder=default work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=$work
while [[ ${1:-} = --* ]]; do
	[ $# -ge 2 ] || usage
	case $1 in
	--encoder) encoder=$(realpath -e "$2") ;;
	--keep) files=$(mkdir -p "$2" && realpath -e "$2") ;;
	*) usage ;;
	esac
	shift 2
done
[ $# -eq 1 ] || [ $# -eq 3 ] || usage
given=$(realpath -e "$@") # stops at what is not there
mapfile -t given <<<"$given"
cd "$(dirname "$0")/.."
export GOMAXPROCS=2
if [ $# -ne 3 ]; then
	(cd "$work" && apt-get download r-bioc-org.hs.eg.db r-bioc-go.db emboss-data)
	given+=("$work"/r-bioc-org.hs.eg.db_*.deb "$work"/r-bioc-go.db_*.deb)
	dpkg-deb --fsys-tarfile "$work"/emboss-data_*.deb | tar -xO ./usr/share/EMBOSS/data/TAXONOMY/names.dmp >"$files/names.dmp"
fi
go -C lab/bioconductor run . --db "${given[1]}" --go "${given[2]}" --out "$files/genes.tsv.gz" --force \
	--terms "$files/terms.tsv.gz" --triples "$files/triples.tsv.gz" --definitions "$files/definitions.tsv.gz" \
	--publications "$files/publications.tsv.gz" --xrefs "$files/xrefs.tsv.gz"
go run ./tools/normlet build --recipe default --type GO=GO --from "$files,${given[0]}" --encoder "$encoder" --out "$work/default.normpack"
mv "$work/default.normpack" assets/default.normpack
go run ./tools/normlet inspect assets/default.normpack
