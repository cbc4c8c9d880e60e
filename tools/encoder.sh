#!/usr/bin/env bash
# Trains the encoder that knows names of all kinds: genes, proteins, chemicals, diseases and
# other headings of MeSH, species, cell lines, cell types, anatomy, the Gene Ontology. Each kind
# has its share, and what is the same thing in two terminologies is learned as one. It takes
# 20 to 25 minutes of one core.
#
#   tools/encoder.sh DATA OUT [TERMS]
#
# DATA is the folder of the terminologies, as ../shared/data has them: those that a pack may ship,
# none of MEDIC or of SNOMED. OUT is the encoder to write, for normlet build --encoder. TERMS are
# the Gene Ontology's, terms.tsv.gz of tools/default-pack.sh --keep; without it they are made from
# Debian's packages, which apt-get fetches. The same files give the same bytes.
set -euo pipefail
usage="usage: tools/encoder.sh DATA OUT [TERMS]"
[ $# -eq 2 ] || [ $# -eq 3 ] || { echo "$usage" >&2; exit 2; }
data=$(realpath "$1")
out=$(realpath "$2")
terms=${3:+$(realpath "$3")}
cd "$(dirname "$0")/.."
if [ -z "$terms" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	(cd "$work" && apt-get download r-bioc-org.hs.eg.db r-bioc-go.db)
	terms=$work/terms.tsv.gz
	go -C lab/bioconductor run . --db "$work"/r-bioc-org.hs.eg.db_*.deb --go "$work"/r-bioc-go.db_*.deb \
		--out "$work/genes.tsv.gz" --terms "$terms"
fi
# Threads decide the order of sums. MeSH repeats a name, hence --skip-bad.
go run ./tools/normlet train --skip-bad --epochs 8 --threads 1 --out "$out" \
	Gene="$data/ncbigene_human/reference.tsv.gz" UniProt="$data/uniprot_human/reference.tsv.gz" \
	CHEBI="$data/chebi/reference.tsv.gz" MESH="$data/mesh/descriptors.tsv.gz" \
	Taxon="$data/species/reference.tsv.gz" CVCL="$data/cell_line/reference.tsv.gz" \
	UBERON="$data/anatomy/uberon.tsv.gz" CL="$data/anatomy/cell_types.tsv.gz" \
	DOID="$data/disease_ontology/HumanDO.obo.gz" GO="$terms"
