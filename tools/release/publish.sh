#!/usr/bin/env bash
# After release.sh --publish: pushes the image, signs it, and adds the image layout and
# the libraries for apps to the draft. Prints digest=... of the image.
#
# usage: publish.sh TAG USER      with GITHUB_TOKEN, cosign and gh; REGISTRY for another than ghcr.io
set -euo pipefail
cd "$(dirname "$0")/../.."
die() { echo "publish.sh: $*" >&2; exit 1; }
[ $# -eq 2 ] || die "usage: publish.sh TAG USER"
tag=$1 user=$2 registry=${REGISTRY:-ghcr.io}
image=$registry/normlet/normlet
[[ $tag =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]] || die "$tag is no version; a release has a tag like v0.1.0"
layout=dist/normlet_${tag#v}_oci.tar
for f in "$layout" dist/normlet.aar dist/NormletBinding.xcframework.zip; do [ -s "$f" ] || die "$f is missing"; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
	go -C tools/release build -o "$work/crane" github.com/google/go-containerregistry/cmd/crane
	mkdir "$work/layout"
	tar -xf "$layout" -C "$work/layout"
	[ "$registry" != ghcr.io ] || "$work/crane" auth login ghcr.io --username "$user" --password-stdin <<<"$GITHUB_TOKEN"
	"$work/crane" push --index "$work/layout" "$image:${tag#v}"
	digest=$("$work/crane" digest "$image:${tag#v}")
	[[ $tag == *-* ]] || "$work/crane" tag "$image@$digest" latest # not for a release to try
	cosign sign --yes "$image@$digest"
	gh release upload "$tag" "$layout" dist/normlet.aar dist/NormletBinding.xcframework.zip
} >&2
echo "digest=$digest"
