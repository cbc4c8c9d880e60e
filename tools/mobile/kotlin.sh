#!/usr/bin/env bash
# Compiles the Kotlin library of mobile/android, and the model of its sample, and runs them on
# this machine's JVM, under kotlin/NormletTest.kt, with the library that jvm.sh built. Debian's
# Kotlin is 1.3, its coroutines are without flows: kotlin/standin has what is missing.
#
# usage: kotlin.sh WORKDIR
. "$(dirname "$0")/lib.sh"
[ $# -eq 1 ] && [ -e "$1/lib/libgojni.so" ] || die "usage: kotlin.sh WORKDIR, the one in which jvm.sh ran"
workdir "$1"
need kotlin libkotlinx-coroutines-java libkotlinx-atomicfu-java

jars=$work/classes
for jar in kotlin-stdlib kotlin-stdlib-jdk7 kotlinx-coroutines-core kotlinx-coroutines-core-common atomicfu; do
	jars=$jars:/usr/share/java/$jar.jar
done
# What the stand-in makes flows of was an experiment in those days.
kotlinc -Werror -Xuse-experimental=kotlinx.coroutines.ExperimentalCoroutinesApi,kotlinx.coroutines.ObsoleteCoroutinesApi -cp "$jars" -d "$work/kotlin" "$tools"/kotlin/standin/*.kt "$root"/mobile/android/normlet/src/main/java/io/github/normlet/*.kt \
	"$root"/mobile/android/app/src/main/java/io/github/normlet/sample/SearchModel.kt \
	"$tools"/kotlin/*.kt >"$work/kotlinc.log" 2>&1 || die "the Kotlin library does not compile: $(cat "$work/kotlinc.log")"
timeout 120 java -Xmx256m -Djava.library.path="$work/lib" -cp "$work/kotlin:$jars" NormletTestKt "$work" || die "the Kotlin test failed"
