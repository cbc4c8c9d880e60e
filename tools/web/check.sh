#!/usr/bin/env bash
# Everything that must hold in the browser, with its figures. Installs Chromium
# and the packages of mobile/web when they are missing.
#
#   tools/web/check.sh [FOLDER]    # screenshots go to FOLDER
set -euo pipefail
shots=$(realpath -m "${1:-/tmp/normlet-web-shots}")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v brotli >/dev/null || missing+=(brotli)
if [ ${#missing[@]} -gt 0 ]; then
	apt-get update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q "${missing[@]}" >/dev/null
fi
(cd mobile/web && { cmp -s package-lock.json node_modules/.checked || { npm ci --silent && cp package-lock.json node_modules/.checked; }; })

echo "program: vet, tests, what it is made of"
export GOFLAGS=
GOOS=js GOARCH=wasm go vet ./mobile/wasm
PATH="$(go env GOROOT)/lib/wasm:$PATH" GOOS=js GOARCH=wasm go test -count=1 ./mobile/wasm
deps=$(GOOS=js GOARCH=wasm go list -deps ./mobile/wasm)
grep -qx github.com/normlet/normlet/core <<<"$deps"
if grep -E '^(net|net/http|encoding/(json|gob|xml)|testing|text/template|html/template|gonum\.org/.*|github\.com/normlet/normlet/(train|assets|internal/nn|binarize/fit).*)$' <<<"$deps"; then
	echo "the program for the browser must not reach these packages: they cost size"
	exit 1
fi

echo "scripts: types and tests"
(cd mobile/web && node_modules/.bin/tsc -p tsconfig.json && node --test --test-reporter=dot test/*.test.js)
if git ls-files -s mobile/web | grep -E '\.(wasm|normpack)$|wasm_exec\.js$'; then
	echo "built files are tracked"
	exit 1
fi

go build -o "$work/normlet" ./tools/normlet
"$work/normlet" web --out "$work/site"
ceiling() { # NAME BYTES CEILING
	printf '%s: %d bytes (ceiling: %d)\n' "$@"
	[ "$2" -le "$3" ]
}
program=$(brotli -q 11 -c "$work/site/lib/normlet.wasm" | wc -c)
support=$(brotli -q 11 -c "$work/site/lib/wasm_exec.js" | wc -c)
pack=$(brotli -q 11 -c "$work/site/default.normpack" | wc -c)
echo "wasm, uncompressed: $(stat -c %s "$work/site/lib/normlet.wasm") bytes"
ceiling "wasm and support, brotli, without the pack" $((program + support)) 1600000
ceiling "wasm and support, brotli, with the pack" $((program + support + pack)) 6000000

echo "package: what npm would publish"
tools/web/build.sh "$work/built" >/dev/null
listed=$(cd mobile/web && npm pack --dry-run --ignore-scripts --json 2>/dev/null | grep -o '"path": "[^"]*"' | cut -d'"' -f4 | sort | tr '\n' ' ')
want="LICENSE NOTICE README.md THIRD_PARTY_LICENSES lib/channel.js lib/check.js lib/client.js lib/error.js lib/files.js lib/node-worker.js lib/node.js lib/normlet.d.ts lib/normlet.js \
lib/normlet.wasm lib/packs.js lib/serve.js lib/wasm_exec.js lib/worker.js package.json "
[ "$listed" = "$want" ] || { printf 'npm would publish %s\nwant              %s\n' "$listed" "$want"; exit 1; }

echo "package: in Node $(node --version)"
app=$work/app
mkdir -p "$app/node_modules/normlet"
(cd mobile/web && npm pack --ignore-scripts --silent --pack-destination "$work" >/dev/null)
tar -xzf "$work"/normlet-*.tgz --strip-components 1 -C "$app/node_modules/normlet"
for module in $(GOOS=js GOARCH=wasm go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}' ./mobile/wasm | sort -u) Go; do
	grep -q "^$module " "$app/node_modules/normlet/THIRD_PARTY_LICENSES" || { echo "the package lacks the licence of $module"; exit 1; }
done
cp "$work/site/default.normpack" "$app/default.normpack"
cp "$work/site/default.normpack" "$app/with blank#.normpack"
cp mobile/web/test/node/node.js "$app/node.mjs"
(cd "$app" && node --test --test-reporter=dot node.mjs)

echo "page: end-to-end in $(chromium --version)"
NORMLET=$work/normlet SITE=$work/site CHROMIUM=$(command -v chromium) SHOTS=$shots \
	timeout 480 node --test --test-reporter=spec mobile/web/test/e2e/e2e.js
echo "screenshots: $shots"
