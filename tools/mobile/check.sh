#!/usr/bin/env bash
# Everything about package mobile that can be shown without the Android NDK and
# Xcode, with its figures. docs/mobile.md says what that is and what it is not.
# Installs what it needs from Debian.
#
# usage: check.sh [--apart]    # without platforms.sh, which takes longest: it runs elsewhere
. "$(dirname "$0")/lib.sh"
workdir

step() { printf -- '-- %s (%ds)\n' "$1" "$SECONDS"; }

# At once, so that apt is asked once.
need openjdk-17-jdk-headless gcc libc6-dev clang lld libc6-dev-arm64-cross linux-libc-dev-arm64-cross libc6-arm64-cross \
	android-liblog-dev android-libnativehelper-dev binutils-aarch64-linux-gnu unzip qemu-user-static \
	kotlin libkotlinx-coroutines-java libkotlinx-atomicfu-java

step "the scripts and their programs"
for script in "$tools"/*.sh; do
	bash -n "$script"
done
[ -z "$(gofmt -l "$tools")" ] || die "gofmt would change $(gofmt -l "$tools")"
go -C "$tools" vet ./...
go -C "$tools" mod verify >/dev/null

step "closing with the race detector; no default pack"
(cd "$root" && go test -race -run Close ./mobile && go test -tags nodefaultpack -run 'OpenDefault|ErrorKind|Panic' ./mobile)

step "generated API"
"$tools/bind.sh" "$work"
step "Java on a JVM"
"$tools/jvm.sh" "$work"
step "the Kotlin library on a JVM"
"$tools/kotlin.sh" "$work"
step "Android library"
"$tools/android.sh" "$work"
step "Objective-C"
"$tools/objc.sh" "$work"
if [ "${1:-}" != --apart ]; then
	step "all platforms, arm64 under qemu"
	"$tools/platforms.sh" "$work"
fi
step "done"
