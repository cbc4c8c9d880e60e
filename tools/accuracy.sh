#!/usr/bin/env bash
# Measures accuracy on all corpora, as README and docs/accuracy.md state it: experiment
# accuracy of the laboratory, whose tables go to standard output and to lab/records.
#
#   tools/accuracy.sh DATA [PACKS [FLAGS...]]
#
# DATA is the folder of terminologies and labelled mentions. PACKS keeps the packs;
# those that are there are not built again. If PACKS has bio.normpack, it is measured, too;
# CONVERTED are the files of lab/bioconductor:
#   normlet build --recipe bio --from DATA,CONVERTED --out PACKS/bio.normpack
# FLAGS are those of lab experiment: --own also measures encoders of their own and
# training mentions, half an hour more; --fields FOLDER lists that lab/fields made. Takes two to four minutes on two cores.
set -euo pipefail
[ $# -ge 1 ] && [ -d "$1" ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
flags=(--data "$(cd "$1" && pwd)")
if [ $# -ge 2 ]; then
	mkdir -p "$2"
	packs=$(cd "$2" && pwd)
	flags+=(--packs "$packs")
fi
if [ -e "${packs:-none}/bio.normpack" ]; then
	flags+=(--bio "$packs/bio.normpack")
else
	echo "no bio.normpack in PACKS: of packs of many kinds, only the default one is measured" >&2
fi
shift $(($# > 1 ? 2 : 1))
cd "$(dirname "$0")/../lab"
go run . experiment accuracy "${flags[@]}" --date "$(date -u +%F)" "$@"
cat records/accuracy.md
