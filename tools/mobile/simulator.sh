#!/usr/bin/env bash
# Runs the Swift tests of simulator/ in a simulator of an iPhone, with the XCFramework
# that mobile made there. The answers to 1,000 mentions must be those of this machine.
#
# usage: simulator.sh      on macOS, after: go -C tools/mobile run . ios "$PWD/tools/mobile/simulator/NormletBinding.xcframework"
. "$(dirname "$0")/lib.sh"
package=$tools/simulator
[ -d "$package/NormletBinding.xcframework" ] || die "first: go -C $tools run . ios $package/NormletBinding.xcframework"
workdir
mkdir -p "$bin" "$package/Tests/BoundTests/Answers"
go -C "$tools/../../lab" build -o "$bin/answers" ./answers
"$bin/answers" mentions >"$package/Tests/BoundTests/Answers/mentions.txt"
# Of each answer its mention and the id of the first match, the fifth column on.
"$bin/answers" lookup <"$package/Tests/BoundTests/Answers/mentions.txt" |
	awk -F '\t' -v OFS='\t' '{split($5, m, "|"); print $1, m[1]}' >"$package/Tests/BoundTests/Answers/first.tsv"
[ "$(wc -l <"$package/Tests/BoundTests/Answers/first.tsv")" -eq 1000 ] || die "answers made no 1,000 answers"

command -v xcodebuild >/dev/null || die "Xcode is missing; this is $(uname)"
device=$(xcrun simctl list devices available | sed -n 's/^ *\(iPhone[^(]*\) (.*/\1/p' | head -n 1)
[ -n "$device" ] || die "there is no simulator of an iPhone; Xcode's settings install one"
cd "$package"
xcodebuild test -scheme Bound -destination "platform=iOS Simulator,name=$device"
