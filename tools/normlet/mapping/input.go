package mapping

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/document"
	"github.com/normlet/normlet/train/data/sheet"
)

// headSize is how much of a file is looked at to find out its encoding and format, in bytes.
const headSize = sheet.HeadSize

const byteOrderMark = "\ufeff" // as UTF-8 has it

// Input is a file, decompressed and in UTF-8; a workbook is as it is.
type Input struct {
	Name     string
	Size     int64  // of the file as it is stored, in bytes; 0 if it is not known
	Encoding string // what it was converted from, "" for UTF-8
	close    func() error
	raw      *counter
	text     *bufio.Reader
	table    *sheet.Table // if it is read as one
	mark     bool         // a byte order mark comes first
	rows     atomic.Int64 // rows that Run has read
}

type counter struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Open opens the file at path, decompressing it if it is compressed; "-" is stdin. encoding is as in Config.
func Open(path, encoding string, stdin io.Reader) (*Input, error) {
	if path == "-" {
		return NewInput("standard input", io.NopCloser(stdin), encoding)
	}
	f, err := data.OpenStored(path)
	if err != nil {
		return nil, err
	}
	return OpenFile(f, path, encoding)
}

// OpenFile is Open for a file that is open already, called name in errors. Close closes it.
func OpenFile(f *os.File, name, encoding string) (*Input, error) {
	in, err := NewInput(name, f, encoding)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	}
	return in, nil
}

// NewInput is OpenFile for what is stored elsewhere.
func NewInput(name string, stored io.ReadCloser, encoding string) (*Input, error) {
	in := &Input{Name: name, raw: &counter{ReadCloser: stored}}
	file, err := data.NewReader(in.raw, in.Name)
	if err != nil {
		return nil, err
	}
	in.close = file.Close
	in.text = bufio.NewReaderSize(file, headSize)
	if err := in.decode(encoding); err != nil {
		file.Close()
		return nil, err
	}
	return in, nil
}

// Read returns the number of bytes of the stored file that were read so far.
func (in *Input) Read() int64 { return in.raw.n.Load() }

// Progress returns how much of the file has been read, and how much there is: rows of a workbook, else bytes. The total
// is -1 if it is not known.
func (in *Input) Progress() (done, total int) {
	if in.table != nil && in.table.Rows > 0 {
		return min(in.table.Done(), in.table.Rows), in.table.Rows
	}
	return int(in.Read()), max(-1, int(in.Size))
}

// Rows returns how many rows the table has, -1 if that is not known. estimated says that it follows from the bytes of the
// rows that have been read, which are ahead of those that have been mapped.
func (in *Input) Rows() (total int, estimated bool) {
	if in.table != nil && in.table.Rows > 0 {
		return in.table.Rows, false
	}
	rows, read := in.rows.Load(), in.Read()
	if rows == 0 || read == 0 || in.Size == 0 {
		return -1, false
	}
	return int(float64(rows) * max(1, float64(in.Size)/float64(read))), true
}

// Uneven returns how many rows of the table lacked cells, and how many had more than the first.
func (in *Input) Uneven() (short, long int) {
	if in.table == nil {
		return 0, 0
	}
	return in.table.Uneven()
}

// Close closes the file.
func (in *Input) Close() error {
	if in.table != nil {
		return errors.Join(in.table.Close(), in.close())
	}
	return in.close()
}

// decode converts other encodings to UTF-8 and removes a byte order mark.
func (in *Input) decode(name string) error {
	head, err := in.text.Peek(len(byteOrderMark))
	if err != nil && err != io.EOF {
		return err
	}
	if len(head) == 0 {
		return fmt.Errorf("%s: the file is empty", in.Name)
	}
	in.mark = string(head) == byteOrderMark
	in.text, in.Encoding, err = sheet.Decode(in.text, name, true)
	if _, ok := errors.AsType[*sheet.TextError](err); ok {
		err = fmt.Errorf("%s: %w", in.Name, err)
	}
	return err
}

// Text returns the content.
func (in *Input) Text() io.Reader { return in.text }

// DocumentFormat returns the format of documents with marked mentions that the name or the content tells, "" for none.
func (in *Input) DocumentFormat() string {
	head, _ := in.text.Peek(headSize)
	return data.DocumentFormat(in.Name, head)
}

// Documents reads documents with marked mentions, in a format or "" for that which the name or the content tells; it fails
// if there is none.
func (in *Input) Documents(format string) (document.Reader, error) {
	if format == "" {
		if format = in.DocumentFormat(); format == "" {
			return nil, fmt.Errorf("%s: neither PubTator, BioC, brat nor CoNLL: documents with marked entities are wanted", in.Name)
		}
	}
	return data.Documents(in.text, in.Name, format)
}
