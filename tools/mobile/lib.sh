# What the scripts here share. To be sourced.

set -euo pipefail
export LC_ALL=C
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$tools/../.." && pwd)

die() { echo "$(basename "$0"): $*" >&2; exit 1; }

# workdir sets $work and $bin, from the argument or to what is removed at the end.
workdir() {
	if [ -n "${1:-}" ]; then
		mkdir -p "$1"
		work=$(cd "$1" && pwd)
	else
		work=$(mktemp -d)
		trap 'rm -rf "$work"' EXIT
	fi
	bin=$work/bin
}
