#!/usr/bin/env bash
# Binds package mobile for Go, Java and Objective-C, and fails when a symbol is
# left out or the public API differs from the one in api/.
#
# usage: bind.sh [WORKDIR]       check
#        bind.sh --update        write the API of now into api/
. "$(dirname "$0")/lib.sh"
update=
if [ "${1:-}" = --update ]; then update=1; shift; fi
workdir "${1:-}"
need openjdk-17-jdk-headless
generate

# The public Java API as javap sees it.
compile
(cd "$work/classes" && javap -public -constants "${javapkg//.//}"/mobile/*.class) | grep -v '^Compiled from' >"$work/java.txt"

# The public Objective-C API: the header without its comments.
clean() { sed -e 's|//.*||' | awk '/\/\*/ {skip = 1} !skip && NF {print} /\*\// {skip = 0}'; }
clean <"$work/gen/src/gobind/Mobile.objc.h" >"$work/objc.txt"

if [ -n "$update" ]; then
	mkdir -p "$tools/api"
	cp "$work/java.txt" "$work/objc.txt" "$tools/api/"
	echo "wrote tools/mobile/api"
	exit
fi
for lang in java objc; do
	diff -u "$tools/api/$lang.txt" "$work/$lang.txt" ||
		die "the $lang API differs from tools/mobile/api/$lang.txt; if that is meant, run tools/mobile/bind.sh --update"
done
echo "gobind: nothing left out; the Java and Objective-C API are those of tools/mobile/api"
