#!/usr/bin/env bash
# Makes the artifacts of a release and leaves them in dist/. Each step prints its time.
#
# usage: release.sh --snapshot     all artifacts
#        release.sh --short        those for Linux, without SBOMs
#        release.sh --publish      all, of a tag, signed by cosign, to a draft on GitHub; only the workflow can
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
export LC_ALL=C PATH=$bin:$PATH TIMEFORMAT='-- %R s, of processors %U s and %S s'

settings=.goreleaser.yaml
case "${1:-}" in
--snapshot) options=(--snapshot --skip=publish,sign) ;;
--short)
	options=(--snapshot --skip=publish,sign,sbom,homebrew,scoop)
	settings=$bin/linux.yaml
	sed 's/^    goos: .*/    goos: [linux]/' .goreleaser.yaml >"$settings"
	;;
--publish)
	options=()
	git describe --exact-match --tags HEAD >/dev/null # it says that a release is made of a tag
	;;
*) echo "usage: release.sh --snapshot | --short | --publish" >&2; exit 1 ;;
esac

step() { printf -- '-- %s\n' "$*"; time "$@"; }
step go -C tools/release build -o "$bin/" github.com/goreleaser/goreleaser/v2 github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod ./image
# goreleaser asks for a remote, which a copied clone may lack, and for the name of a secret.
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://github.com/normlet/normlet \
	TAP_TOKEN="${TAP_TOKEN:-}" step goreleaser release --config "$settings" --clean --parallelism 2 "${options[@]}"
step image dist
(cd dist && sha256sum --quiet --check checksums.txt)
[ "$1" != --snapshot ] || go -C tools/release test -v ./install -check -timeout 30m -run Snapshot
ls -l dist | awk '$NF ~ /\.(gz|zip|deb|rpm|tar|json|txt)$/ {printf "%12d %s\n", $5, $NF}'
