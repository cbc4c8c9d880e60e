package crashtest

import (
	"fmt"
	"os"

	"github.com/normlet/normlet/internal/durable"
	"github.com/normlet/normlet/internal/testfull"
)

// Trial is work that writes files into a folder, and what must hold after a fault.
type Trial struct {
	Dir   string
	Begin func() error // fills the folder, which is empty
	Work  func() error // writes
	// Check judges the folder after a fault and may go on with the work. failed is the error of Work.
	Check func(failed error) error
	// Sparse is for work that takes long: one outcome of a crash at each step instead of all, and where tests do not run
	// in full, every fifth step.
	Sparse bool
}

// Run makes each operation fail once and the machine stop after each. It returns the number of faults and the first
// error of Check.
func (t *Trial) Run() (faults int, err error) {
	whole, err := t.try(func(*Disk) {}, nil)
	if err != nil {
		return 0, fmt.Errorf("without a fault: %w", err)
	}
	stride := 1
	if t.Sparse {
		stride = testfull.Or(5, 1)
	}
	for step := 1; step <= whole; step += stride {
		if _, err := t.try(func(d *Disk) { d.FailAt(step) }, nil); err != nil {
			return faults, fmt.Errorf("operation %d of %d fails: %w", step, whole, err)
		}
		faults++
	}
	for step := 0; step <= whole; step += stride {
		for i, s := range Survivals() {
			if t.Sparse && step%len(Survivals()) != i {
				continue
			}
			if _, err := t.try(func(d *Disk) { d.StopAfter(step) }, &s); err != nil {
				return faults, fmt.Errorf("stopped after operation %d of %d, left %+v: %w", step, whole, s, err)
			}
			faults++
		}
	}
	return faults, nil
}

// try does the work once on a disk that prepare sets up, and checks the outcome; crash is nil if the machine goes on.
func (t *Trial) try(prepare func(*Disk), crash *Survival) (steps int, err error) {
	if err := os.RemoveAll(t.Dir); err != nil {
		return 0, err
	}
	if err := os.Mkdir(t.Dir, 0o777); err != nil {
		return 0, err
	}
	if err := t.Begin(); err != nil {
		return 0, err
	}
	d, err := New(t.Dir)
	if err != nil {
		return 0, err
	}
	prepare(d)
	restore := durable.Use(d)
	failed := t.Work()
	restore()
	if crash != nil {
		if err := d.Crash(*crash); err != nil {
			return 0, err
		}
	}
	return d.Steps(), t.Check(failed)
}
