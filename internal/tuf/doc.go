// Package tuf reads and verifies the metadata of a repository of The Update Framework (theupdateframework.github.io),
// with Ed25519 keys, consistent snapshots and top-level targets only. The order of checks is that of the client
// workflow in section 5 of the specification: the chain of roots, then timestamp, snapshot and targets, each with its
// signatures, version and digest. Whether it has expired is for the caller to say, since this package opens no file
// and no connection, and reads no clock.
//
// Publishing uses go-tuf. Its client would add 10 MB to a WebAssembly module, package encoding/json alone 0.65 MB, and
// jsontext of go-json-experiment 0.16 MB. Besides, encoding/json takes a key twice. json.go strictly reads the part of JSON
// that the metadata needs. Tests of package update have both clients agree on the same repositories and attacks.
package tuf
