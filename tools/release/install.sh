#!/usr/bin/env bash
# Installs each Linux artifact of dist/ into a root of its own and runs README's first
# command from it: the answer must be that of the source, and so must the page. Needs root, and installs what
# it needs from Debian. Run tools/release.sh first.
#
# usage: install.sh            deb (in an unpacked Debian, by its dpkg), rpm, tar.gz and image, amd64 and arm64
#        install.sh --full     in a whole Debian; the image through a registry, too; the Windows program under Wine
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
work=$(mktemp -d)
serving=
cleanup() {
	if [ -n "$serving" ]; then kill "$serving" 2>/dev/null || true; fi
	rm -rf "$work"
}
trap cleanup EXIT
qemu=$work/qemu-aarch64-static

die() { echo "install.sh: $*" >&2; exit 1; }

need() { # need PACKAGE...: installs the Debian packages that are missing
	local p missing=()
	for p; do dpkg -s "$p" >/dev/null 2>&1 || missing+=("$p"); done
	if [ ${#missing[@]} -gt 0 ]; then
		echo "installing ${missing[*]}"
		apt-get -o DPkg::Lock::Timeout=600 update -q >/dev/null
		DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "${missing[@]}" >/dev/null
	fi
}

one() { # one PATTERN: the only file that it names
	local found
	found=$(compgen -G "dist/$1") || die "dist/$1 is missing; run tools/release.sh --short"
	[ "$(wc -l <<<"$found")" -eq 1 ] || die "dist/$1 names several files; remove dist/ and run tools/release.sh again"
	readlink -f "$found"
}

# in ROOT ARCH COMMAND...: runs a command of a root.
in_root() {
	local root=$1 arch=$2
	shift 2
	if [ "$arch" = arm64 ]; then
		cp "$qemu" "$root/qemu"
		chroot "$root" /qemu "$@"
	else
		chroot "$root" "$@"
	fi
}

# answers ROOT ARCH PROGRAM WHAT: the program of a root says what the source says, and has the licences of its modules.
answers() {
	"$work/licenses" --check "$(find "$1" -name THIRD_PARTY_LICENSES)" "$1$3" >"$work/licenses.log" 2>&1 || die "$4: $(cat "$work/licenses.log")"
	in_root "$1" "$2" "$3" version >"$work/version"
	grep -qx "commit    $commit" "$work/version" || die "$4: normlet version says another commit than $commit: $(cat "$work/version")"
	in_root "$1" "$2" "$3" "${look_up[@]}" >"$work/answer" || die "$4: the look-up failed"
	diff "$work/expected" "$work/answer" || die "$4: the answer is not that of the source"
	echo "$4 ($2): version and answer are right"
}

# page ROOT PROGRAM WHAT: an installed program, with nothing else in reach, writes the page of the source and serves it.
page() {
	local url='' chroot
	chroot=$(command -v chroot)
	env -i PATH=/empty "$chroot" "$1" "$2" web --out /site >/dev/null 2>"$work/web.log" || die "$3: $(cat "$work/web.log")"
	diff -r "$work/site" "$1/site" || die "$3: the page is not that of the source"
	: >"$work/url"
	env -i PATH=/empty "$chroot" "$1" "$2" web --listen 127.0.0.1:0 >"$work/url" 2>"$work/web.log" &
	serving=$!
	for _ in {1..100}; do
		read -r url <"$work/url" && break
		sleep 0.1
	done
	[ "$url" ] || die "$3: normlet web prints no address: $(cat "$work/web.log")"
	curl -sf "${url}lib/normlet.wasm" | cmp - "$work/site/lib/normlet.wasm" || die "$3: the program is not served"
	kill "$serving" && wait "$serving" || die "$3: normlet web does not end well"
	serving=
	echo "$3: serves the page"
}

# shipped ROOT: what a package brings besides the program.
shipped() {
	local f
	for f in man/man1/normlet.1.gz man/man1/normlet-lookup.1.gz doc/normlet/copyright doc/normlet/NOTICE doc/normlet/THIRD_PARTY_LICENSES \
		bash-completion/completions/normlet zsh/vendor-completions/_normlet fish/vendor_completions.d/normlet.fish; do
		[ -s "$1/usr/share/$f" ] || die "$1 lacks /usr/share/$f"
	done
	gzip -t "$1"/usr/share/man/man1/*.gz
}

# debian ROOT: a Debian with a dpkg that works. A whole one takes half a minute.
debian() {
	if [ "$full" ]; then
		debootstrap --variant=minbase bookworm "$1" >"$work/debootstrap.log" || die "debootstrap: $(tail "$work/debootstrap.log")"
		return
	fi
	mkdir -p "$work/debs" "$1"/usr/{bin,sbin,lib,lib64} "$1"/var/lib/dpkg/{info,updates} "$1/var/log"
	local d
	for d in bin sbin lib lib64; do ln -s "usr/$d" "$1/$d"; done
	touch "$1/var/lib/dpkg/status"
	chmod 755 "$work" "$work/debs"
	(cd "$work/debs" && apt-get download -q dpkg tar dash coreutils diffutils libc6 libc-bin libacl1 libattr1 libbz2-1.0 libgmp10 \
		liblzma5 libmd0 libpcre2-8-0 libselinux1 libzstd1 zlib1g >/dev/null 2>"$work/download.log") || die "apt-get download: $(cat "$work/download.log")"
	for d in "$work"/debs/*.deb; do dpkg-deb --fsys-tarfile "$d" | tar -x --keep-directory-symlink -C "$1"; done
}

deb() { # deb ARCH
	local root=$work/deb-$1 file
	file=$(one "normlet_*_$1.deb")
	if [ "$1" = amd64 ]; then
		debian "$root"
		cp "$file" "$root/normlet.deb"
		chroot "$root" dpkg -i /normlet.deb >"$work/dpkg.log" 2>&1 || die "dpkg: $(cat "$work/dpkg.log")"
		[ "$(chroot "$root" dpkg-query -W -f '${Status}' normlet)" = "install ok installed" ] || die "dpkg does not say that normlet is installed"
	else # this machine's dpkg: another Debian would run emulated for a minute
		mkdir -p "$root"/var/lib/dpkg/{info,updates} && touch "$root/var/lib/dpkg/status"
		dpkg --root="$root" --force-architecture --log=/dev/null -i "$file" >"$work/dpkg.log" 2>&1 || die "dpkg: $(cat "$work/dpkg.log")"
	fi
	shipped "$root"
	answers "$root" "$1" /usr/bin/normlet deb
	[ "$1" = arm64 ] || { chroot "$root" dpkg -r normlet >>"$work/dpkg.log" 2>&1 && [ ! -e "$root/usr/bin/normlet" ]; } || die "dpkg -r leaves the program"
}

rpm_() { # rpm_ ARCH MACHINE
	local root=$work/rpm-$1 file
	file=$(one "normlet-*.$2.rpm")
	mkdir -p "$root"
	rpm --checksig --nosignature "$file" >/dev/null || die "rpm: digests of $file are wrong"
	rpm --root "$root" --force-debian --ignorearch --nodeps -i "$file"
	shipped "$root"
	answers "$root" "$1" /usr/bin/normlet rpm
}

archive() { # archive ARCH
	local root=$work/tar-$1
	mkdir -p "$root"
	tar -xzf "$(one "normlet_*_linux_$1.tar.gz")" -C "$root"
	for f in README.md LICENSE NOTICE THIRD_PARTY_LICENSES man/normlet.1.gz completions/normlet.{bash,zsh,fish,ps1}; do
		[ -s "$root/$f" ] || die "the archive lacks $f"
	done
	answers "$root" "$1" /normlet tar.gz
	[ "$1" = arm64 ] || page "$root" /normlet tar.gz
}

unpacked() { # unpacked SOURCE ARCH WHAT: skopeo checks the digests of an image; its layers are a root
	local root=$work/image-$2 copy=$work/copy-$2 layer
	rm -rf "$root" "$copy" && mkdir -p "$root"
	skopeo copy --quiet --insecure-policy --src-tls-verify=false --override-arch "$2" "$1" "dir:$copy"
	jq -e '.config | .Entrypoint == ["/normlet"] and .User == "65532:65532"' "$copy/$(jq -r '.config.digest[7:]' "$copy/manifest.json")" >/dev/null ||
		die "$3: the image runs another program, or as another user"
	for layer in $(jq -r '.layers[].digest[7:]' "$copy/manifest.json"); do tar -xzf "$copy/$layer" -C "$root"; done
	answers "$root" "$2" /normlet "$3"
}

# registry pushes the image as the release workflow does, and pulls both halves.
registry() {
	local at=127.0.0.1:5055 ready=
	go -C tools/release build -o "$work/crane" github.com/google/go-containerregistry/cmd/crane
	"$work/crane" registry serve --address "$at" >"$work/registry.log" 2>&1 &
	serving=$!
	for _ in {1..60}; do
		if "$work/crane" catalog "$at" >/dev/null 2>&1; then ready=yes && break; fi
		sleep 1
	done
	[ "$ready" ] || die "the registry does not answer: $(cat "$work/registry.log")"
	tools/release/push.sh "$(one 'normlet_*_oci.tar')" "$at/normlet:test" >"$work/push.log" 2>&1 || die "push.sh: $(cat "$work/push.log")"
	for arch in amd64 arm64; do unpacked "docker://$at/normlet:test" "$arch" "image from a registry"; done
}

windows() {
	local file program=$work/wine
	file=$(one 'normlet_*_windows_amd64.zip')
	unzip -q "$file" -d "$program"
	export WINEPREFIX=$work/prefix WINEDEBUG=-all
	wine wineboot --init >"$work/wine.log" 2>&1 || die "wine: $(cat "$work/wine.log")"
	clang --target=x86_64-pc-windows-msvc -O1 -c tools/release/prng.c -o "$work/prng.obj"
	lld-link /dll /noentry /nodefaultlib /export:ProcessPrng "/out:$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" "$work/prng.obj"
	wine "$program/normlet.exe" "${look_up[@]}" 2>"$work/wine.log" | tr -d '\r' >"$work/answer" || die "zip: $(cat "$work/wine.log")"
	diff "$work/expected" "$work/answer" || die "zip: the answer under Wine is not that of the source"
	echo "zip (windows/amd64, Wine): the answer is right"
}

full=
case ${1:-} in
'') ;;
--full) full=yes ;;
*) die "usage: install.sh [--full]" ;;
esac
[ "$(id -u)" -eq 0 ] || die "chroot needs root"
commit=$(git rev-parse HEAD)
go -C tools/licenses build -o "$work/licenses" .
need rpm skopeo jq qemu-user-static curl
cp "$(command -v qemu-aarch64-static)" "$qemu"
eval "look_up=($(sed -n 's|^go run ./examples/lookup |lookup |p;T;q' README.md))"
go run ./tools/normlet "${look_up[@]}" >"$work/expected"
go run ./tools/normlet web --out "$work/site" >/dev/null
[ "$(wc -l <"$work/expected")" -gt 10 ] || die "README's first command answers $(wc -l <"$work/expected") lines: nothing to compare with"

for arch in amd64 arm64; do
	deb "$arch"
	archive "$arch"
	unpacked "oci-archive:$(one 'normlet_*_oci.tar')" "$arch" image
done
rpm_ amd64 x86_64
rpm_ arm64 aarch64
[ "$full" ] || exit 0
need wine wine64 unzip clang lld
registry
windows
