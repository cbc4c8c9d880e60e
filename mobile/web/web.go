// Package web embeds the page of normlet: HTML, style, scripts and icons. To make a site, tools/normlet adds four files
// that it builds: lib/normlet.wasm and lib/wasm_exec.js (the program in mobile/wasm and Go's support for it),
// default.normpack, and precache.js, which tells the service worker what to keep.
package web

import (
	"embed"
	"io/fs"
)

//go:embed index.html manifest.webmanifest sw.js page lib/normlet.js lib/channel.js lib/check.js lib/client.js lib/error.js lib/files.js lib/packs.js lib/serve.js lib/worker.js
var files embed.FS

// AnnotatedStyle is the style of a page with a text whose entities are marked, of normlet annotate and of the page.
//
//go:embed page/annotated.css
var AnnotatedStyle string

// Files returns the embedded files. Their paths are those of the site.
func Files() fs.FS { return files }
