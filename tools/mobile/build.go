package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/normlet/normlet/internal/output"
)

const (
	boundPackage = "github.com/normlet/normlet/mobile"
	javaPackage  = "io.github.normlet" // prefix of the Java package
	minAPI       = "21"                // of Android, the oldest that gomobile supports
)

func buildAndroid(out string) error {
	if err := wants(out, ".aar"); err != nil {
		return err
	}
	if _, err := exec.LookPath("javac"); err != nil {
		return errors.New("javac is missing; install a JDK, 17 or newer")
	}
	sdk := os.Getenv("ANDROID_HOME")
	if sdk == "" {
		return errors.New("ANDROID_HOME is not set; install the Android SDK and set it to the SDK's folder")
	}
	has := func(pattern string) bool {
		found, err := filepath.Glob(filepath.Join(sdk, pattern))
		return err == nil && len(found) > 0
	}
	if !has("platforms/android-*/android.jar") {
		return fmt.Errorf("%s has no platform; install one: sdkmanager 'platforms;android-35'", sdk)
	}
	if os.Getenv("ANDROID_NDK_HOME") == "" && !has("ndk/*/source.properties") {
		return fmt.Errorf("%s has no NDK; install one: sdkmanager 'ndk;28.2.13676358', or set ANDROID_NDK_HOME", sdk)
	}
	// Phones with pages of 16 KiB load only libraries whose segments are aligned so.
	return bind(out, "android", "-target="+target("android"), "-androidapi="+minAPI, "-javapkg="+javaPackage,
		"-ldflags=-s -w -buildid= -extldflags=-Wl,-z,max-page-size=16384")
}

func buildIOS(out string) error {
	if err := wants(out, ".xcframework"); err != nil {
		return err
	}
	if runtime.GOOS != "darwin" {
		return fmt.Errorf("an XCFramework is built on macOS; this is %s", runtime.GOOS)
	}
	if exec.Command("xcrun", "--sdk", "iphoneos", "--show-sdk-path").Run() != nil {
		return errors.New("xcrun finds no iOS SDK; install Xcode, start it once, and select it: sudo xcode-select -s /Applications/Xcode.app")
	}
	return bindIOS(out)
}

func bindIOS(out string) error {
	return bind(out, "ios", "-target="+target("ios,iossimulator"), "-iosversion=15.0", "-ldflags=-s -w -buildid=")
}

func target(usual string) string {
	if t := os.Getenv("TARGET"); t != "" {
		return t
	}
	return usual
}

// bind runs gomobile, in the version of go.mod, and adds the licences of what the library links: the app that takes it
// in has to show them, too.
func bind(out, system string, options ...string) error {
	work, err := os.MkdirTemp("", "normlet-mobile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	tools := map[string]string{"gobind": "golang.org/x/mobile/cmd/gobind", "gomobile": "golang.org/x/mobile/cmd/gomobile"}
	for name, path := range tools {
		if err := command(nil, "go", "build", "-o", filepath.Join(work, name), path); err != nil {
			return err
		}
	}
	path := "PATH=" + work + string(os.PathListSeparator) + os.Getenv("PATH")
	args := append([]string{filepath.Join(work, "gomobile"), "bind"}, options...)
	if err := command([]string{path}, append(args, "-trimpath", "-tags="+os.Getenv("TAGS"), "-o", out, boundPackage)...); err != nil {
		return err
	}
	licenses, third := filepath.Join(work, "licenses"), filepath.Join(work, "THIRD_PARTY_LICENSES")
	if err := command(nil, "go", "-C", "../licenses", "build", "-o", licenses, "."); err != nil {
		return err
	}
	if err := command([]string{"GOOS=" + system, "GOARCH=arm64", "CGO_ENABLED=1"}, licenses, third, boundPackage, "golang.org/x/mobile/bind/seq"); err != nil {
		return err
	}
	texts := map[string][]byte{}
	for _, path := range []string{"../../LICENSE", "../../NOTICE", third} {
		if texts[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			return err
		}
	}
	files := &output.Set{Command: "mobile"}
	if filepath.Ext(out) == ".aar" {
		library, err := withFiles(out, texts)
		if err != nil {
			return err
		}
		return files.Write(out, ours, library)
	}
	for name, text := range texts {
		if err := files.Write(filepath.Join(out, name), ours, text); err != nil {
			return err
		}
	}
	return nil
}

// ours is what stands in a library that this program makes.
var ours = &output.Kind{What: "it is no part of a library", Ours: func([]byte) bool { return true }, Plain: true}

func command(env []string, words ...string) error {
	c := exec.Command(words[0], words[1:]...)
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), env...), os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(words[0]), err)
	}
	return nil
}
