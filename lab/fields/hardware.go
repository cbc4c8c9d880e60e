package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	text "github.com/normlet/normlet/internal/core/names"
)

func devices(root string) (*list, error) {
	return usb(root, "69-libmtp.hwdb", "20-libgphoto2-6.hwdb")
}

func scanners(root string) (*list, error) { return usb(root, "20-sane.hwdb") }

// usb returns USB's list with the names that files of udev have for its numbers.
func usb(root string, files ...string) (*list, error) {
	models, err := makers(filepath.Join(root, "var", "lib", "usbutils", "usb.ids"), "usb:")
	if err != nil {
		return nil, err
	}
	var others []named
	count := map[string]int{}
	for _, file := range files {
		of, err := udevNames(filepath.Join(root, "lib", "udev", "hwdb.d", file))
		if err != nil {
			return nil, err
		}
		for _, d := range of {
			count[d.id]++
		}
		others = append(others, of...)
	}
	others = slices.DeleteFunc(others, func(d named) bool { return count[d.id] > 2 }) // an id of many models names none of them
	return listOfModels(models, others), nil
}

// listOfModels returns a list that has each name once, by the first of its ids: a device of several modes has several.
// Other names of models that the list lacks are left out.
func listOfModels(models, others []named) *list {
	var names, known []named
	first, ids := map[string]string{}, map[string]string{} // of a name, and of a model
	for _, m := range models {
		if first[m.name] == "" {
			first[m.name] = m.id
			names = append(names, m)
		}
		ids[m.id] = first[m.name]
	}
	for _, o := range others {
		if id := ids[o.id]; id != "" {
			known = append(known, named{id, o.name})
		}
	}
	return listOf(names, known)
}

// makers reads lines of makers, "041e  Creative Technology, Ltd", each with lines of models behind it that begin with a
// tab, up to the lists of classes. Lines with two tabs are parts of models, or boards that carry them.
func makers(path, prefix string) (out []named, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var number, maker string
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "C ") {
			break
		}
		model, isModel := strings.CutPrefix(line, "\t")
		id, name, ok := strings.Cut(strings.TrimSpace(model), "  ")
		switch {
		case !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(model, "\t"):
		case isModel:
			out = append(out, named{prefix + number + id, spaced(maker + " " + name)})
		default:
			number, maker = id, name
		}
	}
	return out, nil
}

// udevNames reads comments that name devices, "# one | another", each with the lines of their numbers behind it:
// usb:v041Ep411E*.
func udevNames(path string) (out []named, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(content)) {
		if comment, ok := strings.CutPrefix(line, "# "); ok {
			names = strings.Split(comment, " | ")
		}
		if number, ok := strings.CutPrefix(line, "usb:v"); ok && len(number) > 9 && number[4] == 'p' {
			for _, name := range names {
				out = append(out, named{"usb:" + strings.ToLower(number[:4]+number[5:9]), spaced(name)})
			}
		}
	}
	return out, nil
}

// printers reads a file of each printer. What a printer answers when a computer asks is a mention, with the maker in
// front if it does not say so.
func printers(root string) (*list, error) {
	folder := filepath.Join(root, "usr", "share", "foomatic", "db", "source", "printer")
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var models, others []named
	for _, file := range files {
		var printer struct {
			Make    string `xml:"make"`
			Model   string `xml:"model"`
			Answers struct {
				Ports []struct {
					Maker       string `xml:"manufacturer"`
					Model       string `xml:"model"`
					Description string `xml:"description"`
				} `xml:",any"`
			} `xml:"autodetect"`
		}
		err := eachElement(filepath.Join(folder, file.Name()), []string{"printer"}, &printer, func() {
			id := "printer:" + strings.TrimSuffix(file.Name(), ".xml") // two files have the same id
			models = append(models, named{id, spaced(printer.Make + " " + printer.Model)})
			for _, p := range printer.Answers.Ports {
				if p.Model != "" && !strings.Contains(text.Key(p.Model), text.Key(p.Maker)) {
					p.Model = p.Maker + " " + p.Model
				}
				others = append(others, named{id, spaced(p.Model)}, named{id, spaced(p.Description)})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return listOfModels(models, others), nil
}

// graphics reads lines "687F,<TAB>C0,<TAB>Radeon RX Vega" for the numbers of PCI's maker 1002.
func graphics(root string) (*list, error) {
	models, err := makers(filepath.Join(root, "usr", "share", "misc", "pci.ids"), "pci:")
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(root, "usr", "share", "libdrm", "amdgpu.ids"))
	if err != nil {
		return nil, err
	}
	var others []named
	for line := range strings.Lines(string(content)) {
		if parts := strings.SplitN(line, ",", 3); len(parts) == 3 {
			others = append(others, named{"pci:1002" + strings.ToLower(parts[0]), spaced(parts[2])})
		}
	}
	l := listOfModels(models, others)
	l.mentions = slices.DeleteFunc(l.mentions, func(m string) bool { return len(l.ids[m]) > 3 }) // a series
	return l, nil
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
