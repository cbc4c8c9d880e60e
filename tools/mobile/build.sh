#!/usr/bin/env bash
# Builds package mobile into what an app takes in: an AAR for Android, an
# XCFramework for iOS.
#
# usage: build.sh android OUT.aar           with the Android SDK and NDK
#        build.sh ios OUT.xcframework       on macOS, with Xcode
#
# TARGET=android/arm64     one platform only; else all that gomobile knows
# TAGS=nodefaultpack       without the default pack, for an app with a pack of its own
#
# OUT is the same, byte by byte, for the same sources and tools.
. "$(dirname "$0")/lib.sh"

[ $# -eq 2 ] || die "usage: build.sh android OUT.aar | build.sh ios OUT.xcframework"
case $2 in
/*) out=$2 ;;
*) out=$PWD/$2 ;;
esac
[ -d "$(dirname "$out")" ] || die "the folder of $out does not exist"

android() {
	[[ $out == *.aar ]] || die "the name of an Android library ends in .aar; $out does not"
	command -v javac >/dev/null || die "javac is missing; install a JDK, 17 or newer"
	local sdk=${ANDROID_HOME:-}
	[ -n "$sdk" ] || die "ANDROID_HOME is not set; install the Android SDK and set it to the SDK's folder"
	compgen -G "$sdk/platforms/android-*/android.jar" >/dev/null ||
		die "$sdk has no platform; install one: sdkmanager 'platforms;android-35'"
	[ -n "${ANDROID_NDK_HOME:-}" ] || compgen -G "$sdk/ndk/*/source.properties" >/dev/null ||
		die "$sdk has no NDK; install one: sdkmanager 'ndk;28.2.13676358', or set ANDROID_NDK_HOME"
	# Phones with pages of 16 KiB load only libraries whose segments are aligned so.
	bind -target="${TARGET:-android}" -androidapi "$minapi" -javapkg="$javapkg" \
		-ldflags='-s -w -buildid= -extldflags=-Wl,-z,max-page-size=16384'
}

ios() {
	[[ $out == *.xcframework ]] || die "the name of an iOS library ends in .xcframework; $out does not"
	[ "$(uname)" = Darwin ] || die "an XCFramework is built on macOS; this is $(uname)"
	xcrun --sdk iphoneos --show-sdk-path >/dev/null 2>&1 ||
		die "xcrun finds no iOS SDK; install Xcode, start it once, and select it: sudo xcode-select -s /Applications/Xcode.app"
	bind -target="${TARGET:-ios,iossimulator}" -iosversion 15.0 -ldflags='-s -w -buildid='
}

bind() {
	workdir
	tool gobind
	tool gomobile
	(cd "$tools" && PATH="$bin:$PATH" "$bin/gomobile" bind "$@" -trimpath -tags="${TAGS:-}" -o "$out" "$package")
	# The licences of what the library links, which the app that takes it in has to show, too.
	go -C "$root/tools/licenses" build -o "$bin/licenses" .
	local texts=("$root/LICENSE" "$root/NOTICE" "$work/THIRD_PARTY_LICENSES")
	local system=android
	[[ $out != *.xcframework ]] || system=ios
	(cd "$tools" && GOOS=$system GOARCH=arm64 CGO_ENABLED=1 "$bin/licenses" "${texts[2]}" "$package" golang.org/x/mobile/bind/seq)
	if [ -d "$out" ]; then cp "${texts[@]}" "$out/"; else "$bin/licenses" --zip "$out" "${texts[@]}"; fi
	echo "wrote $out"
}

case $1 in
android) android ;;
ios) ios ;;
*) die "$1 is neither android nor ios" ;;
esac
