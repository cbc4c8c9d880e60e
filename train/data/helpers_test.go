package data

func read(path string, o ReadOptions) (*Terminology, *Report, error) {
	return readFiles([]string{path}, o)
}

func readFiles(paths []string, o ReadOptions) (*Terminology, *Report, error) {
	sources := make([]Source, len(paths))
	for i, path := range paths {
		sources[i].Path = path
	}
	return ReadSources(sources, o)
}
