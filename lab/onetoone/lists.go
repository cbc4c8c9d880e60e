package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// thing is something that two lists have, each under a name of its own.
type thing struct {
	id, country string
	names       [2]string
}

// countryParts are states, provinces and the like by their names in ISO 3166-2 and in CLDR.
func countryParts(root string) ([]thing, error) {
	var iso struct {
		Parts []struct{ Code, Name string } `json:"3166-2"`
	}
	if err := readJSON(&iso, root, "usr", "share", "iso-codes", "json", "iso_3166-2.json"); err != nil {
		return nil, err
	}
	var cldr struct {
		Names []struct {
			Type string `xml:"type,attr"`
			Text string `xml:",chardata"`
		} `xml:"localeDisplayNames>subdivisions>subdivision"`
	}
	file := filepath.Join(root, "usr", "share", "unicode", "cldr", "common", "subdivisions", "en.xml")
	content, err := os.ReadFile(file)
	if err == nil {
		err = xml.Unmarshal(content, &cldr)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	english := map[string]string{}
	for _, n := range cldr.Names {
		english[n.Type] = n.Text
	}
	var out []thing
	for _, p := range iso.Parts {
		if name := english[strings.ToLower(strings.ReplaceAll(p.Code, "-", ""))]; name != "" {
			out = append(out, thing{"iso:" + p.Code, p.Code[:2], [2]string{p.Name, name}})
		}
	}
	return out, nil
}

// countries are those with an official name in ISO 3166-1. No field tells them apart.
func countries(root string) ([]thing, error) {
	var iso struct {
		Countries []struct {
			Code     string `json:"alpha_3"`
			Name     string `json:"name"`
			Official string `json:"official_name"`
		} `json:"3166-1"`
	}
	err := readJSON(&iso, root, "usr", "share", "iso-codes", "json", "iso_3166-1.json")
	var out []thing
	for _, c := range iso.Countries {
		if c.Official != "" {
			out = append(out, thing{id: "iso:" + c.Code, names: [2]string{c.Name, c.Official}})
		}
	}
	return out, err
}

// maxCities is how many cities a list has, the first of the file that have another name.
const maxCities = 5000

// cities are GeoNames's, by their name and by another in Latin letters: the one in the middle of those that are there.
func cities(root string) ([]thing, error) {
	content, err := os.ReadFile(filepath.Join(root, "usr", "share", "libtimezonemap", "ui", "cities15000.txt"))
	if err != nil {
		return nil, err
	}
	var out []thing
	for line := range strings.Lines(string(content)) {
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t") // id, name, name in ASCII, others ... country is the ninth
		if len(c) < 9 {
			return nil, errors.New("cities15000.txt: fewer than nine columns")
		}
		others := slices.DeleteFunc(strings.Split(c[3], ","), func(n string) bool {
			return len(n) < 4 || strings.EqualFold(n, c[1]) || strings.EqualFold(n, c[2]) || strings.IndexFunc(n, foreign) >= 0
		})
		if len(others) > 0 && len(out) < maxCities {
			out = append(out, thing{"geonames:" + c[0], c[8], [2]string{c[1], others[len(others)/2]}})
		}
	}
	return out, nil
}

func foreign(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }

func readJSON(v any, path ...string) error {
	file := filepath.Join(path...)
	content, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(content, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
