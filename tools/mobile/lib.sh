# What the scripts here share. To be sourced.

set -euo pipefail
export LC_ALL=C
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$tools/../.." && pwd)
package=github.com/normlet/normlet/mobile
javapkg=io.github.normlet # prefix of the Java package
minapi=21                 # of Android, the oldest that gomobile supports

die() { echo "$(basename "$0"): $*" >&2; exit 1; }

# need PACKAGE...: installs the Debian packages that are missing.
need() {
	local p missing=()
	for p; do
		dpkg -s "$p" >/dev/null 2>&1 || missing+=("$p")
	done
	[ ${#missing[@]} -eq 0 ] && return
	echo "installing ${missing[*]}"
	apt-get -o DPkg::Lock::Timeout=600 update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "${missing[@]}" >/dev/null
}

# figure NAME VALUE LIMIT UNIT: prints a figure, and fails when it exceeds its limit.
figure() {
	awk -v name="$1" -v value="$2" -v limit="$3" -v unit="$4" 'BEGIN {
		ok = value + 0 <= limit + 0 && value != ""
		printf "figure: %-44s %10s  (limit %s %s)%s\n", name, value, limit, unit, ok ? "" : "  TOO MUCH"
		exit !ok
	}'
}

# tool NAME: builds gobind or gomobile into $bin, in the version of go.mod.
tool() {
	mkdir -p "$bin"
	go -C "$tools" build -o "$bin/$1" "golang.org/x/mobile/cmd/$1"
}

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

# generate runs gobind into $work/gen, unless that is there. gobind ends well and
# says nothing when it cannot bind a symbol: it leaves a comment in its output.
# Its own errors may come without an exit code, too.
generate() {
	[ ! -d "$work/gen" ] || return 0
	tool gobind
	(cd "$tools" && "$bin/gobind" -lang=go,java,objc -javapkg="$javapkg" -outdir="$work/gen.new" "$package") 2>"$work/gobind.log" ||
		die "gobind failed: $(cat "$work/gobind.log")"
	[ ! -s "$work/gobind.log" ] || die "gobind says: $(cat "$work/gobind.log")"
	if grep -rnE '//.*\bskipped\b' "$work/gen.new" | sed "s|$work/gen.new/||"; then
		die "gobind left out the symbols above: use types that it can bind"
	fi
	mv "$work/gen.new" "$work/gen"
}

# compile compiles the generated Java, and what the desktop stands in for, into
# $work/classes.
compile() {
	rm -rf "$work/classes" && mkdir -p "$work/classes"
	find "$work/gen/java" "$tools/standin/desktop" "$@" -name '*.java' -exec javac -nowarn -Xlint:-options -d "$work/classes" {} +
}
