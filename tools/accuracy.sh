#!/usr/bin/env bash
# Measures accuracy on all corpora, as README and docs/accuracy.md state it: normlet
# experiment accuracy, whose tables go to standard output and to docs/experiments.
#
#   tools/accuracy.sh DATA [PACKS [FLAGS...]]
#
# DATA is the folder of terminologies and labelled mentions. PACKS keeps the packs
# (default: a new folder); those that are there are not built again. FLAGS are those of
# normlet experiment: --own also measures encoders of their own and training mentions,
# half an hour more; --left-out DIR what is fitted on all kinds but that of a corpus.
# Takes four to eight minutes on two cores.
set -euo pipefail
[ $# -ge 1 ] && [ -d "$1" ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
data=$(cd "$1" && pwd)
packs=${2:-$(mktemp -d)}
mkdir -p "$packs"
packs=$(cd "$packs" && pwd)
shift $(($# > 1 ? 2 : 1))
cd "$(dirname "$0")/.."
go run ./tools/normlet experiment accuracy --data "$data" --packs "$packs" "$@"
cat docs/experiments/accuracy.md
