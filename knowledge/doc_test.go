package knowledge

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRows(t *testing.T) {
	var got []string
	for row := range Rows("# a comment\na\tb\n\tc\t\n# another\nlast", "# of a second table\nd\n") {
		got = append(got, strings.Join(row, "|"))
	}
	if want := []string{"a|b", "|c|", "last", "d"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for row := range Rows("a\nb\n", "c\n") {
		if row[0] != "a" {
			t.Error("Rows goes on after the loop has ended")
		}
		break
	}
}

// TestTelling requires shares of 0 to 1.
func TestTelling(t *testing.T) {
	for row := range Rows(telling) {
		if share, err := strconv.ParseFloat(row[1], 64); err != nil || !(share >= 0 && share <= 1) {
			t.Errorf("%q: want a share of 0 to 1", row)
		}
	}
	if len(Telling()) == 0 {
		t.Error("no words")
	}
}

// TestSources requires each table to say where it is from, and its rows to have as many columns as it says.
func TestSources(t *testing.T) {
	shorter := []string{"organisms", "patients"} // whose rows may lack the last column
	tables := map[string]string{
		"groups": Groups, "affixes": affixes, "ions": Ions, "organisms": organisms, "prefixes": Prefixes, "ids": ids, "triggers": triggers, "wards": wards, "patients": Patients,
		"en/rewrites": englishRewrites, "bio/rewrites": chemistryRewrites, "clinic/rewrites": medicineRewrites, "forms": Forms, "en/telling": telling, "en/kinds": Kinds, "la/cognates": cognates,
	}
	for language, table := range foreign() {
		tables[language+"/triggers"] = table
	}
	for language, table := range words {
		tables[Languages[language]+"/words"] = table
	}
	for name, table := range tables {
		_, source, _ := strings.Cut(table, "\n# source: ")
		_, rest, _ := strings.Cut(table, "\n# columns: ")
		columns, _, _ := strings.Cut(rest, "\n")
		if source == "" || columns == "" {
			t.Errorf("%s.tsv does not say its columns and its source", name)
		}
		for row := range Rows(table) {
			if want := strings.Count(columns, ", ") + 1; len(row) != want && (len(row) != want-1 || !slices.Contains(shorter, name)) {
				t.Errorf("%s.tsv: %q has %d columns, want %d", name, row, len(row), want)
			}
		}
	}
}
