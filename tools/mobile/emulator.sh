#!/usr/bin/env bash
# Runs java/BoundTest.java on a phone or emulator that adb sees, without an app around
# it: the classes and the library of an AAR, in Android's own virtual machine. The
# answers to 1,000 mentions must be those of this machine.
#
# usage: emulator.sh NORMLET.aar       with ANDROID_HOME, API level 34 or newer, and the device's architecture in the AAR
. "$(dirname "$0")/lib.sh"
[ $# -eq 1 ] && [ -s "$1" ] || die "usage: emulator.sh NORMLET.aar, made by mobile android"
aar=$(readlink -f "$1")
workdir
mkdir -p "$bin"
jar=$(compgen -G "${ANDROID_HOME:-/none}/platforms/android-*/android.jar" | tail -n 1) ||
	die "there is no Android platform; set ANDROID_HOME, and: sdkmanager 'platforms;android-35'"

unzip -q "$aar" -d "$work/aar"
mkdir "$work/classes"
javac -nowarn -Xlint:-options --release 11 -cp "$work/aar/classes.jar:$jar" -d "$work/classes" "$tools/java/BoundTest.java"
go -C "$tools/../../lab" build -o "$bin/answers" ./answers
"$bin/answers" mentions >"$work/mentions.txt"
"$bin/answers" lookup <"$work/mentions.txt" >"$work/go.txt"

d8=$(compgen -G "$ANDROID_HOME/build-tools/*/d8" | tail -n 1) || die "there is no d8: sdkmanager 'build-tools;35.0.0'"
find "$work/classes" -name '*.class' -exec "$d8" --min-api 34 --lib "$jar" --output "$work/test.jar" "$work/aar/classes.jar" {} +

abi=$(adb shell getprop ro.product.cpu.abi | tr -d '\r')
library=$work/aar/jni/$abi/libgojni.so
[ -f "$library" ] || die "the AAR has no library for $abi; it has: $(ls "$work/aar/jni")"
device=/data/local/tmp/normlet
adb shell "rm -rf $device && mkdir -p $device"
adb push "$work/test.jar" "$library" "$work/mentions.txt" "$device/" >/dev/null
adb push "$root/assets/default.normpack" "$device/good.normpack" >/dev/null
adb shell "cd $device && LD_LIBRARY_PATH=$device TMPDIR=$device timeout 300 dalvikvm -Djava.library.path=$device -Xmx256m -cp test.jar BoundTest $device" ||
	die "the test failed on the device"
adb pull "$device/java-answers.txt" "$work/device.txt" >/dev/null
agree=$("$bin/answers" compare "$work/go.txt" "$work/device.txt") || die "answers on the device are others"
echo "emulator: $abi against this machine: $agree"
