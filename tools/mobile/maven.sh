#!/usr/bin/env bash
# Puts the Android library that build.sh built into a Maven repository, a folder that Gradle reads and any static host can
# serve, as io.github.normlet:normlet-binding. With the metadata of AARs, a POM, sources and checksums. The Kotlin library,
# io.github.normlet:normlet, goes there by gradle :normlet:publish in mobile/android.
#
# usage: maven.sh NORMLET.aar VERSION REPOSITORY
#
# What it writes is the same, byte by byte, for the same library.
. "$(dirname "$0")/lib.sh"
[ $# -eq 3 ] || die "usage: maven.sh NORMLET.aar VERSION REPOSITORY"
aar=$(realpath "$1") version=$2 sources=$(realpath -m "${1%.aar}-sources.jar")
[[ $aar == *.aar && -f $aar ]] || die "$1 is no Android library; tools/mobile/build.sh android makes one"
[ -f "$sources" ] || die "$sources is missing; tools/mobile/build.sh android writes it beside the library"
[[ $version =~ ^[0-9]+(\.[0-9]+)+(-[A-Za-z0-9.]+)?$ ]] || die "$version is no version such as 0.1.0"
command -v jar >/dev/null || die "jar is missing; install a JDK, 17 or newer"
mkdir -p "$3"
workdir
artifact=normlet-binding
home=$(realpath "$3")/${javapkg//.//}/$artifact
to=$work/$version
mkdir "$to"

# What Gradle asks of an app that takes the library in.
metadata=META-INF/com/android/build/gradle/aar-metadata.properties
mkdir -p "$work/$(dirname $metadata)"
printf '%s\n' aarFormatVersion=1.0 aarMetadataVersion=1.0 minCompileSdk=$minapi minCompileSdkExtension=0 \
	minAndroidGradlePluginVersion=1.0.0 coreLibraryDesugaringEnabled=false >"$work/$metadata"
cp "$aar" "$to/$artifact-$version.aar"
jar --update --no-manifest --date=1980-01-01T00:00:02Z --file "$to/$artifact-$version.aar" -C "$work" $metadata
cp "$sources" "$to/$artifact-$version-sources.jar"
cat >"$to/$artifact-$version.pom" <<POM
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>$javapkg</groupId>
  <artifactId>$artifact</artifactId>
  <version>$version</version>
  <packaging>aar</packaging>
  <name>normlet-binding</name>
  <description>Finds the entity that a noisy name means: the library of Go. Apps take normlet, which depends on it.</description>
  <url>https://github.com/normlet/normlet</url>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <developers>
    <developer>
      <id>normlet</id>
      <name>The normlet authors</name>
    </developer>
  </developers>
  <scm>
    <url>https://github.com/normlet/normlet</url>
  </scm>
</project>
POM
for file in "$to"/*; do
	for sum in md5 sha1 sha256; do
		"${sum}sum" <"$file" | cut -d' ' -f1 | tr -d '\n' >"$file.$sum"
	done
done

[ ! -e "$home/$version" ] || diff -r "$to" "$home/$version" >/dev/null ||
	die "$home/$version is there and differs; a version that is out never changes: choose the next, or remove the folder"
mkdir -p "$home"
rm -rf "${home:?}/$version"
mv "$to" "$home/$version"
echo "wrote $home/$version"
