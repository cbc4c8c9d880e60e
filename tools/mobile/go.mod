module github.com/normlet/normlet/tools/mobile

go 1.26.0

// The tools bind the package as it is in this tree.
replace github.com/normlet/normlet => ../..

require github.com/normlet/normlet v0.0.0

require (
	github.com/bits-and-blooms/bitset v1.29.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/mobile v0.0.0-20260908204917-8b95e45f8d3e // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

tool (
	golang.org/x/mobile/cmd/gobind
	golang.org/x/mobile/cmd/gomobile
)

replace golang.org/x/exp/shiny => ./shiny
