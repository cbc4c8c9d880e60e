package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

func (a *app) zeshelCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "zeshel MENTIONS --out FILE",
		Short: "Make a query file of mentions of ZESHEL",
		Long: `Make a query file, which normlet eval takes, of a file of mentions of the Zero-Shot Entity Linking
data set (Logeswaran et al., 2019): mention, id of the entity, world, and the mention with up to
64 words of its context on each side. Documents are looked for where the data set has them, in
../documents/WORLD.json, or else in documents or beside the mentions, perhaps compressed.

normlet build reads the documents themselves: --columns id=document_id,definition=text.`,
		Example: "  lab zeshel mentions/val.json --out val.tsv",
		Args:    argCount(1, 1, "a file of mentions"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef(cmd, "--out is missing")
			}
			a.files.Reads(args...)
			return a.zeshel(cmd.Context(), args[0], out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`file` to write")
	writes(cmd, "out")
	return cmd
}

// zeshelHeader begins the query files that zeshel writes.
const zeshelHeader = "mention\tid\ttype\tsentence\n"

func (a *app) zeshel(ctx context.Context, path, out string) error {
	file, err := data.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	queries, err := readZESHEL(file, path)
	if err != nil {
		return err
	}
	text := []byte(zeshelHeader)
	for _, q := range queries {
		text = fmt.Appendf(text, "%s\t%s\t%s\t%s\n", q.Mention, q.Gold[0], q.Type, q.Sentence)
	}
	return a.save(ctx, out, output.Begins("queries of ZESHEL", zeshelHeader), text)
}

// zeshelWords is how many words on each side of a mention its query has as a sentence: documents have thousands.
const zeshelWords = 64

// zeshelMention is a line of a file of mentions. Indices are of words between blanks, and the last one is inside.
type zeshelMention struct {
	Text     string `json:"text"`
	Context  string `json:"context_document_id"`
	Label    string `json:"label_document_id"`
	Corpus   string `json:"corpus"`
	Category string `json:"category"`
	Start    *int   `json:"start_index"`
	End      *int   `json:"end_index"`

	query int // its place among the queries
}

// readZESHEL reads the mentions of ZESHEL from r, the file at path: JSON Lines with the keys text, context_document_id,
// label_document_id, corpus, start_index and end_index. The id of a query is its label, its type the corpus, its document
// the context, and its sentence the words around it. A line of another form is a *data.BadRow, as is a mention whose
// document is missing or has other words in its place.
func readZESHEL(r io.Reader, path string) ([]data.Query, error) {
	z := &zeshel{path: path, corpora: map[string]map[string][]*zeshelMention{}}
	if err := data.EachLine(r, path, z.addLine); err != nil {
		return nil, err
	}
	if len(z.queries) == 0 {
		return nil, fmt.Errorf("%s: no mentions; a line is a JSON object with text, label_document_id and context_document_id", path)
	}
	for _, corpus := range z.order {
		if err := z.readDocuments(corpus); err != nil {
			return nil, err
		}
	}
	return z.queries, nil
}

// zeshel is a file of mentions whose documents are still to be read.
type zeshel struct {
	path    string
	queries []data.Query
	order   []string                               // corpora, by first appearance
	corpora map[string]map[string][]*zeshelMention // mentions by their context, by corpus
}

func (z *zeshel) addLine(line string, number int) error {
	if strings.TrimSpace(line) == "" {
		return nil
	}
	m := &zeshelMention{query: len(z.queries)}
	if err := json.Unmarshal([]byte(line), m); err != nil {
		return fmt.Errorf("no JSON object of a mention: %w", err)
	}
	switch {
	case strings.TrimSpace(m.Text) == "" || m.Label == "" || m.Context == "":
		return errors.New("a mention without text, label_document_id or context_document_id")
	case m.Corpus == "" || strings.ContainsAny(m.Corpus, `/\`) || !filepath.IsLocal(m.Corpus):
		return fmt.Errorf("the corpus %q is no name of a file", m.Corpus)
	case m.Start == nil || m.End == nil || *m.Start < 0 || *m.End < *m.Start:
		return errors.New("start_index and end_index are not the first and the last word of a mention")
	}
	if z.corpora[m.Corpus] == nil {
		z.order, z.corpora[m.Corpus] = append(z.order, m.Corpus), map[string][]*zeshelMention{}
	}
	z.corpora[m.Corpus][m.Context] = append(z.corpora[m.Corpus][m.Context], m)
	z.queries = append(z.queries, data.Query{Mention: strings.Join(strings.Fields(m.Text), " "), Gold: []string{m.Label}, Type: m.Corpus, Document: m.Context, Line: number})
	return nil
}

// readDocuments sets the sentences of the mentions of a corpus.
func (z *zeshel) readDocuments(corpus string) error {
	waiting := z.corpora[corpus]
	file, path, err := z.open(corpus)
	if err != nil {
		return err
	}
	defer file.Close()
	err = data.EachLine(file, path, func(line string, _ int) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var document struct {
			ID   string `json:"document_id"`
			Text string `json:"text"`
		}
		if err := json.Unmarshal([]byte(line), &document); err != nil {
			return fmt.Errorf("no JSON object of a document: %w", err)
		}
		mentions := waiting[document.ID]
		delete(waiting, document.ID)
		return z.place(mentions, document.Text)
	})
	if err != nil {
		return err
	}
	return z.missing(waiting, path)
}

// place cuts the sentences of the mentions of a document out of its text.
func (z *zeshel) place(mentions []*zeshelMention, text string) error {
	if len(mentions) == 0 {
		return nil
	}
	words := strings.Fields(text)
	for _, m := range mentions {
		lo, hi := *m.Start, *m.End+1
		if hi > len(words) {
			return fmt.Errorf("%d words, and the mention of %s:%d ends at word %d; are these its documents?", len(words), z.path, z.queries[m.query].Line, hi-1)
		}
		if there := strings.Join(words[lo:hi], " "); names.Key(there) != names.Key(m.Text) {
			return fmt.Errorf("words %d to %d are %q, not %q, the mention of %s:%d; are these its documents?", lo, hi-1, there, m.Text, z.path, z.queries[m.query].Line)
		}
		z.queries[m.query].Sentence = strings.Join(words[max(0, lo-zeshelWords):min(len(words), hi+zeshelWords)], " ")
	}
	return nil
}

// missing returns the error for the first mention that still waits for its document.
func (z *zeshel) missing(waiting map[string][]*zeshelMention, path string) error {
	var lines []int
	for _, mentions := range waiting {
		for _, m := range mentions {
			lines = append(lines, m.query)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	q := &z.queries[slices.Min(lines)]
	return &data.BadRow{File: z.path, Line: q.Line, Reason: fmt.Sprintf("its context, the document %s, is not in %s", q.Document, path)}
}

// open opens the documents of a corpus.
func (z *zeshel) open(corpus string) (file io.ReadCloser, path string, err error) {
	folder := filepath.Dir(z.path)
	for _, place := range []string{filepath.Join(folder, "..", "documents"), filepath.Join(folder, "documents"), folder} {
		for _, ending := range []string{".json", ".json.gz", ".json.zst"} {
			path = filepath.Join(place, corpus+ending)
			if file, err = data.Open(path); !errors.Is(err, fs.ErrNotExist) {
				return file, path, err
			}
		}
	}
	return nil, "", fmt.Errorf("%s: the documents of its corpus %q are neither in %s nor in %s: keep the folders mentions and documents of the data set side by side",
		z.path, corpus, filepath.Join(folder, "..", "documents"), folder)
}
