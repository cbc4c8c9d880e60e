#!/usr/bin/env bash
# Rebuilds assets/default.normpack from Debian's package of NCBI Gene: the one
# command behind the embedded pack. Takes a few minutes on two cores.
#
#   tools/default-pack.sh [PACKAGE.deb]
#
# Without an argument the package is fetched with apt-get. The result depends on
# the package, the program and the number of threads; two are used, so that it is
# the same everywhere.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOMAXPROCS=2

deb=${1:-}
if [ -z "$deb" ]; then
	(cd "$work" && apt-get download r-bioc-org.hs.eg.db)
	deb=$(echo "$work"/r-bioc-org.hs.eg.db_*.deb)
fi
deb=$(realpath "$deb")

go -C tools/bioconductor run . --db "$deb" --out "$work/genes.tsv.gz"
go run ./tools/normlet train "$work/genes.tsv.gz" --out "$work/genes.normenc" --threads 2 --report "$work/train.json"
go run ./tools/normlet build "$work/genes.tsv.gz" --out "$work/default.normpack" --encoder "$work/genes.normenc" \
	--name "Human genes" --version "org.Hs.eg.db 3.16.0" --date 2022-09-12 \
	--source "NCBI Gene, through Bioconductor org.Hs.eg.db and Debian r-bioc-org.hs.eg.db" \
	--license "NCBI Gene: public domain; see NOTICE"
mv "$work/default.normpack" "$root/assets/default.normpack"
go run ./tools/normlet inspect assets/default.normpack
