//go:build linux

package main

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// pages tell readers which commands to run.
var pages = []string{"docs/mobile.md", "mobile/android/README.md", "mobile/ios/README.md"}

// notHere are the commands that cannot run on Debian: why, and what stands for their result.
var notHere = map[string]struct{ why, instead string }{
	"sdkmanager 'platforms;android-35' 'build-tools;35.0.0' 'ndk;28.2.13676358'": {"Google's servers; the stand-in lies in its place", ""},
	"gradle -p mobile/android :normlet:publish":                                  {"Debian's Gradle is 4.4, and the plugins are Google's", ""},
	"gradle -p mobile/android :app:installDebug":                                 {"the same, and a phone", ""},
	`go -C tools/mobile run . ios "$PWD/mobile/ios/NormletBinding.xcframework"`:  {"Xcode", "mkdir -p mobile/ios/NormletBinding.xcframework"},
	"ditto -c -k --keepParent mobile/ios/NormletBinding.xcframework NormletBinding.xcframework.zip": {
		"macOS", "jar -c -M -f NormletBinding.xcframework.zip -C mobile/ios NormletBinding.xcframework"},
	"gradle -p mobile/android wrapper --gradle-version 8.9":                                                   {"Debian's Gradle is 4.4, and the release is Gradle's", ""},
	"(cd mobile/ios && xcodebuild -scheme NormletSearch -destination 'generic/platform=iOS Simulator' build)": {"Xcode", ""},
	"(cd mobile/ios/App && xcodegen generate && open NormletSample.xcodeproj)":                                {"Xcode", ""},
	"go -C tools/mobile test -v . -check":                                                                     {"these tests", ""},
}

var (
	inline  = regexp.MustCompile("`(go (?:-C|run|test|build) [^`]+)`")
	comment = regexp.MustCompile(`\s+# .*$`)
)

// commands returns the commands of a page in their order, those of fenced blocks first.
func commands(page string) (found []string) {
	open, shell := false, false
	for line := range strings.Lines(page) {
		language, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence:
			open = !open
			shell = open && !slices.Contains([]string{"kotlin", "java", "swift"}, language)
		case shell:
			found = append(found, comment.ReplaceAllString(strings.TrimSpace(line), ""))
		}
	}
	for _, m := range inline.FindAllStringSubmatch(page, -1) {
		found = append(found, m[1])
	}
	return slices.DeleteFunc(found, func(c string) bool { return c == "" })
}

// script returns what the shell runs for a page, and those of its commands that it does not run.
func script(page string) (lines, skipped []string) {
	for _, c := range commands(page) {
		if skip, there := notHere[c]; there {
			skipped = append(skipped, c)
			c = skip.instead
		}
		lines = append(lines, c)
	}
	return lines, skipped
}

// TestCommands finds the commands of the pages, without running them.
func TestCommands(t *testing.T) {
	root := checktest.Root(t)
	var all, left []string
	for _, page := range pages {
		lines, skipped := script(checktest.Read(t, root, page))
		all, left = append(all, lines...), append(left, skipped...)
	}
	for c, skip := range notHere {
		if !slices.Contains(left, c) || skip.why == "" {
			t.Errorf("no page tells %q, or it is not said why it cannot run: take it out of notHere", c)
		}
	}
	if len(all)-len(left) < 10 {
		t.Errorf("%d commands run: the test checks next to nothing", len(all)-len(left))
	}
	got := commands("Run `go test ./x` or `n.lookup(x)`:\n```\na b   # why\n\n```\n```kotlin\nc\n```\n```sh\nd # e\n```\n")
	if want := []string{"a b", "d", "go test ./x"}; !slices.Equal(got, want) {
		t.Errorf("commands: %q, want %q", got, want)
	}
}

