package annotate

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/limit"
)

// text is a document, or a part of a long text.
type text struct {
	ID    string // of the document, or the file's name
	Text  string
	Start int // of the part in its text, in characters

	Folder string // of the file, below the one that was named
}

// partSize is how much of a long text is in memory, in bytes.
const partSize = 256 << 10

// read calls each with the texts of a file, and how much of how many bytes was read.
func read(ctx context.Context, std *cli.IO, o *options, file data.File, each func(t *text, done, size int) error) error {
	in, err := mapping.Open(file.Path, o.encoding, std.In)
	if err != nil {
		return err
	}
	defer in.Close()
	give := func(t *text) error {
		done, size := in.Progress()
		t.Folder = filepath.Dir(file.Name)
		return each(t, done, size)
	}
	if o.column != "" {
		return readTable(in, o, give)
	}
	r := bufio.NewReaderSize(in.Text(), 64<<10)
	if head, _ := r.Peek(4096); isFHIR(head) {
		return readFHIR(ctx, std, r, in.Name, give)
	}
	return readContent(ctx, r, in.Name, give)
}

// readContent reads what begins as its format does.
func readContent(ctx context.Context, r *bufio.Reader, name string, give func(t *text) error) error {
	head, _ := r.Peek(4096)
	if format := document.Detect(head); format != "" {
		return readDocuments(r, name, format, give)
	}
	switch trimmed := bytes.TrimLeft(head, " \r\n\t"); {
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return readPDF(ctx, r, name, give)
	case bytes.HasPrefix(trimmed, []byte("<")) && isHTML(trimmed):
		return readHTML(r, name, give)
	case isXML(trimmed):
		return readXML(r, name, give)
	case bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("%s: not a text: it has zero bytes; state another --encoding if it is one", name)
	}
	return readText(r, name, give)
}

// readTable reads the cells of a column.
func readTable(in *mapping.Input, o *options, give func(t *text) error) error {
	c := &mapping.Config{Columns: []string{o.column}, Delimiter: o.delimiter, Sheet: o.sheet}
	if o.id != "" {
		c.Columns = append(c.Columns, o.id)
	}
	return mapping.Cells(in, c, func(cells []string, line int) error {
		if strings.TrimSpace(cells[0]) == "" {
			return nil
		}
		return giveParts(cmp.Or(strings.Join(cells[1:], ""), fmt.Sprintf("%s:%d", in.Name, line)), cells[0], give)
	})
}

// readText reads a text in parts, which end at a paragraph, or else at a line, a blank, or anywhere.
func readText(r io.Reader, name string, give func(t *text) error) error {
	buf := make([]byte, 0, partSize)
	start := 0
	for {
		n, err := io.ReadFull(r, buf[len(buf):partSize])
		buf = buf[:len(buf)+n]
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return err
		}
		if bad := firstInvalid(buf, last); bad >= 0 {
			return fmt.Errorf("%s: not UTF-8 after %d characters; state the --encoding", name, start+utf8.RuneCount(buf[:bad]))
		}
		end := len(buf)
		if !last {
			end = cut(buf)
		}
		if end > 0 {
			part := string(buf[:end])
			if err := give(&text{ID: name, Text: part, Start: start}); err != nil {
				return err
			}
			start += utf8.RuneCountInString(part)
		}
		if last {
			return nil
		}
		buf = append(buf[:0], buf[end:]...)
	}
}

// giveParts gives a document, in parts if it is long.
func giveParts(id, all string, give func(t *text) error) error {
	if len(all) <= partSize {
		return give(&text{ID: id, Text: all})
	}
	return readText(strings.NewReader(all), id, give)
}

// cut returns where a part ends.
func cut(b []byte) int {
	for _, at := range []string{"\n\n", "\n", ". ", " "} {
		if i := bytes.LastIndex(b, []byte(at)); i > len(b)/2 {
			return i + len(at)
		}
	}
	end := len(b)
	for end > 0 && !utf8.RuneStart(b[end-1]) {
		end--
	}
	return end - 1
}

// firstInvalid returns where b is not UTF-8, -1 if it is but for a last character that may go on.
func firstInvalid(b []byte, last bool) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 && (last || utf8.FullRune(b[i:])) {
			return i
		}
		i += n
	}
	return -1
}

// readDocuments reads PubTator or BioC, and leaves the marks.
func readDocuments(r io.Reader, name, format string, give func(t *text) error) error {
	docs, err := document.NewReader(r, name, format)
	if err != nil {
		return err
	}
	for {
		d, err := docs.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := giveParts(d.ID, d.Text, give); err != nil {
			return err
		}
	}
}

func readPDF(ctx context.Context, r io.Reader, name string, give func(t *text) error) error {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return fmt.Errorf("%s: a PDF is read with pdftotext, which is not installed (Debian: poppler-utils)", name)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, program, "-enc", "UTF-8", "-nopgbrk", "-", "-")
	cmd.Stdin, cmd.WaitDelay = r, time.Second // as long as what is stopped may hold its pipes
	var said head
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: pdftotext: %w", name, err)
	}
	most := limit.Of().Document
	if err := readText(&limit.Reader{R: out, Left: most, Err: tooLong(name)}, name, give); err != nil {
		stop()
		_ = cmd.Wait() // it was stopped
		return err
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s: pdftotext: %w: %s", name, err, strings.TrimSpace(string(said)))
	}
	return nil
}

// head keeps the beginning of what is written.
type head []byte

func (h *head) Write(p []byte) (int, error) {
	*h = append(*h, p[:min(len(p), max(0, 1000-len(*h)))]...)
	return len(p), nil
}
