#!/usr/bin/env bash
# Builds what the browser needs: the page as a folder for any static server, and
# the built files and licences of the npm packages in mobile/web, which git does not keep.
#
#   tools/web/build.sh [FOLDER]    # default: mobile/web/dist
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/../../mobile/web/dist}")
cd "$(dirname "$0")/../.."
go run ./tools/normlet web --out "$out"
cp "$out/lib/normlet.wasm" "$out/lib/wasm_exec.js" mobile/web/lib/
cp LICENSE NOTICE mobile/web/
cp NOTICE assets/default.normpack mobile/web/default/
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go -C tools/licenses build -o "$bin/licenses" .
GOOS=js GOARCH=wasm "$bin/licenses" mobile/web/THIRD_PARTY_LICENSES ./mobile/wasm
echo "$out"