// docs runs the commands of the pages, in a copy of the repository, with the stand-in where the pages have the SDK.
// slim is the AAR without the default pack.
func (w *work) docs(t *testing.T, slim map[string]string) {
	tree, home := folder(t, w.path("tree")), w.path("home")
	checktest.Run(t, w.root, "bash", "-o", "pipefail", "-c", `tar -c --exclude=./.git --exclude=node_modules . | tar -x -C "$0"`, tree)
	if err := os.Symlink(w.path("sdk"), filepath.Join(folder(t, filepath.Join(home, "Android")), "Sdk")); err != nil {
		t.Fatal(err)
	}
	checktest.Run(t, w.root, "go", "build", "-o", filepath.Join(home, "bin/normlet"), "./tools/normlet")
	env := []string{"HOME=" + home, "ANDROID_HOME=", "TAGS=", "PATH=" + filepath.Join(home, "bin") + ":" + os.Getenv("PATH")}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // which lie in the home else
		env = append(env, name+"="+strings.TrimSpace(checktest.Run(t, "", "go", "env", name)))
	}
	for _, page := range pages {
		lines, skipped := script(checktest.Read(t, w.root, page))
		checktest.Run(t, tree, append(env, "bash", "-eu", "-c", strings.Join(lines, "\n"))...)
		t.Logf("%s: %d commands run, %d cannot", page, len(lines)-len(skipped), len(skipped))
	}
	whole := w.laidOut(t, filepath.Join(tree, "normlet.aar"), abis)
	w.laidOut(t, filepath.Join(tree, "slim.aar"), abis[:1])
	sizes(t, checktest.Read(t, w.root, pages[0]), map[string]map[string]string{"without": slim, "with": whole})
	for _, made := range []string{"mobile/android/repository/io/github/normlet/normlet-binding/0.1.0/normlet-binding-0.1.0.aar",
		"mobile/android/app/src/main/assets/root.json", "package/Sources/Normlet/Normlet.swift"} {
		if _, err := os.Stat(filepath.Join(tree, made)); err != nil {
			t.Error(err)
		}
	}
	arm64 := func(files map[string]string) float64 { return float64(len(files[abis[0].library()])) / 1e6 }
	checktest.Figure(t, "libgojni.so for arm64, without the pack", arm64(slim), 6, "MB")
	checktest.Figure(t, "libgojni.so for arm64, with the default pack", arm64(whole), 17.5, "MB")
	aar := func(path ...string) float64 { return float64(len(checktest.Read(t, path...))) / 1e6 }
	checktest.Figure(t, "AAR for four architectures, without the pack", aar(w.dir, "slim.aar"), 10, "MB")
	checktest.Figure(t, "AAR for four architectures, with the default pack", aar(tree, "normlet.aar"), 58, "MB")
}

// sizes compares the page's table of libraries, in MB by architecture, with those that were linked.
func sizes(t *testing.T, page string, linked map[string]map[string]string) {
	_, table, _ := strings.Cut(page, "\n| libgojni.so, MB |")
	table, _, _ = strings.Cut(table, "\n\n")
	header, _, _ := strings.Cut(table, "\n")
	for which, files := range linked {
		_, row, _ := strings.Cut(table, "\n| "+which+" the pack |")
		cells := strings.Split(row, "|")
		for _, a := range abis {
			i := slices.IndexFunc(strings.Split(header, "|"), func(cell string) bool { return strings.TrimSpace(cell) == a.name })
			if i < 0 || i >= len(cells) {
				t.Fatalf("the table of sizes lacks %s %s the pack", a.name, which)
			}
			told, err := strconv.ParseFloat(strings.TrimSpace(cells[i]), 64)
			is := float64(len(files[a.library()])) / 1e6
			t.Logf("figure: %s %s the pack, MB %.1f", a.name, which, is)
			if err != nil || math.Abs(is-told) > 0.3 {
				t.Errorf("%s %s the pack has %.1f MB, and the page says %g, %v", a.name, which, is, told, err)
			}
		}
	}
}
