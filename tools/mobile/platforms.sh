#!/usr/bin/env bash
# Compiles package mobile for every platform of a phone, runs the tests of what it
# is made of as arm64 code under qemu, for Linux and for Android, and compares codes
# and answers with those of this machine.
#
# usage: platforms.sh [WORKDIR]
. "$(dirname "$0")/lib.sh"
workdir "${1:-}"
need qemu-user-static libc6-arm64-cross
mkdir -p "$bin"
cd "$root"

for platform in android/arm64 android/amd64 android/arm android/386 ios/arm64; do
	for tags in '' nodefaultpack; do
		GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0 go build -tags="$tags" ./mobile || die "mobile does not compile for $platform"
	done
done
GOOS=darwin GOARCH=arm64 go vet ./mobile
echo "platforms: mobile compiles for android/{arm64,amd64,arm,386} and ios/arm64"

# An Android program asks for Android's dynamic linker; glibc's does here, as long
# as no C code is in it.
arm64() { # arm64 GOOS COMMAND...
	local os=$1 flags=
	shift
	[ "$os" = linux ] || flags='-I /lib/ld-linux-aarch64.so.1'
	GOOS=$os GOARCH=arm64 CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} '-ldflags=$flags'" "$@"
}
qemu="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
mkdir -p "$work/tmp" # Android has no /tmp: its programs ask for the folder
# Core is shown by the answers below.
TMPDIR=$work/tmp arm64 linux go test -short -exec "$qemu" ./core/encoder ./internal/bitvec ./internal/f32 >"$work/test.log" 2>&1 ||
	die "tests on linux/arm64: $(cat "$work/test.log")"
echo "platforms: $(grep -c '^ok' "$work/test.log") packages pass their tests on linux/arm64"

go -C "$tools/../../lab" build -o "$bin/answers" ./answers
"$bin/answers" mentions >"$work/mentions.txt"
[ "$(wc -l <"$work/mentions.txt")" -eq 1000 ] || die "answers made $(wc -l <"$work/mentions.txt") mentions"
"$bin/answers" lookup <"$work/mentions.txt" >"$work/go.txt"
"$bin/answers" codes <"$work/mentions.txt" >"$work/codes.txt"
for os in linux android; do
	arm64 $os go -C "$tools/../../lab" build -o "$bin/answers-$os" ./answers
	$qemu "$bin/answers-$os" mentions | cmp - "$work/mentions.txt" || die "the mentions made on $os/arm64 are others"
	$qemu "$bin/answers-$os" codes <"$work/mentions.txt" | cmp - "$work/codes.txt" || die "codes on $os/arm64 are others"
	$qemu "$bin/answers-$os" lookup <"$work/mentions.txt" >"$work/answers-$os.txt"
	agree=$("$bin/answers" compare "$work/go.txt" "$work/answers-$os.txt") || die "answers on $os/arm64 are others"
	echo "platforms: $os/arm64 against this machine: codes equal; $agree"
done
