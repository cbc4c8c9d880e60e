#!/usr/bin/env bash
# Prints how far p holds for what lists have and for what they lack: for each file of DATA/open_world, all mentions of
# BioRED and whole and cut lists, what is right and wrong at p >= 0.5, the calibration error, and precision and coverage
# at p >= 0.8, 0.9 and 0.95; by the packs as they are, with the mention or its kind left out of the fit, and with the
# share of the list estimated. Takes five minutes on two cores.
#
#   tools/open-world.sh DATA PACKS [FIELDS]    # PACKS keeps the packs of tools/accuracy.sh, which builds them; FIELDS
#                                              # has the lists of lab/fields; p is fitted on four of them
set -euo pipefail
[ $# -ge 2 ] && [ $# -le 3 ] && [ -d "$1" ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
data=$(cd "$1" && pwd)
newest=${3:+graphics}
[ -e "$2/${newest:-consumer}.normpack" ] || "$(dirname "$0")/accuracy.sh" "$1" "$2" ${3:+--fields "$3"} >/dev/null
packs=$(cd "$2" && pwd)
fields=${3:+$(cd "$3" && pwd)}
cp "$(dirname "$0")/../assets/default.normpack" "$packs/default.normpack"
go -C "$(dirname "$0")/../lab" run ./fit "$data" "$packs" ${fields:+"$fields"}
