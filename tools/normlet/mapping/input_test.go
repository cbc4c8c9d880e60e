package mapping

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestEncodingFoundLate refuses what is not UTF-8 after a beginning that is, in every format, and says where.
func TestEncodingFoundLate(t *testing.T) {
	for _, tt := range []struct{ name, header, row string }{
		{"t.csv", "n,m\n", "1,%s\n"},
		{"t.tsv", "n\tm\n", "1\t%s\n"},
		{"t.jsonl", "", "{\"m\":\"%s\"}\n"},
	} {
		const rows = headSize / 64 // of 64 bytes and more
		content := tt.header + strings.Repeat(fmt.Sprintf(tt.row, strings.Repeat("a", 64)), rows) + fmt.Sprintf(tt.row, "\xe9")
		line := strings.Count(tt.header, "\n") + rows + 1
		_, _, err := mapText(t, tt.name, content, "out", Config{Columns: []string{"m"}})
		if want := fmt.Sprintf("%s:%d: not UTF-8", tt.name, line); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestCharacterCutByHead reads a character that the end of the looked-at beginning cuts, and refuses no byte before it.
func TestCharacterCutByHead(t *testing.T) {
	for _, character := range []string{"é", "€", "𝛼"} {
		for cut := 1; cut <= len(character); cut++ {
			head := "m\n" + strings.Repeat("a\n", headSize)
			content := head[:headSize-cut] + character + "\n"
			if name := encodingOfFile(t, content, ""); name != "" {
				t.Errorf("%q after %d bytes is read as %s", character, headSize-cut, name)
			}
			if name := encodingOfFile(t, "\xff"+content[1:], ""); name != "Latin-1" {
				t.Errorf("a first byte of 0xff is read as %q", name)
			}
		}
	}
	if name := encodingOfFile(t, strings.Repeat("a", headSize-5)+"\xe9aaaaaaa", ""); name != "Latin-1" {
		t.Errorf("0xe9 before the last character of the beginning is read as %q", name)
	}
	if name := encodingOfFile(t, strings.Repeat("a", headSize-4)+"\x80\x80\x80\x80aaa", ""); name != "Latin-1" {
		t.Errorf("four bytes that begin no character are read as %q", name)
	}
	if name := encodingOfFile(t, "m\n\xe9", ""); name != "Latin-1" {
		t.Errorf("0xe9 at the end of a short file is read as %q", name)
	}
}

// TestEncodingAskedFor lets a flag decide what the content leaves open.
func TestEncodingAskedFor(t *testing.T) {
	for _, tt := range []struct{ content, flag, want string }{
		{"m\n\xe9\n", "utf-8", ""},
		{"m\né\n", "latin1", "Latin-1"},
		{"m\né\n", "utf-16", "UTF-16BE"},
		{"a\x00b\x00c\x00", "", "UTF-16LE"},
		{"\x00a\x00b\x00c", "", "UTF-16BE"},
		{"a\x00b\x00", "", "UTF-16LE"},
		{"a\x00b", "", ""},
		{"a\x00bcd\x00", "", ""},
		{"a\x00\x00\x00b\x00", "", ""},
		{strings.Repeat("a\x00", 32) + "bc", "", "UTF-16LE"},
	} {
		if got := encodingOfFile(t, tt.content, tt.flag); got != tt.want {
			t.Errorf("%q, asked for %q: %q, want %q", tt.content, tt.flag, got, tt.want)
		}
	}
}

// encodingOfFile opens a file of the content and returns what it is converted from.
func encodingOfFile(t *testing.T, content, flag string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.csv")
	check(t, os.WriteFile(path, []byte(content), 0o666))
	in, err := Open(path, flag, nil)
	check(t, err)
	defer in.Close()
	if in.Size != int64(len(content)) {
		t.Errorf("size %d, want %d", in.Size, len(content))
	}
	return in.Encoding
}

func TestOpen(t *testing.T) {
	in, err := Open("-", "", strings.NewReader("m\na\n"))
	check(t, err)
	defer in.Close()
	if in.Name != "standard input" || in.Size != 0 || in.Read() != 4 {
		t.Errorf("%q of %d bytes, %d read; want standard input of unknown size, 4 read", in.Name, in.Size, in.Read())
	}
	broken := iotest.ErrReader(errors.New("a broken pipe"))
	for _, begun := range []string{"", "m\n"} {
		if _, err := Open("-", "", io.MultiReader(strings.NewReader(begun), broken)); err == nil || !strings.Contains(err.Error(), "a broken pipe") {
			t.Errorf("an input that cannot be read after %q: %v", begun, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.csv"), "", nil); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

// TestHead decides by the first 256 KiB.
func TestHead(t *testing.T) {
	line := strings.Repeat("a", 1023) + "\n"
	for kib, want := range map[int]string{200: "Latin-1", 255: "Latin-1", 257: "", 300: ""} {
		content := strings.Repeat(line, kib) + "\xe9\n" + strings.Repeat(line, 600)
		if got := encodingOfFile(t, content, ""); got != want {
			t.Errorf("0xe9 after %d KiB: read as %q, want %q", kib, got, want)
		}
	}
}

// TestRowsOfInput judges the rows of a file by those that were read, which are ahead of those that are mapped.
func TestRowsOfInput(t *testing.T) {
	const rows = 100_000
	path := filepath.Join(t.TempDir(), "t.csv")
	check(t, os.WriteFile(path, []byte("m\n"+strings.Repeat("some mention or other\n", rows)), 0o666))
	in, err := Open(path, "", nil)
	check(t, err)
	defer in.Close()
	if total, judged := in.Rows(); total != -1 || judged {
		t.Errorf("before a row is read: %d, %v", total, judged)
	}
	r, err := newRun(&Config{Columns: []string{"m"}}, in)
	check(t, err)
	for range 16 {
		r.nextBlock()
	}
	if total, judged := in.Rows(); !judged || total < rows*8/10 || total > rows {
		t.Errorf("about %d rows of %d, judged %v", total, rows, judged)
	}
}
