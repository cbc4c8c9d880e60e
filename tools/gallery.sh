#!/usr/bin/env bash
# Makes the documentation's pages with a gallery of what normlet makes: the page of normlet web, pictures of it in
# Chromium, a text with its entities. It needs Chromium and the packages of mobile/web (npm ci).
#
#   tools/gallery.sh FOLDER
set -euo pipefail
out=$(realpath -m "${1:?want a folder}")
cd "$(dirname "$0")/.."
mkdir -p "$out/gallery"
go build -o "$out/gallery/.normlet" ./tools/normlet
trap 'rm -f "$out/gallery/.normlet"' EXIT
"$out/gallery/.normlet" web --pack assets/default.normpack --out "$out/web"
(cd mobile/web/test/gallery && "$out/gallery/.normlet" annotate --format html note.txt) >"$out/gallery/text.html"
SHOTS="$out/gallery" SITE="$out/web" node mobile/web/test/gallery/gallery.js
go -C tools/site run . --out "$out"
