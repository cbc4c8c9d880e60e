#!/usr/bin/env bash
# Makes the artifacts of a release and leaves them in dist/.
#
# usage: release.sh --snapshot     all artifacts, by goreleaser; then the short form, which must make the same bytes
#        release.sh --short        those for Linux, in a fraction of the time
#        release.sh --publish      all, of a tag, signed by cosign, to a draft on GitHub; only the workflow can
#
# Each step prints its time, and that of the processors.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
PATH=$bin:$PATH

makers=(github.com/goreleaser/goreleaser/v2 github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod)

die() { echo "release.sh: $*" >&2; exit 1; }

# step NAME COMMAND...: runs a command and prints what it took.
step() {
	local name=$1 start=$SECONDS
	shift
	printf -- '-- %s\n' "$name"
	"$@"
	times >"$bin/times" # not in a pipe: there it would be another shell's
	awk -v name="$name" -v s="$((SECONDS - start))" 'NR == 2 {
		for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); used += 60 * t[1] + t[2] }
		printf "-- %s: %d s; processors so far %d s\n", name, s, used
	}' "$bin/times"
}

compile() { # compile PACKAGE...: programs of tools/release
	go -C tools/release build -o "$bin/" "$@"
}

full() { # full OPTION...
	# goreleaser asks for a remote, which a copied clone may lack, and for the name of a secret.
	GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://github.com/normlet/normlet \
		TAP_TOKEN="${TAP_TOKEN:-}" goreleaser release --clean --parallelism 2 "$@"
}

# same compares what both forms make, by their checksums.
same() {
	short "$bin/dist" >/dev/null
	local n
	n=$(wc -l <"$bin/dist/checksums.txt")
	[ "$n" -ge 6 ] || die "the short form made $n artifacts, six are wanted"
	(cd dist && sha256sum --quiet --check "$bin/dist/checksums.txt") || die "both forms make different bytes"
	echo "the short form makes the same bytes: $n artifacts"
}

# sboms looks for what every program needs in the lists of what went into them.
sboms() {
	local f n=0
	for f in dist/*.cdx.json; do
		for module in github.com/spf13/cobra github.com/klauspost/compress; do
			grep -q "pkg:golang/$module@v" "$f" || die "$f does not list $module"
		done
		n=$((n + 1))
	done
	[ "$n" -eq 6 ] || die "there are $n SBOMs, not one for each of six programs"
	echo "six SBOMs list what the programs need"
}

case ${1:-} in
--snapshot)
	step "compile goreleaser and the maker of SBOMs" compile "${makers[@]}"
	step "goreleaser" full --snapshot --skip=publish,sign
	step "SBOMs" sboms
	step "compile the short form" compile ./short ./image
	step "image" image dist
	step "short form" same
	;;
--short)
	rm -rf dist
	step "compile the short form" compile ./short ./image
	step "short form" short dist
	step "image" image dist
	;;
--publish)
	git describe --exact-match --tags HEAD >/dev/null || die "this commit has no tag; a release is made of one"
	step "compile goreleaser and the maker of SBOMs" compile "${makers[@]}"
	step "goreleaser" full
	step "compile the image's maker" compile ./image
	step "image" image dist
	;;
*) die "usage: release.sh --snapshot | --short | --publish" ;;
esac
(cd dist && sha256sum --quiet --check checksums.txt)
ls -l dist | awk '$NF ~ /\.(gz|zip|deb|rpm|tar|json|txt)$/ {printf "%12d %s\n", $5, $NF}'
