#!/usr/bin/env bash
# Prints how much there is to read and to learn, beside an earlier revision: lines of Go without tests, words of the
# guides, bytes of the two pages that everybody reads, flags. No number fails: a reviewer asks what a rise is for.
#
#   tools/trends.sh [REVISION]
#
# REVISION is the last release; before the first one, what main was a week ago.
set -euo pipefail
cd "$(dirname "$0")/.."
before=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || git rev-list -1 --before='1 week ago' HEAD)}
before=${before:-HEAD}

# lines counts those of files at revision $1 whose names match $2 and do not match $3.
lines() {
	git grep -c '' "$1" -- '*.go' | cut -d: -f2- | grep -vE '(_test\.go|test/[^/]*\.go):|/testdata/' |
		awk -F: -v yes="$2" -v no="$3" '$1 ~ yes && $1 !~ no { n += $2 } END { print n + 0 }'
}
words() { git archive "$1" README.md ARCHITECTURE.md docs | tar -xO --exclude='docs/reference/*' --wildcards '*.md' | wc -w; }
flags() { git grep -hE '^- `--' "$1" -- 'docs/reference/normlet-*.md' | wc -l; }

row() { printf '%-44s%9s%9s\n' "$@"; }
row '' "$(git rev-parse --short "$before")" now
row 'Go without tests: product' "$(lines "$before" . ^lab/)" "$(lines HEAD . ^lab/)"
lookup='^core/((pack|encoder)/)?[^/]*$|^internal/core/' more='^internal/core/tag/'
row '  what a look-up needs: core, pack, encoder' "$(lines "$before" "$lookup" "$more")" "$(lines HEAD "$lookup" "$more")"
row '  the rest of core: texts, updates, edits' "$(lines "$before" '^core/[^/]*/|^internal/core/tag/' '^core/(pack|encoder)/')" "$(lines HEAD '^core/[^/]*/|^internal/core/tag/' '^core/(pack|encoder)/')"
row '  laboratory' "$(lines "$before" ^lab/ '^$')" "$(lines HEAD ^lab/ '^$')"
row 'words of README, ARCHITECTURE and docs' "$(words "$before")" "$(words HEAD)"
for page in README.md ARCHITECTURE.md; do
	row "bytes of $page" "$(git cat-file -s "$before:$page")" "$(git cat-file -s "HEAD:$page")"
done
row 'flags of all commands' "$(flags "$before")" "$(flags HEAD)"
