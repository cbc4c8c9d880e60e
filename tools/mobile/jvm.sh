#!/usr/bin/env bash
# Runs the Java API on this machine's JVM: gobind's Android glue, built as a JNI
# library for Linux, under java/BoundTest.java.
#
# usage: jvm.sh [WORKDIR]
. "$(dirname "$0")/lib.sh"
workdir "${1:-}"
need openjdk-17-jdk-headless gcc libc6-dev
generate

# A module around the generated code. File names in _android would keep it from
# being built for Linux.
src=$work/desktop
rm -rf "$src" && cp -r "$work/gen/src" "$src"
for f in "$src"/gobind/*_android.{c,go}; do
	mv "$f" "${f/_android./_desktop.}"
done
cp "$tools/go.mod" "$tools/go.sum" "$src"
(cd "$src" && go mod edit -module gobind -replace "github.com/normlet/normlet=$root")

# The glue links against Android's log library; its only function is in the stand-in header.
mkdir -p "$work/lib"
ar rcs "$work/lib/liblog.a"
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
# The attribute on gobind's function pointers differs from the JDK's by name alone.
(cd "$src" && CGO_ENABLED=1 CGO_LDFLAGS="-L$work/lib" \
	CGO_CFLAGS="-O2 -D__GOBIND_ANDROID__ -Wno-incompatible-pointer-types -I$java_home/include -I$java_home/include/linux -I$tools/standin/desktop/include" \
	go build -mod=mod -buildmode=c-shared -o "$work/lib/libgojni.so" ./gobind)

compile "$tools/java"
go -C "$tools/../../lab" build -o "$bin/answers" ./answers
"$bin/answers" mentions >"$work/mentions.txt"
"$bin/answers" lookup <"$work/mentions.txt" >"$work/go.txt"
cp "$root/assets/default.normpack" "$work/good.normpack"
"$tools/repositories.sh" "$work"
rm -rf "$work/java-packs"
# Threads that Go attached to the JVM outlive main: a test that hangs must end as a failure.
timeout 240 java -Xmx256m -Djava.library.path="$work/lib" -cp "$work/classes" BoundTest "$work" || die "the Java test failed"
cmp "$work/go.txt" "$work/java-answers.txt" || die "Java's answers to 1,000 mentions are not those of Go"
echo "jvm: 1,000 answers are those of Go, bit by bit"

go_ns=$("$bin/answers" time <"$work/mentions.txt") java_ns=$(cat "$work/java-ns.txt")
printf 'figure: %-44s %10s\n' "look-up in Go, microseconds" "$(awk "BEGIN {print $go_ns / 1000}")"
printf 'figure: %-44s %10s\n' "look-up from the JVM, microseconds" "$(awk "BEGIN {print $java_ns / 1000}")"

memory=$(timeout 60 java -Xmx256m -Djava.library.path="$work/lib" -cp "$work/classes" BoundTest "$work" memory)
figure "memory of the JVM's process with a pack open, MB" "$(awk "BEGIN {print $memory * 1024 / 1e6}")" 32 "above the JVM alone"
