package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/pattern"
)

var jsonFormat = &Format{
	Name: "json", Title: "JSON objects with an id and a name",
	sniff: func(h *head) bool { return jsonObject().MatchString(h.text) },
	read: func(in *input) error {
		b := bufio.NewReader(in.r)
		in.r = b
		r := &jsonTerms{newJSONReader(in)}
		r.dec.UseNumber() // ids keep their digits
		return r.wrap(r.document(firstByte(b) == '['))
	},
}

// jsonObject is the beginning of an object with a key, or of a list of such. What its keys are called
// does not matter here: the reader says which are missing, and how to name them.
var jsonObject = pattern.Of(`^\s*(\[\s*)?\{\s*"`)

// firstByte returns the first byte in the buffer that is no blank, 0 if there is none.
func firstByte(b *bufio.Reader) byte {
	first, _ := b.Peek(b.Size())
	if first = bytes.TrimSpace(bytes.TrimPrefix(first, []byte(ByteOrderMark))); len(first) == 0 {
		return 0
	}
	return first[0]
}

// jsonTerms reads objects of a list, or one after another (JSON Lines). Their keys are those that the
// columns of a table may have.
type jsonTerms struct{ *jsonReader }

func (r *jsonTerms) document(list bool) error {
	if list {
		return r.array(r.object)
	}
	for {
		if err := r.object(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// jsonKeys returns the keys of each role: those given, or one with a usual name.
func jsonKeys(object map[string]any, o *Options) map[string][]string {
	names := make(map[string]string, len(object)) // as columns are called -> as it is
	for key := range object {
		if name := columnName(key); names[name] == "" || key < names[name] {
			names[name] = key
		}
	}
	keys := map[string][]string{}
	for _, asked := range o.asked() {
		wanted := asked.names()
		if i := slices.IndexFunc(wanted, func(name string) bool { return names[name] != "" }); i >= 0 {
			keys[asked.Role] = append(keys[asked.Role], names[wanted[i]])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if role, language := translated(name); language != "" {
			keys[role+"@"+language] = append(keys[role+"@"+language], names[name])
		}
	}
	return keys
}

// object reads the object that comes next.
func (r *jsonTerms) object() error {
	r.dec.More() // goes to the next value
	r.line = r.meter.pass(r.dec.InputOffset())
	var object map[string]any
	if ok, err := r.decode(&object); !ok {
		return err
	}
	return r.term(object, "")
}

// term reads an object, or those of the one list of objects in it, as {"version": 1, "items": [{...}]} has: where says which it is.
func (r *jsonTerms) term(object map[string]any, where string) error {
	keys := jsonKeys(object, &r.o)
	lists := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(key string) bool {
		list, _ := object[key].([]any)
		return !slices.ContainsFunc(list, func(item any) bool { _, ok := item.(map[string]any); return ok })
	})
	if len(keys["id"]) == 0 && where == "" && len(lists) == 1 {
		for i, item := range object[lists[0]].([]any) {
			inner, _ := item.(map[string]any)
			if err := r.term(inner, fmt.Sprintf("object %d of %s: ", i+1, lists[0])); err != nil {
				return err
			}
		}
		return nil
	}
	for _, role := range []string{"id", "name"} {
		if len(keys[role]) == 0 {
			return r.bad("%sno key for the %s; name it with --columns %s=KEY", where, role, role)
		}
	}
	texts := map[string][]string{}
	for role, keys := range keys {
		for _, key := range keys {
			list, ok := jsonTexts(object[key])
			if !ok {
				return r.bad("%s%s is neither a text, a number nor a list of such", where, key)
			}
			texts[role] = append(texts[role], list...)
		}
	}
	one := func(role string) string { return strings.Join(texts[role], "|") }
	return r.roles(one, texts["name"], texts["synonyms"], pack.KindPrimary, cmp.Or(r.o.Separator, bar), func() { r.translations(texts) })
}

// translations adds the names of an object in other languages.
func (r *jsonTerms) translations(texts map[string][]string) {
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		role, language := translated(key)
		for _, text := range texts[key] {
			switch {
			case language == "":
			case role == "name":
				r.name(text, pack.KindPrimary, language, "")
			default:
				r.name(text, pack.KindAlias, language, "")
			}
		}
	}
}

// jsonTexts returns the texts of a value: none of null, several of a list.
func jsonTexts(value any) (texts []string, ok bool) {
	switch v := value.(type) {
	case nil:
		return nil, true
	case string:
		return []string{v}, true
	case json.Number, bool:
		return []string{fmt.Sprint(v)}, true
	case []any:
		for _, item := range v {
			switch item.(type) {
			case string, json.Number:
				texts = append(texts, fmt.Sprint(item))
			default:
				return nil, false
			}
		}
		return texts, true
	}
	return nil, false
}
