package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/normlet/normlet/internal/output"
)

const artifact = "normlet-binding"

// pom has the gaps @GROUP@, @ARTIFACT@ and @VERSION@.
const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>@GROUP@</groupId>
  <artifactId>@ARTIFACT@</artifactId>
  <version>@VERSION@</version>
  <packaging>aar</packaging>
  <name>@ARTIFACT@</name>
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
`

// metadata is what Gradle asks of an app that takes the library in.
const (
	metadataName = "META-INF/com/android/build/gradle/aar-metadata.properties"
	metadata     = "aarFormatVersion=1.0\naarMetadataVersion=1.0\nminCompileSdk=" + minAPI + `
minCompileSdkExtension=0
minAndroidGradlePluginVersion=1.0.0
coreLibraryDesugaringEnabled=false
`
)

var isVersion = regexp.MustCompile(`^[0-9]+(\.[0-9]+)+(-[A-Za-z0-9.]+)?$`)

// publish puts an AAR into a Maven repository, a folder that Gradle reads and any static host can serve, as
// io.github.normlet:normlet-binding: with the metadata of AARs, a POM, sources and checksums. The Kotlin library,
// io.github.normlet:normlet, goes there by gradle :normlet:publish in mobile/android.
func publish(aar, version, repository string) error {
	if err := wants(aar, ".aar"); err != nil {
		return err
	}
	if err := absolute(repository); err != nil {
		return err
	}
	if !isVersion.MatchString(version) {
		return fmt.Errorf("%s is no version such as 0.1.0", version)
	}
	library, err := withFiles(aar, map[string][]byte{metadataName: []byte(metadata)})
	if err != nil {
		return fmt.Errorf("%s is no Android library: %w; mobile android makes one", aar, err)
	}
	sources, err := os.ReadFile(strings.TrimSuffix(aar, ".aar") + "-sources.jar")
	if err != nil {
		return fmt.Errorf("%w: mobile android writes it beside the library", err)
	}
	name := artifact + "-" + version
	described := strings.NewReplacer("@GROUP@", javaPackage, "@ARTIFACT@", artifact, "@VERSION@", version).Replace(pom)
	files := map[string][]byte{name + ".aar": library, name + "-sources.jar": sources, name + ".pom": []byte(described)}
	for _, file := range []string{name + ".aar", name + "-sources.jar", name + ".pom"} {
		content := files[file]
		files[file+".md5"] = fmt.Appendf(nil, "%x", md5.Sum(content))
		files[file+".sha1"] = fmt.Appendf(nil, "%x", sha1.Sum(content))
		files[file+".sha256"] = fmt.Appendf(nil, "%x", sha256.Sum256(content))
	}
	folder := filepath.Join(repository, filepath.FromSlash(strings.ReplaceAll(javaPackage, ".", "/")), artifact, version)
	if err := unchanged(folder, files); err != nil {
		return err
	}
	if err := output.Folder(folder); err != nil {
		return err
	}
	set := &output.Set{Command: "mobile"}
	for file, content := range files {
		if err := set.Write(filepath.Join(folder, file), ours, content); err != nil {
			return err
		}
	}
	fmt.Println("wrote", folder)
	return nil
}

// unchanged fails if a folder holds other files: a version that is out never changes.
func unchanged(folder string, files map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if had, err := os.ReadFile(filepath.Join(folder, e.Name())); err != nil || !bytes.Equal(had, files[e.Name()]) {
			return fmt.Errorf("%s is there and differs; a version that is out never changes: choose the next, or remove the folder", folder)
		}
	}
	return nil
}
