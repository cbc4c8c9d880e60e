// Command mobile builds package mobile into what an app takes in: an AAR for Android, an XCFramework for iOS. It puts an
// AAR into a Maven repository, too.
//
//	go -C tools/mobile run . android /PATH/OUT.aar                       # with the Android SDK and NDK
//	go -C tools/mobile run . ios /PATH/OUT.xcframework                   # on macOS, with Xcode
//	go -C tools/mobile run . maven /PATH/NORMLET.aar VERSION /REPOSITORY
//
//	TARGET=android/arm64     one platform only; else all that gomobile knows
//	TAGS=nodefaultpack       without the default pack, for an app with a pack of its own
//
// An AAR is the same, byte by byte, for the same sources and tools; gomobile writes the time into an XCFramework. Its tests
// are the checks of the libraries (bound_test.go).
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mobile:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "android":
		return buildAndroid(args[1])
	case len(args) == 2 && args[0] == "ios":
		return buildIOS(args[1])
	case len(args) == 4 && args[0] == "maven":
		return publish(args[1], args[2], args[3])
	}
	return errors.New("usage: android OUT.aar | ios OUT.xcframework | maven NORMLET.aar VERSION REPOSITORY")
}

// wants fails unless a path has an extension, is absolute, and its folder is there.
func wants(path, ext string) error {
	if filepath.Ext(path) != ext {
		return fmt.Errorf("the name of the library ends in %s; %s does not", ext, path)
	}
	return absolute(path)
}

func absolute(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("go -C changes the folder, so %s has to start at the root: \"$PWD/%s\"", path, path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("the folder of %s does not exist", path)
	}
	return nil
}
