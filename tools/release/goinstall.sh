#!/usr/bin/env bash
# Runs go install github.com/normlet/normlet/tools/normlet@VERSION from a module zip of
# this commit, as the module proxy would serve it. README's first command must give the
# answer of the source: the zip holds all that normlet embeds. Without a network: what it
# requires comes from the module cache.
#
# usage: goinstall.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
die() { echo "goinstall.sh: $*" >&2; exit 1; }
version=v0.0.0-check

go mod download
go -C tools/release build -o "$work/modzip" ./modzip
"$work/modzip" "$version" "$work/proxy"
# A module cache of its own: the next commit has the same version.
GOPROXY="file://$work/proxy,file://$(go env GOMODCACHE)/cache/download" GOSUMDB=off GOMODCACHE=$work/modules GOBIN=$work/bin \
	GOFLAGS=-trimpath CGO_ENABLED=0 go install "github.com/normlet/normlet/tools/normlet@$version" 2>"$work/log" || die "go install: $(cat "$work/log")"

"$work/bin/normlet" version >"$work/version"
grep -qx "normlet   ${version#v}" "$work/version" || die "normlet version says: $(cat "$work/version")"
eval "look_up=($(sed -n 's|^go run ./examples/lookup |lookup |p;T;q' README.md))"
go run ./tools/normlet "${look_up[@]}" >"$work/expected"
[ "$(wc -l <"$work/expected")" -gt 10 ] || die "README's first command answers $(wc -l <"$work/expected") lines: nothing to compare with"
(cd "$work" && bin/normlet "${look_up[@]}") >"$work/answer"
diff "$work/expected" "$work/answer" || die "the installed program answers otherwise than the source"
"$work/bin/normlet" packs >/dev/null || die "the installed program lacks its recipes"
echo "go install: version and answer are right"
