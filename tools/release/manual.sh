#!/usr/bin/env bash
# Writes what a release holds besides the program: man pages, completions and the licences
# of what it links, into tools/release/extra, and the page that it embeds. goreleaser
# runs it first.
set -euo pipefail
cd "$(dirname "$0")/../.."
extra=tools/release/extra
rm -rf "$extra"
mkdir -p "$extra/completions"
# With the flags of the release, so that little is compiled twice.
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go run ./tools/web/program
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
