// Package assets embeds the default pack: human genes from NCBI Gene and the terms
// of the Gene Ontology, as Debian packages them, with the encoder trained on the
// genes. It adds the pack's size, under 8 MB, to every program that imports it; core
// does not, so that an app may bring a pack of its own instead.
//
// The pack is rebuilt with tools/default-pack.sh. NOTICE names the sources and their licences.
package assets

import _ "embed"

//go:embed default.normpack
var defaultPack []byte

// Default returns the default pack. It is shared and must not be changed.
func Default() []byte { return defaultPack }
