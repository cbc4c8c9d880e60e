#!/usr/bin/env bash
# Writes what a release holds besides the program: man pages, completions and the licences
# of what it links, into tools/release/extra, and the page that it embeds. goreleaser
# runs it first.
set -euo pipefail
cd "$(dirname "$0")/../.."
extra=tools/release/extra
rm -rf "$extra"
mkdir -p "$extra/completions"
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
# With the flags of the release, so that little is compiled twice.
CGO_ENABLED=0 go run -trimpath -buildvcs=false ./tools/normlet web --out "$program/page"
built=tools/normlet/program/built
mkdir -p "$built"
gzip -9n <"$program/page/lib/normlet.wasm" >"$built/normlet.wasm.gz"
cp "$program/page/lib/wasm_exec.js" "$built/"
CGO_ENABLED=0 go build -trimpath -buildvcs=false -tags=page -o "$program/normlet" ./tools/normlet
"$program/normlet" docs --format man --out "$extra/man"
gzip -9n "$extra"/man/*
for shell in bash zsh fish; do
	"$program/normlet" completion "$shell" >"$extra/completions/normlet.$shell"
done
"$program/normlet" completion powershell >"$extra/completions/normlet.ps1"
go -C tools/licenses build -o "$program/licenses" .
GOFLAGS=-tags=page "$program/licenses" "$extra/THIRD_PARTY_LICENSES" ./tools/normlet
"$program/licenses" --check "$extra/THIRD_PARTY_LICENSES" "$program/normlet"
