package mobile

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestLibrariesHaveAll requires every kind of error, and every field that apps read or set, in the Kotlin library and in
// the Swift library, which compilers check only when they are there.
func TestLibrariesHaveAll(t *testing.T) {
	read := func(pattern string) string { t.Helper(); return readAll(t, pattern, 3) }
	kotlin, swift := read("android/normlet/src/main/java/io/github/normlet/*.kt"), read("ios/Sources/Normlet/*.swift")
	errors, err := os.ReadFile("errors.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^\t(Kind\w+) += ("[^"]+")`).FindAllStringSubmatch(string(errors), -1)
	if len(named) != len(kinds) {
		t.Fatalf("errors.go has %d kinds, this test finds %d", len(kinds), len(named))
	}
	for _, kind := range named {
		if !strings.Contains(kotlin, "(Mobile."+kind[1]+")") {
			t.Errorf("the Kotlin library has no %s", kind[1])
		}
		if !strings.Contains(swift, " = "+kind[2]+"\n") {
			t.Errorf("the Swift library has no kind %s", kind[2])
		}
	}
	for _, class := range []any{Match{}, Suggestion{}, Span{}, Options{}, AnnotateOptions{}, Info{}, Want{}, Updated{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(class)) {
			if !field.IsExported() {
				continue
			}
			name := strings.ToLower(field.Name[:1]) + field.Name[1:]
			inSwift := name
			if field.Name == "ID" {
				name, inSwift = "id", "id_"
			}
			if !regexp.MustCompile(`\.` + name + `\b`).MatchString(kotlin) {
				t.Errorf("the Kotlin library does not use %T.%s", class, name)
			}
			if !regexp.MustCompile(`\.` + inSwift + `\b`).MatchString(swift) {
				t.Errorf("the Swift library does not use %T.%s", class, inSwift)
			}
		}
	}
}
