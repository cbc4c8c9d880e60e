// Package assets embeds the default pack: human genes and their proteins, diseases, chemicals, species, cell lines and
// the terms of the Gene Ontology, with an encoder trained on open terminologies. A program that imports it grows by 12
// MB. Package core does not import it, so an app may bring its own pack.
//
// tools/default-pack.sh rebuilds the pack by the recipe packs/default.toml. NOTICE names the sources and their
// licences.
package assets

import _ "embed"

//go:embed default.normpack
var defaultPack []byte

// Default returns the default pack. It is shared and must not be changed.
func Default() []byte { return defaultPack }
