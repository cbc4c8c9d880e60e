#!/usr/bin/env bash
# Makes the Swift package of a release from the zip file of NormletBinding.xcframework: a folder to be the root of a
# repository of its own, since the Swift Package Manager takes packages from roots only. Its Package.swift names the
# address from which apps will fetch the zip, and its checksum, as `swift package compute-checksum` gives it.
#
#	ditto -c -k --keepParent NormletBinding.xcframework NormletBinding.xcframework.zip
#
# usage: spm.sh NormletBinding.xcframework.zip https://.../NormletBinding.xcframework.zip OUT
. "$(dirname "$0")/lib.sh"
[ $# -eq 3 ] || die "usage: spm.sh ZIP URL OUT"
[[ $1 == *.zip && -s $1 ]] || die "$1 is no zip file with an XCFramework"
[[ $2 =~ ^https://[A-Za-z0-9./_%@+-]+\.zip$ ]] || die "$2 is not the https address of a zip file"
[ ! -e "$3" ] || [ -f "$3/Package.swift" ] || die "$3 is there and is no Swift package"
checksum=$(sha256sum <"$1" | cut -d' ' -f1)
mkdir -p "$3"
rm -rf "$3/Sources" && mkdir "$3/Sources"
cp -r "$root/mobile/ios/Sources/Normlet" "$3/Sources/"
cp "$root/LICENSE" "$root/NOTICE" "$3/"
sed -e "s|@URL@|$2|" -e "s|@CHECKSUM@|$checksum|" "$root/mobile/ios/release/Package.swift" >"$3/Package.swift"
echo "wrote $3: checksum $checksum"
