#!/usr/bin/env bash
# Makes what gomobile takes for an Android SDK and NDK, from Debian packages: enough
# to compile and link for android/arm64, and to look at the result. The C library's
# headers are glibc's and the system libraries are empty, so NEVER SHIP what it
# links; it has never run on a phone.
#
# usage: standin.sh DIR         makes DIR/sdk and DIR/ndk
. "$(dirname "$0")/lib.sh"
[ $# -eq 1 ] || die "usage: standin.sh DIR"
workdir "$1"
need openjdk-17-jdk-headless clang lld libc6-dev-arm64-cross linux-libc-dev-arm64-cross android-liblog-dev android-libnativehelper-dev

# The SDK is one jar: the JDK's classes, and the one class of Android that is named.
platform=$work/sdk/platforms/android-35
mkdir -p "$platform" "$work/jar"
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
(cd "$work/jar" && for module in java.base java.logging; do "$java_home/bin/jmod" extract --dir "$module" "$java_home/jmods/$module.jmod"; done)
javac -d "$work/jar/java.base/classes" "$tools/standin/desktop/android/content/Context.java"
rm -f "$work"/jar/*/classes/module-info.class
(cd "$work/jar" && "$java_home/bin/jar" -c -0 -f "$platform/android.jar" -C java.base/classes java -C java.base/classes android -C java.logging/classes java)

# The NDK is Debian's clang behind the names that gomobile looks for.
ndk=$work/ndk
llvm=$ndk/toolchains/llvm/prebuilt/linux-x86_64
sysroot=$llvm/sysroot
lib=$sysroot/usr/lib/aarch64-linux-android/$minapi
mkdir -p "$ndk/meta" "$llvm/bin" "$sysroot/usr/include/android" "$lib"
echo "{\"min\": $minapi, \"max\": 35}" >"$ndk/meta/platforms.json"
echo '{"arm64-v8a": {}}' >"$ndk/meta/abis.json"
echo 'Pkg.Revision = 0.0.0' >"$ndk/source.properties"
cp /usr/include/android/android/log.h "$sysroot/usr/include/android/"
cp /usr/include/android/nativehelper/jni.h "$sysroot/usr/include/"
for compiler in clang clang++; do
	cat >"$llvm/bin/$compiler" <<-WRAPPER
		#!/bin/sh
		exec /usr/bin/$compiler --sysroot=$sysroot -idirafter /usr/aarch64-linux-gnu/include -fuse-ld=lld --rtlib=libgcc -Wno-unused-command-line-argument "\$@"
	WRAPPER
	chmod +x "$llvm/bin/$compiler"
done

# Libraries and start files without content: names are all that the linker needs of
# them, since symbols of a shared library may stay undefined.
cc="clang --target=aarch64-linux-android$minapi -fPIC"
: >"$work/empty.c"
for l in c m dl log android; do
	$cc -fuse-ld=lld -nostdlib -shared -Wl,-soname,lib$l.so -o "$lib/lib$l.so" "$work/empty.c"
done
for o in crtbegin_so crtend_so; do
	$cc -c -o "$lib/$o.o" "$work/empty.c"
done
for l in gcc unwind; do
	ar rcs "$lib/lib$l.a"
done
