#!/usr/bin/env bash
# Compiles the Swift library of mobile/ios on Linux, all warnings errors, and runs swift/main.swift on it, over a stand-in
# of gobind's classes, since there is no Objective-C here. Then has Swift's importer read the generated header: names are
# those that the library and docs/mobile.md use.
#
# Swift is that of Debian 13, unpacked into WORKDIR/swift: half a gigabyte to fetch, 2.5 on disk, so CI leaves this out.
# Needs root, for chroot.
#
# usage: swift.sh [WORKDIR]
. "$(dirname "$0")/lib.sh"
workdir "${1:-}"
need clang
generate

# fetch unpacks Swift and what it needs, without installing anything.
fetch() {
	local apt=$work/apt
	mkdir -p "$apt"/{lists,archives}/partial "$swift.new"
	echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' >"$apt/sources.list"
	cat >"$apt/conf" <<-CONF
		Dir::State "$apt"; Dir::State::lists "lists"; Dir::State::status "/dev/null";
		Dir::Cache "$apt"; Dir::Cache::archives "archives";
		Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "-"; APT::Sandbox::User "root";
	CONF
	APT_CONFIG=$apt/conf apt-get update -q >/dev/null
	APT_CONFIG=$apt/conf apt-get install -y -q --no-install-recommends --download-only swiftlang libstdc++-14-dev libc6-dev coreutils >/dev/null
	for deb in "$apt"/archives/*.deb; do
		dpkg -x "$deb" "$swift.new"
	done
	for folder in bin lib lib64 sbin; do # as base-files links them
		[ -e "$swift.new/$folder" ] || ln -s "usr/$folder" "$swift.new/$folder"
	done
	mkdir -p "$swift.new"/{proc,tmp}
	rm -rf "$apt"
	mv "$swift.new" "$swift"
}
swift=$work/swift
[ -d "$swift" ] || fetch

# inside COMMAND...: runs a command with Swift's folder as root, in which /work is.
inside() {
	unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i HOME=/tmp PATH=/usr/bin:/usr/libexec/swift/bin LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux:/work "$@"' "$swift" "$@"
}
rm -rf "$swift/work" && mkdir "$swift/work"
cp -r "$root/mobile/ios/Sources/Normlet" "$root/mobile/ios/Sources/NormletSearch/LiveSearch.swift" "$tools/swift/"* "$swift/work/"
flags="-swift-version 6 -warnings-as-errors -I/work -L/work"
library() { # library NAME FILE...
	local name=$1
	shift
	inside swiftc $flags -emit-module -emit-library -module-name "$name" -emit-module-path "/work/$name.swiftmodule" -o "/work/lib$name.so" "${@/#"$swift"/}"
}
library NormletBinding "$swift"/work/binding/*.swift
library Normlet -lNormletBinding "$swift"/work/Normlet/*.swift
inside swiftc $flags -lNormlet -lNormletBinding /work/main.swift -o /work/test
inside timeout 60 /work/test || die "the Swift test failed"

library Combine "$swift"/work/combine/Combine.swift
inside swiftc $flags -parse-as-library -lNormlet -lNormletBinding -lCombine /work/LiveSearch.swift /work/sample.swift -o /work/sample
inside timeout 60 /work/sample || die "the model of the sample failed"

# The Package Manager reads both manifests, and computes the checksum that spm.sh writes.
printf 'stands for a zip file' >"$swift/work/binding.zip"
"$tools/spm.sh" "$swift/work/binding.zip" https://example.org/NormletBinding.xcframework.zip "$swift/work/release" >/dev/null
cp -r "$root/mobile/ios" "$swift/work/ios"
sum=$(inside swift package --package-path /work/release compute-checksum /work/binding.zip)
for manifest in release ios; do
	inside swift package --package-path "/work/$manifest" dump-package >"$work/$manifest.json" || die "the Package Manager does not read the manifest of $manifest"
done
grep -q "$sum" "$work/release.json" || die "spm.sh writes another checksum than $sum"
echo "swift: the Package Manager reads the manifests, with the checksum"

# Foundation of the importer is the stand-in; a header without NSError needs no more.
objc=$swift/work/objc
mkdir "$objc" && cp -r "$work/gen/src/gobind/"*.h "$tools/objc/Foundation" "$objc/"
sed -i -e 's/\(- (.*)\(info\|result\)\):(NSError\* _Nullable\* _Nullable)error;/\1;/' -e 's/ error:(NSError\* _Nullable\* _Nullable)error;/;/' "$objc/Mobile.objc.h"
printf 'module %s [system] { header "%s" export * }\n' Foundation Foundation/Foundation.h NormletBinding Mobile.objc.h >"$objc/module.modulemap"
inside swift-frontend -typecheck -enable-objc-interop -I /work/objc -Xcc -fblocks /work/Names.swift || die "Swift calls something otherwise than the library does"
echo "swift: names are those that Swift's importer makes of the generated header"
