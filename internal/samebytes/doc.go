// Package samebytes tests that packs and encoders have the same bytes on every machine.
//
// Its test prints and compares digests; go test -v ./internal/samebytes -check runs it as code for several processors,
// with Debian's qemu. Processors differ in whether they round a product before it is added: compilers fuse both for
// arm64 and for amd64 from v3 on, unless a conversion, float64(a*b)+c, forbids it. The check also looks for such
// instructions in the compiled packages.
package samebytes
