package output_test

import (
	"fmt"
	"os"

	"github.com/normlet/normlet/internal/durable"
)

// trial is work that writes files into a folder, and what must hold after a fault.
type trial struct {
	dir   string
	begin func() error // fills the folder, which is empty
	work  func() error // writes
	// check judges the folder after a fault and may go on with the work. failed is the error of work.
	check func(failed error) error
}

// run makes each operation fail once and the machine stop after each. It returns the number of faults and the first
// error of check.
func (t *trial) run() (faults int, err error) {
	whole, err := t.try(func(*disk) {}, nil)
	if err != nil {
		return 0, fmt.Errorf("without a fault: %w", err)
	}
	for step := 1; step <= whole; step++ {
		if _, err := t.try(func(d *disk) { d.failAt(step) }, nil); err != nil {
			return faults, fmt.Errorf("operation %d of %d fails: %w", step, whole, err)
		}
		faults++
	}
	for step := 0; step <= whole; step++ {
		for _, s := range survivals() {
			if _, err := t.try(func(d *disk) { d.stopAfter(step) }, &s); err != nil {
				return faults, fmt.Errorf("stopped after operation %d of %d, left %+v: %w", step, whole, s, err)
			}
			faults++
		}
	}
	return faults, nil
}

// try does the work once on a disk that prepare sets up, and checks the outcome; crash is nil if the machine goes on.
func (t *trial) try(prepare func(*disk), crash *survival) (steps int, err error) {
	if err := os.RemoveAll(t.dir); err != nil {
		return 0, err
	}
	if err := os.Mkdir(t.dir, 0o777); err != nil {
		return 0, err
	}
	if err := t.begin(); err != nil {
		return 0, err
	}
	d, err := newDisk(t.dir)
	if err != nil {
		return 0, err
	}
	prepare(d)
	restore := durable.Use(d)
	failed := t.work()
	restore()
	if crash != nil {
		if err := d.crash(*crash); err != nil {
			return 0, err
		}
	}
	return d.done(), t.check(failed)
}
