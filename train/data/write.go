package data

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/limit"
)

// WriteTSV writes all columns of every name, in order, that of languages only for names that have some. Reading them back with the zero
// ReadOptions gives an equal terminology, except that an entity without a namespace takes the
// prefix of its id, and that definitions and relations have no place in the format. It refuses what
// could not be read back, such as a TAB in a name; what was written before is no whole file.
func WriteTSV(w io.Writer, t *Terminology) error {
	out := bufio.NewWriter(w)
	reader := newBuilder(ReadOptions{}) // so that both sides have the same rules
	var line []byte
	for i := range t.Entities {
		e := &t.Entities[i]
		if err := checkEntity(e); err != nil {
			return fmt.Errorf("entity %d, id %q: %w", i, e.ID, err)
		}
		for _, n := range e.Names {
			line = appendRow(line[:0], e, n)
			if err := reader.check(line, i); err != nil {
				return fmt.Errorf("entity %d, id %q, name %.80q: %w", i, e.ID, n.Text, err)
			}
			out.Write(line)
			out.WriteByte('\n') // out keeps an error until Flush
		}
		clear(reader.names) // it has those of an entity alone
	}
	return out.Flush()
}

// checkEntity checks what the rows of an entity do not show one by one.
func checkEntity(e *Entity) error {
	if len(e.Names) == 0 || e.Names[0].Kind != pack.KindPrimary && e.Names[0].Kind != pack.KindTwin {
		return errors.New("the first name has to be the primary one")
	}
	if strings.ContainsAny(e.ID+e.Namespace, "\t\n") {
		return errors.New("a TAB or a line end in the id or the namespace")
	}
	for i, n := range e.Names {
		if i > 0 && n.Kind == pack.KindPrimary {
			return fmt.Errorf("a second primary name, %q", n.Text)
		}
		if strings.ContainsAny(n.Text, "\t\n") {
			return fmt.Errorf("a TAB or a line end in the name %q", n.Text)
		}
	}
	return nil
}

// check reads one line as a row of entity i.
func (b *builder) check(line []byte, i int) error {
	if most := limit.Of().Line; len(line) > most {
		return fmt.Errorf("the line is longer than %s", limit.Bytes(most))
	}
	t, _, err := parseRow(line)
	if err != nil {
		return err
	}
	if first, ok := b.entities[t.ID]; ok && first != i {
		return fmt.Errorf("entity %d has the same id", first)
	}
	if err = b.addRow(&t, "output"); err == nil && b.report.Duplicates > 0 {
		err = errors.New("the entity has the name twice")
	}
	return err
}

func appendRow(line []byte, e *Entity, n Name) []byte {
	kind := n.Kind.String()
	if n.Kind == pack.KindExact && n.Text == e.FullName {
		kind = format.FullName
	}
	line = fmt.Appendf(line, "%s\t%s\t%s\t%s\t%s", e.ID, n.Text, kind, formatWeight(e.Weight), e.Namespace)
	if n.Languages != "" {
		line = append(append(line, '\t'), n.Languages...)
	}
	return line
}

// formatWeight avoids exponents where counts are meant.
func formatWeight(w float64) string {
	if w == math.Trunc(w) && w < 1e15 {
		return strconv.FormatFloat(w, 'f', -1, 64)
	}
	return strconv.FormatFloat(w, 'g', -1, 64)
}
