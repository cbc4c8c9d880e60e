#!/usr/bin/env bash
# After release.sh --publish: pushes the image, signs it, and adds the image layout and
# the libraries for apps to the draft. Prints digest=... of the image.
#
# usage: publish.sh TAG      with GITHUB_TOKEN, GITHUB_ACTOR, cosign and gh
set -euo pipefail
cd "$(dirname "$0")/../.."
die() { echo "publish.sh: $*" >&2; exit 1; }
[ $# -eq 1 ] || die "usage: publish.sh TAG"
tag=$1 image=ghcr.io/normlet/normlet
[[ $tag =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]] || die "$tag is no version; a release has a tag like v0.1.0"
layout=dist/normlet_${tag#v}_oci.tar
for f in "$layout" dist/normlet.aar dist/NormletBinding.xcframework.zip; do [ -s "$f" ] || die "$f is missing"; done

digest=$(tools/release/push.sh "$layout" "$image:${tag#v}")
[[ $tag == *-* ]] || tools/release/push.sh "$layout" "$image:latest" >&2 # not for a release to try
cosign sign --yes "$image@$digest" >&2
gh release upload "$tag" "$layout" dist/normlet.aar dist/NormletBinding.xcframework.zip >&2
echo "digest=$digest"
