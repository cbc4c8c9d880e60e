// Package packs embeds the recipes of the packs that normlet can build, a TOML file each, whose form the comment of
// package train/recipe specifies, and in names this project's own lists of names. normlet packs lists the recipes.
package packs

import "embed"

// Files are the recipes and names/*.tsv.
//
//go:embed *.toml names
var Files embed.FS
