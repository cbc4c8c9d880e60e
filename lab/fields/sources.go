package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	text "github.com/normlet/normlet/internal/core/names"
)

// thingFiles are the numbers of WordNet's lexicographer files of artifacts, foods and plants.
var thingFiles = []string{"06", "13", "20"}

// things reads synsets, lines as wndb(5WN) has them: offset, lexicographer file, part of speech, number of words in
// hexadecimal, then each word with a number behind it.
func things(root string) (*list, error) {
	content, err := os.ReadFile(filepath.Join(root, "usr", "share", "wordnet", "data.noun"))
	if err != nil {
		return nil, err
	}
	var names, others []named
	for line := range strings.Lines(string(content)) {
		parts := strings.Split(line, " ")
		if len(parts) < 4 || !slices.Contains(thingFiles, parts[1]) {
			continue
		}
		n, err := strconv.ParseUint(parts[3], 16, 8)
		if err != nil || len(parts) < 4+2*int(n) {
			return nil, fmt.Errorf("data.noun, synset %s: not %q words", parts[0], parts[3])
		}
		for i := range int(n) {
			word := named{"wn:" + parts[0], strings.ReplaceAll(parts[4+2*i], "_", " ")}
			if i == 0 {
				names = append(names, word)
			} else {
				others = append(others, word)
			}
		}
	}
	return listOf(names, others), nil
}

// placeLanguages are those whose names of places are mentions.
var placeLanguages = []string{"de", "es", "fr", "it", "nl", "pl", "pt", "sv", "tr"}

// places leaves out what several countries call alike, as Central.
func places(root string) (*list, error) {
	english, err := localNames(root, "en")
	if err != nil {
		return nil, err
	}
	count, there := map[string]int{}, map[string]bool{}
	for _, n := range english {
		count[text.Key(n.name)]++
	}
	english = slices.DeleteFunc(english, func(n named) bool { return count[text.Key(n.name)] > 1 })
	for _, n := range english {
		there[n.id] = true
	}
	var others []named
	for _, language := range placeLanguages {
		local, err := localNames(root, language)
		if err != nil {
			return nil, err
		}
		others = append(others, slices.DeleteFunc(local, func(n named) bool { return !there[n.id] })...)
	}
	return listOf(english, others), nil
}

// localNames returns the names of countries and their parts in a language.
func localNames(root, language string) (out []named, err error) {
	for _, folder := range []string{"subdivisions", "main"} {
		var file struct {
			Names []struct {
				Type string `xml:"type,attr"`
				Alt  string `xml:"alt,attr"`
				Text string `xml:",chardata"`
			} `xml:",any"`
		}
		err := eachElement(cldr(root, folder, language), []string{"subdivisions", "territories"}, &file, func() {
			for _, n := range file.Names {
				if _, region := strconv.Atoi(n.Type); n.Alt == "" && region != nil { // 150 is Europe
					out = append(out, named{"place:" + strings.ToLower(n.Type), n.Text})
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func cldr(root, folder, language string) string {
	return filepath.Join(root, "usr", "share", "unicode", "cldr", "common", folder, language+".xml")
}

// eachElement decodes each element of some names into v and calls f.
func eachElement(path string, elements []string, v any, f func()) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for d := xml.NewDecoder(file); ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if start, ok := token.(xml.StartElement); ok && slices.Contains(elements, start.Name.Local) {
			if err := d.DecodeElement(v, &start); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			f()
		}
	}
}

// signKinds are the general categories of symbols, and of punctuation that is no bracket.
var signKinds = []string{"So", "Sm", "Sc", "Sk", "Po", "Pd"}

func signs(root string) (*list, error) {
	content, err := os.ReadFile(filepath.Join(root, "usr", "share", "unicode", "UnicodeData.txt"))
	if err != nil {
		return nil, err
	}
	var names, others []named
	there := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		if parts := strings.Split(line, ";"); len(parts) > 2 && slices.Contains(signKinds, parts[2]) {
			id := "char:" + parts[0]
			names, there[id] = append(names, named{id, strings.ToLower(parts[1])}), true
		}
	}
	for _, language := range []string{"en", "en_001", "en_AU", "en_GB"} {
		var annotation struct {
			Sign string `xml:"cp,attr"`
			Type string `xml:"type,attr"`
			Text string `xml:",chardata"`
		}
		err := eachElement(cldr(root, "annotations", language), []string{"annotation"}, &annotation, func() {
			r, size := utf8.DecodeRuneInString(annotation.Sign)
			if id := fmt.Sprintf("char:%04X", r); size == len(annotation.Sign) && annotation.Type == "tts" && there[id] {
				others = append(others, named{id, annotation.Text})
			}
			annotation.Type = "" // not every element has one
		})
		if err != nil {
			return nil, err
		}
	}
	return listOf(names, others), nil
}
