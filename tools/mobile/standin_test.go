//go:build linux

package main

import (
	"debug/elf"
	"os"
	"path/filepath"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// abi is an architecture of phones: its names in an AAR, for clang and for the NDK, and glibc's headers for it.
type abi struct {
	name, target, folder, headers string
	machine                       elf.Machine
}

var abis = []abi{
	{"arm64-v8a", "aarch64-linux-android", "aarch64-linux-android", "/usr/aarch64-linux-gnu/include", elf.EM_AARCH64},
	{"armeabi-v7a", "armv7a-linux-androideabi", "arm-linux-androideabi", "/usr/arm-linux-gnueabihf/include", elf.EM_ARM},
	{"x86_64", "x86_64-linux-android", "x86_64-linux-android", "/usr/include/x86_64-linux-gnu -idirafter /usr/include", elf.EM_X86_64},
	{"x86", "i686-linux-android", "i686-linux-android", "/usr/i686-linux-gnu/include", elf.EM_386},
}

func (a abi) library() string { return "jni/" + a.name + "/libgojni.so" }

// standIn makes what gomobile takes for an Android SDK with an NDK, from Debian packages: enough to compile and link, and
// to look at the result. The C library's headers are glibc's and the system libraries are empty, so NEVER SHIP what it
// links; it has never run on a phone.
func (w *work) standIn(t *testing.T) (sdk string) {
	// The SDK is one jar: the JDK's classes, and the one class of Android that is named.
	sdk = w.path("sdk")
	platform, classes := folder(t, filepath.Join(sdk, "platforms/android-35")), folder(t, w.path("jar"))
	for _, module := range []string{"java.base", "java.logging"} {
		checktest.Run(t, classes, "jmod", "extract", "--dir", module, filepath.Join(jdk(t), "jmods", module+".jmod"))
		if err := os.Remove(filepath.Join(classes, module, "classes/module-info.class")); err != nil {
			t.Fatal(err)
		}
	}
	checktest.Run(t, classes, "javac", "-d", "java.base/classes", filepath.Join(w.tools, "standin/desktop/android/content/Context.java"))
	checktest.Run(t, classes, "jar", "-c", "-0", "-f", filepath.Join(platform, "android.jar"),
		"-C", "java.base/classes", "java", "-C", "java.base/classes", "android", "-C", "java.logging/classes", "java")

	// The NDK is Debian's clang behind the names that gomobile looks for.
	ndk := filepath.Join(sdk, "ndk/28.2.13676358")
	llvm := filepath.Join(ndk, "toolchains/llvm/prebuilt/linux-x86_64")
	sysroot := filepath.Join(llvm, "sysroot")
	include, bin := filepath.Join(sysroot, "usr/include"), folder(t, filepath.Join(llvm, "bin"))
	for file, content := range map[string]string{
		filepath.Join(folder(t, filepath.Join(ndk, "meta")), "platforms.json"):  `{"min": ` + minAPI + `, "max": 35}`,
		filepath.Join(ndk, "meta", "abis.json"):                                 `{"arm64-v8a": {}, "armeabi-v7a": {}, "x86": {}, "x86_64": {}}`,
		filepath.Join(ndk, "source.properties"):                                 "Pkg.Revision = 28.2.13676358\n",
		filepath.Join(folder(t, filepath.Join(include, "android")), "log.h"):    checktest.Read(t, "/usr/include/android/android/log.h"),
		filepath.Join(folder(t, filepath.Join(include, "gnu")), "stubs-soft.h"): "", // Debian's arm has floats in registers, Android's has not
		filepath.Join(include, "jni.h"):                                         checktest.Read(t, "/usr/include/android/nativehelper/jni.h"),
		w.path("empty.c"):                                                       "",
	} {
		checktest.Write(t, content, file)
	}
	cases := ""
	for _, a := range abis {
		cases += "*--target=" + a.target + "*) headers='" + a.headers + "' ;;\n"
		w.system(t, a, filepath.Join(sysroot, "usr/lib", a.folder, minAPI))
	}
	for _, compiler := range []string{"clang", "clang++"} {
		wrapper := "#!/bin/sh\ncase \"$*\" in\n" + cases + "esac\nexec /usr/bin/" + compiler + " --sysroot=" + sysroot +
			` -idirafter $headers -fuse-ld=lld --rtlib=libgcc -Wno-unused-command-line-argument "$@"` + "\n"
		if err := os.WriteFile(filepath.Join(bin, compiler), []byte(wrapper), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return sdk
}

// system makes libraries and start files without content: names are all that the linker needs of them, since symbols of
// a shared library may stay undefined.
func (w *work) system(t *testing.T, a abi, lib string) {
	folder(t, lib)
	cc := func(words ...string) {
		w.run(t, append([]string{"clang", "--target=" + a.target + minAPI, "-fPIC", "empty.c"}, words...)...)
	}
	for _, l := range []string{"c", "m", "dl", "log", "android"} {
		cc("-fuse-ld=lld", "-nostdlib", "-shared", "-Wl,-soname,lib"+l+".so", "-o", filepath.Join(lib, "lib"+l+".so"))
	}
	for _, o := range []string{"crtbegin_so", "crtend_so"} {
		cc("-c", "-o", filepath.Join(lib, o+".o"))
	}
	for _, l := range []string{"gcc", "unwind"} {
		w.run(t, "ar", "rcs", filepath.Join(lib, "lib"+l+".a"))
	}
}
