module github.com/normlet/normlet/tools/site

go 1.26.0

require github.com/normlet/normlet v0.0.0

require golang.org/x/text v0.43.0

require github.com/bits-and-blooms/bitset v1.29.0 // indirect

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/yuin/goldmark v1.8.7
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/normlet/normlet => ../..
