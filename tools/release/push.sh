#!/usr/bin/env bash
# Pushes an image, all its architectures, and prints its digest. Without a daemon.
#
# usage: push.sh LAYOUT.tar IMAGE:TAG      for ghcr.io with GITHUB_TOKEN, and GITHUB_ACTOR, whose it is
set -euo pipefail
[ $# -eq 2 ] && [ -s "$1" ] || { echo "usage: push.sh LAYOUT.tar IMAGE:TAG; the file ${1:-} is missing" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/layout"
tar -xf "$1" -C "$work/layout"
go -C "$(dirname "$0")" build -o "$work/crane" github.com/google/go-containerregistry/cmd/crane
[[ $2 != ghcr.io/* ]] || "$work/crane" auth login ghcr.io --username "$GITHUB_ACTOR" --password-stdin <<<"$GITHUB_TOKEN" >&2
# Not with --index, which pushes an index around the index.
"$work/crane" push "$work/layout" "$2" >&2
"$work/crane" digest "$2"
