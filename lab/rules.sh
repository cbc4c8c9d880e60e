#!/usr/bin/env bash
# Switches every linguistic rule off in turn and measures all corpora: lab experiment
# rules, on packs that tools/accuracy.sh has built. Takes ten minutes.
#
#   lab/rules.sh DATA PACKS [FLAGS...]
#
# DATA is the folder of labelled data, PACKS the folder PACKS of tools/accuracy.sh. FLAGS
# are those of lab experiment, such as --out.
set -euo pipefail
[ $# -ge 2 ] && [ -d "$1" ] && [ -d "$2" ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
data=$(cd "$1" && pwd) packs=$(cd "$2" && pwd)
shift 2
cd "$(dirname "$0")"
flags=()
corpus() { # NAME PACK QUERIES
	flags+=(--labelled "$1=$2,$data/$3")
}
corpus "Bio-ID genes" ../assets/default.normpack bioid/dev_gene.tsv.gz
corpus "Bio-ID proteins" "$packs/uniprot.normpack" bioid/dev_uniprot.tsv.gz
corpus GNormPlus "$packs/genes.normpack" gnormplus/train.tsv.gz
corpus CRAFT "$packs/chebi.normpack" chebi/dev_craft.tsv.gz
corpus Alzheimer "$packs/chebi.normpack" chebi/dev_alzdem.tsv.gz
for c in ncbi_disease bc5cdr_disease bc5cdr_chemical; do
	corpus "$c" "$packs/$c.normpack" $c/dev.tsv.gz
	corpus "$c, training mentions" "$packs/$c.normpack" $c/train.tsv.gz
done
corpus "species, S800" "$packs/species.normpack" species/dev_s800.tsv.gz
corpus "species, Linnaeus" "$packs/species.normpack" species/dev_linnaeus.tsv.gz
corpus "cell lines" "$packs/cell_line.normpack" cell_line/dev.tsv.gz
corpus "consumer" "$packs/consumer.normpack" consumer/dev.tsv.gz
corpus "consumer, training mentions" "$packs/consumer.normpack" consumer/train.tsv.gz
corpus "documents GNormPlus" "$packs/genes.normpack" documents/GNormPlus_Train.pubtator.gz
corpus "documents NLM-Gene" "$packs/genes.normpack" documents/NLMgene_Train.pubtator.gz
corpus "documents BioRED, genes" "$packs/genes.normpack" documents/BioRED_TrainDev.pubtator.gz
corpus "documents BioRED, diseases" "$packs/bc5cdr_disease.normpack" documents/BioRED_TrainDev.pubtator.gz
corpus "documents BioRED, species" "$packs/species.normpack" documents/BioRED_TrainDev.pubtator.gz
go run . experiment rules "${flags[@]}" "$@"
