#!/usr/bin/env bash
# Makes repositories for the tests of packs over the air: WORKDIR/repository.1 with a pack of 1,000 names, and
# WORKDIR/repository.2, the same with the next version, in which one name in a hundred is another.
#
# usage: repositories.sh WORKDIR [NORMLET]    # the command, built before
. "$(dirname "$0")/lib.sh"
[ $# -ge 1 ] || die "usage: repositories.sh WORKDIR [NORMLET]"
workdir "$1"
normlet=${2:-$bin/normlet}
[ -n "${2:-}" ] || (cd "$root" && go build -o "$normlet" ./tools/normlet)

rm -rf "$work"/repository.?
cd "$work"
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "X:%d\tzinc finger protein %d\n", i, i }' >names.tsv
awk 'BEGIN { for (i = 0; i < 10; i++) printf "+\tX:%d\ta new name %d\n-\tX:%d\tzinc finger protein %d\n", i, i, i, i }' >changes.tsv
"$normlet" build names.tsv --out names.1.normpack --force >build.log 2>&1 || die "normlet build failed: $(cat build.log)"
"$normlet" pack apply names.1.normpack changes.tsv --out names.2.normpack --force >build.log 2>&1 || die "normlet pack apply failed: $(cat build.log)"
rm -f root.pem online.pem
publish() { "$normlet" publish "$@" >publish.log 2>&1 || die "normlet publish failed: $(cat publish.log)"; }
publish key root.pem
publish key online.pem
publish init repository.1 --root-key root.pem --key online.pem
publish repository.1 genes=names.1.normpack --key online.pem
cp -r repository.1 repository.2
publish repository.2 genes=names.2.normpack --key online.pem
