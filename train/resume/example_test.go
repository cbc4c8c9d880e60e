package resume_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/train/resume"
)

// A training that was interrupted goes on where it was.
func Example() {
	folder, err := os.MkdirTemp("", "resume")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "state")
	type settings struct{ Steps int }

	c, err := resume.Open("toy", path, "TOYCKPT1", false)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Save(7, settings{7}, [][]float32{{0.5, -1}}); err != nil {
		log.Fatal(err)
	}
	if err := c.Close(); err != nil { // the process ends
		log.Fatal(err)
	}

	c, err = resume.Open("toy", path, "TOYCKPT1", true)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	var s settings
	err = c.Resume(&s, func(weights [][]float32) (int, error) {
		fmt.Println("step", s.Steps, "weights", weights)
		return s.Steps, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: step 7 weights [[0.5 -1]]
}
