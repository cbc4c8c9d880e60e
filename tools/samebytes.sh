#!/usr/bin/env bash
# Packs and encoders have the same bytes on every machine: builds small ones as code for amd64 v1 and v3, without assembly,
# on a processor without fused products, and for arm64 under qemu, and compares digests. Before, it looks for instructions
# that fuse a product and a sum, and for functions of math that do, in all packages of ours that a build needs.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
die() { echo "samebytes.sh: $*" >&2; exit 1; }
if ! command -v qemu-aarch64-static >/dev/null; then
	apt-get install -y -q --no-install-recommends qemu-user-static >/dev/null
fi
export CGO_ENABLED=0

# The laboratory makes no packs; tools print figures.
packages=$(go list -deps ./train/assemble ./train/recipe ./core/document | grep '^github.com/normlet/normlet/')
GOARCH=arm64 go build -gcflags='github.com/normlet/normlet/...=-S' $packages >"$work/code" 2>&1 || die "$(tail "$work/code")"
[ "$(grep -c STEXT "$work/code")" -gt 1000 ] || die "the compiler shows next to no code"
fused=$(grep -P '\tFN?M(ADD|SUB)[SD]\t' "$work/code" | grep -oP '\(\K[^)]*' | sort -u || true)
[ -z "$fused" ] || die "products that are added without rounding; write float64(a*b)+c:
$fused"
inexact=$(grep -P '\tCALL\tmath\.(?!Ldexp|ldexp|Frexp|frexp|Nextafter|arch(Max|Min))' "$work/code" | grep -oP '\(\K[^)]*(?=\)\tCALL)|math\.\w+' | paste -sd' \n' | sort -u || true)
[ -z "$inexact" ] || die "functions with other bits on other processors; internal/f64 has them:
$inexact"
echo "samebytes: $(wc -w <<<"$packages") packages, no product fused with a sum"

same() { # same NAME BUILD-SETTINGS... -- COMMAND...
	local name=$1 settings=()
	shift
	while [ "$1" != -- ]; do settings+=("$1"); shift; done
	shift
	local start=$SECONDS compiled
	env "${settings[@]}" go test -c -vet=off -o "$work/$name" ./internal/samebytes # vet would read the standard library, too
	compiled=$SECONDS
	(cd internal/samebytes && "$@" "$work/$name" -test.count=1) >"$work/log" 2>&1 || die "$name: $(cat "$work/log")"
	echo "samebytes: $name agrees (compiled in $((compiled - start)) s, run in $((SECONDS - compiled)) s)"
}
same amd64 GOARCH=amd64 GOAMD64=v1 -- env GOMAXPROCS=1 GODEBUG=cpu.fma=off,cpu.avx2=off
same purego GOFLAGS=-tags=purego -- env GOMAXPROCS=3
same arm64 GOARCH=arm64 -- qemu-aarch64-static
if grep -qw avx2 /proc/cpuinfo; then
	same amd64-v3 GOARCH=amd64 GOAMD64=v3 --
else
	echo "samebytes: NOT RUN amd64-v3"
fi
