package core

import "errors"

// ErrClosed is the error of what is asked after Close.
var ErrClosed = errors.New("core: the Normalizer is closed")

// ErrNamespace is wrapped by the error for a namespace that the pack lacks.
var ErrNamespace = errors.New("no such namespace in this pack")

// ErrOrganism is wrapped by the error for an organism whose genes the pack lacks.
var ErrOrganism = errors.New("no such organism in this pack")

// ErrField is wrapped by the error for fields that the pack lacks, or that are not written as Options.Fields says.
var ErrField = errors.New("no such field in this pack")

// refusal is an error of the engine, which says what the pack has instead, and wraps what callers ask for.
type refusal struct {
	error
	is error
}

func (r *refusal) Unwrap() error { return r.is }

// refused gives an error of the engine, if there is one, its kind.
func refused(err, is error) error {
	if err == nil {
		return nil
	}
	return &refusal{err, is}
}
