#!/usr/bin/env bash
# Compiles gobind's Objective-C and a caller of it for iOS, all warnings errors,
# against a stand-in of Foundation. Linking and running need Xcode.
#
# usage: objc.sh [WORKDIR]
. "$(dirname "$0")/lib.sh"
workdir "${1:-}"
need clang
generate

src=$work/objc
rm -rf "$src" && cp -r "$work/gen/src/gobind" "$src"
cp "$tools/objc/Caller.m" "$src"
# Apple's header of this name declares id, Class and nil, which clang knows.
mkdir -p "$src/objc" && echo '#include <Foundation/Foundation.h>' >"$src/objc/objc.h"
go -C "$tools" run ./cgoexport "$src"/{go_main,go_mobilemain,seq,seq_darwin}.go >"$src/_cgo_export.h"

compile_objc() { # compile_objc LANGUAGE FILE: with the flags that gobind asks for
	clang --target=arm64-apple-ios15.0 -fsyntax-only -x "$1" -fobjc-arc -fmodules -fblocks -Wall -Wextra -Werror \
		-Wno-unused-parameter -Wno-stdlibcxx-not-found -fmodules-cache-path="$work/modules" -D__GOBIND_DARWIN__ -nostdinc \
		-isystem "$(clang -print-resource-dir)/include" -isystem "$tools/objc" -isystem "$tools/objc/libc" -I"$src" "$2" ||
		die "$(basename "$2") does not compile as $1"
}
compiled=0
for f in "$src"/*.m; do
	compile_objc objective-c "$f"
	compiled=$((compiled + 1))
done
[ "$compiled" -ge 4 ] || die "gobind wrote only $compiled files"
# An app in Objective-C++ includes the header, too: no name may be a keyword there.
compile_objc objective-c++ "$src/Caller.m"
echo "objc: $compiled files compile without a warning, the caller as Objective-C++, too"
