#!/usr/bin/env bash
# Runs build.sh for android/arm64 against the stand-in of the SDK and NDK, and looks
# at the library: what it needs, what it offers, its alignment and size, and
# whether a second build is the same. Loading it on a phone is not tried.
#
# usage: android.sh [WORKDIR]
. "$(dirname "$0")/lib.sh"
workdir "${1:-}"
need openjdk-17-jdk-headless binutils-aarch64-linux-gnu unzip
generate
compile
[ -d "$work/standin/ndk" ] || "$tools/standin.sh" "$work/standin"

build() { # build NAME
	ANDROID_HOME=$work/standin/sdk ANDROID_NDK_HOME=$work/standin/ndk TARGET=android/arm64 TAGS=nodefaultpack \
		"$tools/build.sh" android "$work/$1.aar" >"$work/build.log" 2>&1 || die "gomobile bind failed: $(cat "$work/build.log")"
	rm -rf "${work:?}/$1" && mkdir "$work/$1"
	unzip -q -o "$work/$1.aar" -d "$work/$1"
}
build slim
build again
so=$work/slim/jni/arm64-v8a/libgojni.so
readelf=aarch64-linux-gnu-readelf

for f in classes.jar AndroidManifest.xml proguard.txt; do
	[ -s "$work/slim/$f" ] || die "the AAR has no $f"
done
$readelf -h "$so" | grep 'Machine: *AArch64' >/dev/null || die "the library is not for arm64"

# Every segment has to be aligned to 16 KiB.
segments=$($readelf -lW "$so" | awk '$1 == "LOAD" {print $NF}')
[ "$(wc -l <<<"$segments")" -gt 1 ] || die "readelf finds no segments"
for alignment in $segments; do
	((alignment % 16384 == 0)) || die "a segment is aligned to $alignment, not to 16 KiB"
done

# What Android has to bring, and nothing else.
needed=$($readelf -dW "$so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
[ "$needed" = "libandroid.so libc.so libdl.so liblog.so " ] || die "the library needs $needed"

# javac says which functions the Java classes call.
find "$work/gen/java" -name '*.java' -exec javac -nowarn -cp "$work/classes" -d "$work/again" -h "$work/headers" {} +
sed -n 's/^JNIEXPORT .* JNICALL \(Java_[A-Za-z0-9_]*\)$/\1/p' "$work"/headers/*.h | sort -u >"$work/called.txt"
$readelf --dyn-syms -W "$so" | awk '$7 != "UND" && $8 ~ /^Java_/ {print $8}' | sort -u >"$work/offered.txt"
[ "$(wc -l <"$work/called.txt")" -gt 30 ] || die "javac found only $(wc -l <"$work/called.txt") native methods"
missing=$(comm -23 "$work/called.txt" "$work/offered.txt")
[ -z "$missing" ] || die "the library lacks functions that Java calls: $missing"

$readelf -SW "$so" | grep -E '\.(symtab|debug)' && die "the library is not stripped"
cmp "$work/slim.aar" "$work/again.aar" || die "two builds of the same sources differ"

# The Maven repository: twice the same, and what Gradle looks for.
rm -rf "$work/maven"
"$tools/maven.sh" "$work/slim.aar" 0.1.0 "$work/maven" >/dev/null
"$tools/maven.sh" "$work/again.aar" 0.1.0 "$work/maven" >/dev/null # fails if it is another
jar --update --no-manifest --file "$work/again.aar" -C "$work" called.txt # another library
! "$tools/maven.sh" "$work/again.aar" 0.1.0 "$work/maven" >/dev/null 2>&1 || die "maven.sh replaces a version by another"
published=$work/maven/io/github/normlet/normlet-binding/0.1.0/normlet-binding-0.1.0
for f in classes.jar jni/arm64-v8a/libgojni.so proguard.txt META-INF/com/android/build/gradle/aar-metadata.properties; do
	[ "$(unzip -p "$published.aar" "$f" | wc -c)" -gt 0 ] || die "the published AAR has no $f"
done
unzip -p "$published.aar" proguard.txt | grep 'class io.github.normlet.\*\*' >/dev/null || die "the rules of the AAR do not keep its classes"
unzip -l "$published-sources.jar" | grep 'io/github/normlet/mobile/Normalizer.java' >/dev/null || die "the sources lack a class"
[ "$(sha1sum <"$published.pom" | cut -d' ' -f1)" = "$(cat "$published.pom.sha1")" ] || die "the checksum of the POM is wrong"
grep -q '<packaging>aar</packaging>' "$published.pom" || die "the POM is not that of an AAR"

echo "android: the Maven repository has the library, its metadata, rules, sources and checksums"
echo "android: $(wc -l <"$work/called.txt") native methods are there, segments aligned to 16 KiB, needs $needed"
echo "android: two builds are the same: sha256 $(sha256sum <"$so" | cut -c1-16)"
megabytes() { cat "$@" | wc -c | awk '{printf "%.2f", $1 / 1e6}'; }
# A pack is compressed: with the default one, library and archive grow by its size.
pack=$root/assets/default.normpack
figure "libgojni.so for arm64, without the pack" "$(megabytes "$so")" 6 MB
figure "libgojni.so for arm64, with the default pack" "$(megabytes "$so" "$pack")" 15 MB
figure "AAR for arm64 with the default pack, compressed" "$(megabytes "$work/slim.aar" "$pack")" 13 MB
