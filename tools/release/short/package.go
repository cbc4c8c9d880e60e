package main

import (
	"bytes"
	"path"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// pack writes a Debian or RPM package of a program.
func (m *maker) pack(v values, arch, format, program string) error {
	p, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	info := nfpm.WithDefaults(m.info(arch, program))
	var out bytes.Buffer
	if err := p.Package(info, &out); err != nil {
		return err
	}
	name, err := v.with("ConventionalFileName", p.ConventionalFileName(info)).expand(m.NFPMs[0].FileNameTemplate)
	if err != nil {
		return err
	}
	return m.save(name, out.Bytes())
}

func (m *maker) info(arch, program string) *nfpm.Info {
	s := m.NFPMs[0]
	var contents files.Contents
	variant := "" // Debian has none of arm64
	if arch == "amd64" {
		variant = "v1"
	}
	for _, c := range s.Contents {
		info := &files.ContentFileInfo{Mode: c.FileInfo.Mode, MTime: m.date}
		contents = append(contents, &files.Content{Source: c.Source, Destination: c.Destination, FileInfo: info})
	}
	contents = append(contents, &files.Content{
		Source: program, Destination: path.Join(s.Bindir, m.ProjectName), FileInfo: &files.ContentFileInfo{Mode: 0o755, MTime: m.date},
	})
	return &nfpm.Info{
		Name: s.PackageName, Version: m.values["Version"].(string), Arch: arch, Platform: "linux", MTime: m.date,
		Section: s.Section, Vendor: s.Vendor, Maintainer: s.Maintainer, Homepage: s.Homepage, License: s.License,
		Description: s.Description,
		Overridables: nfpm.Overridables{
			Contents: contents,
			Deb:      nfpm.Deb{ArchVariant: variant},
			RPM:      nfpm.RPM{BuildHost: s.RPM.BuildHost},
		},
	}
}
