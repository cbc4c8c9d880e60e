// Package packs holds the recipes of the packs that normlet can build: a TOML file each, whose form
// the comment of package train/recipe specifies, and in names the lists of names that are this
// project's own. It is bytes and nothing else. normlet packs lists the recipes.
package packs

import "embed"

// Files are the recipes and names/*.tsv.
//
//go:embed *.toml names
var Files embed.FS
