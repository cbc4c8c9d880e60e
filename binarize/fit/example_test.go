package fit_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/normlet/normlet/binarize/fit"
)

// embeddings stands for what an encoder gives: 1000 vectors of 128 elements.
func embeddings() fit.Vectors {
	rng := rand.New(rand.NewPCG(1, 2))
	x := fit.Vectors{Dim: 128}
	for range 1000 * x.Dim {
		x.Data = append(x.Data, float32(rng.NormFloat64()))
	}
	return x
}

// ITQ learns a rotation after which the signs of a vector say most about it.
func ExampleFit() {
	x := embeddings()
	head, report, err := fit.Fit(context.Background(), fit.ITQ, x, fit.Config{Bits: 64, Iterations: 10})
	if err != nil {
		panic(err)
	}
	code := head.Encode(nil, x.Row(0))
	fmt.Printf("%s: %d elements become %d word\n", head.Method, head.Dim, len(code))
	fmt.Println("float queries keep more neighbours:", report.Asymmetric > report.Retention)
	// Output:
	// itq: 128 elements become 1 word
	// float queries keep more neighbours: true
}

// An error says what to do.
func ExampleFit_tooManyBits() {
	_, _, err := fit.Fit(context.Background(), fit.PCA, embeddings(), fit.Config{Bits: 256})
	fmt.Println(err)
	// Output:
	// fit pca: 256 bits of vectors of 128 elements: there are only as many principal components as elements; rp takes more bits
}
