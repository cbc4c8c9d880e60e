#!/usr/bin/env bash
# Everything that must hold for Python, C and R: the library under sanitizers, the wheel, its types and tests in a fresh
# virtual environment, memory over a million mentions, and throughput beside that of Go. Debian's packages, no other
# network.
#
#   tools/python/check.sh [--all] [FOLDER]    # the wheel stays in FOLDER
#
# --all builds the wheel as it is published, without what the go command has in its cache, and looks up a million names
# rather than 200,000.
set -euo pipefail
cd "$(dirname "$0")/../.."
all=
if [ "${1:-}" = --all ]; then
	all=--all
	shift
else
	export NORMLET_QUICK=1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$(realpath -m "${1:-$work/wheel}")
step() { printf '%s (%ds)\n' "$1" "$SECONDS"; }

missing=()
for package in python3-venv python3-numpy python3-pandas python3-pytest mypy r-base-core gcc g++ binutils openssl; do
	dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep 'ok installed' >/dev/null || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
	step "install ${missing[*]}"
	apt-get update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
fi
python=/usr/bin/python3 # Debian's, which has numpy and pandas

step "the library for C, under sanitizers"
tools/c/check.sh "$work/lib"

step "the wheel, installed without network"
"$python" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" wheel -q --no-index --no-deps --wheel-dir "$out" tools/python
wheel=$(ls "$out"/normlet-*.whl)
"$work/venv/bin/pip" install -q --no-index --no-deps "$wheel"
cd "$work" # away from the source
"$python" -m venv "$work/plain" # without numpy and pandas
"$work/plain/bin/pip" install -q --no-index --no-deps "$wheel"
"$work/plain/bin/python" -c 'import normlet; assert normlet.open().lookup_many(["FOX-P2"]).columns()["id"] == ["NCBIGene:93986"]'
"$work/plain/bin/normlet" lookup -k 1 --format tsv FOX-P2 | grep NCBIGene:93986 >/dev/null
package=$("$work/venv/bin/python" -c 'import normlet, pathlib; print(pathlib.Path(normlet.__file__).parent)')
# What docs/python.md says of other systems.
glibc=$(objdump -T "$package/libnormlet.so" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
echo "$(basename "$wheel"): $(stat -c %s "$wheel") bytes, needs $glibc"
[ "$glibc" = GLIBC_2.34 ] || { echo "docs/python.md says GLIBC_2.34"; exit 1; }
source=$OLDPWD
texts=$(find "$package/.." -path '*/normlet-*.dist-info/THIRD_PARTY_LICENSES')
go -C "$source/tools/licenses" run . --check "$texts" "$package/libnormlet.so" "$package/bin/normlet"

step "types"
mypy --strict --config-file "$source/tools/python/pyproject.toml" --cache-dir "$work/mypy" "$source/tools/python/src/normlet"

step "examples and tests"
go -C "$source/lab" build -o "$work/batch" ./batch
cp -r "$source/tools/python/tests" "$work/tests"
pytest() { NORMLET_BATCH="$work/batch" "$work/venv/bin/python" -m pytest -q -p no:cacheprovider "$@"; }
pytest --doctest-modules --pyargs normlet
pytest tests

step "R"
"$source/tools/r/check.sh" "$package"

step "a million mentions"
"$work/batch" names 10000 >"$work/names"
"$work/venv/bin/python" tests/million.py "$work/names" $all

step "throughput"
"$work/batch" mentions >"$work/mentions"
cat "$work/mentions" "$work/mentions" >"$work/twice"
"$work/venv/bin/python" tests/throughput.py "$work/batch" "$work/twice"
step "done"
