package annotate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/mapping"
	"github.com/normlet/normlet/train/data/limit"
)

// fhir reads the texts of resources of HL7 FHIR. A resource has one: its attachments are one document in several formats,
// and its narrative says the same.
type fhir struct {
	read  func(r *bufio.Reader, id string) error // an attachment, or a page
	texts int
	empty int // resources without a text that can be read
}

// report is what DocumentReference and DiagnosticReport have of a text.
type report struct {
	Content       []struct{ Attachment attachment }
	PresentedForm []attachment
	Text          struct{ Div string }
	Conclusion    string
}

type attachment struct {
	ContentType string
	Data        []byte // base64 in JSON; none where there is an address in its place, which is not followed
}

// maxBundles is how deep bundles lie within others: a search finds documents, each of which may be one.
const maxBundles = 4

// attachedTexts are the types of attachments that are read, the best first; "" is one that is not stated.
var attachedTexts = []string{"text/plain", "text/markdown", "text/html", "application/xhtml+xml", "text/xml", "application/xml", "application/pdf", ""}

func isFHIR(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \r\n\t"), []byte("{")) && bytes.Contains(head, []byte(`"resourceType"`))
}

// readFHIR reads resources, one or one after another.
func readFHIR(ctx context.Context, std *cli.IO, r io.Reader, name string, give func(t *text) error) error {
	f := &fhir{read: func(r *bufio.Reader, id string) error { return readContent(ctx, r, id, give) }}
	in := &limit.Reader{R: r, Err: tooLong(name)}
	dec := json.NewDecoder(in)
	for n := 1; ; n++ {
		in.Left = limit.Of().Document
		var raw json.RawMessage
		err := dec.Decode(&raw)
		if err == io.EOF {
			break
		}
		if err == nil {
			err = f.resource(raw, 0)
		}
		if err != nil {
			return fmt.Errorf("%s: resource %d: %w", name, n, err)
		}
	}
	if f.empty > 0 {
		fmt.Fprintf(std.Err, "%s: %d resources have no text here that can be read\n", name, f.empty)
	}
	if f.texts == 0 {
		return fmt.Errorf("%s: no DocumentReference or DiagnosticReport with a text", name)
	}
	return nil
}

// resource reads a resource, or those of a bundle.
func (f *fhir) resource(raw json.RawMessage, depth int) error {
	var what struct{ ResourceType, ID string }
	if err := json.Unmarshal(raw, &what); err != nil {
		return err
	}
	switch what.ResourceType {
	case "Bundle":
		var bundle struct {
			Entry []struct{ Resource json.RawMessage }
		}
		if depth == maxBundles {
			return limit.Exceeded("bundles within others: more than %d", maxBundles)
		}
		if err := json.Unmarshal(raw, &bundle); err != nil {
			return err
		}
		for _, e := range bundle.Entry {
			if len(e.Resource) == 0 {
				continue
			}
			if err := f.resource(e.Resource, depth+1); err != nil {
				return err
			}
		}
	case "DocumentReference", "DiagnosticReport":
		var r report
		if err := json.Unmarshal(raw, &r); err != nil {
			return err
		}
		return f.report(&r, what.ResourceType+"/"+what.ID)
	}
	return nil
}

// report reads the text of a report, in the best of its forms.
func (f *fhir) report(r *report, id string) error {
	forms := r.PresentedForm
	for _, c := range r.Content {
		forms = append(forms, c.Attachment)
	}
	rank := func(a attachment) int {
		kind, _, _ := strings.Cut(a.ContentType, ";")
		return slices.Index(attachedTexts, strings.ToLower(strings.TrimSpace(kind)))
	}
	forms = slices.DeleteFunc(forms, func(a attachment) bool { return len(a.Data) == 0 || rank(a) < 0 })
	slices.SortStableFunc(forms, func(a, b attachment) int { return rank(a) - rank(b) })
	forms = append(forms, attachment{Data: []byte(r.Text.Div)}, attachment{Data: []byte(r.Conclusion)})
	i := slices.IndexFunc(forms, func(a attachment) bool { return len(bytes.TrimSpace(a.Data)) > 0 })
	if i < 0 {
		f.empty++
		return nil
	}
	in, err := mapping.NewInput(id, io.NopCloser(bytes.NewReader(forms[i].Data)), "")
	if err != nil {
		return err
	}
	defer in.Close()
	f.texts++
	return f.read(bufio.NewReaderSize(in.Text(), 64<<10), id)
}
