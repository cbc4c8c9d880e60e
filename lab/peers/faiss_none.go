//go:build !faiss

package main

var faissPeer = peer{name: "faiss", about: "FAISS, Hamming distance of normlet's codes", missing: "built without the tag faiss, which needs cgo and libfaiss-dev"}
