//go:build !faiss

package benchmark

// peerVariants returns the libraries that a build tag brings in: none.
func (c *corpus) peerVariants([]float32) ([]variant, error) { return nil, nil }
