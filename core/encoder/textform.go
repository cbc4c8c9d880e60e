package encoder

import "github.com/normlet/normlet/core/form"

// MaxTextBytes is how much of a text TextForm reads: see [form.MaxBytes].
const MaxTextBytes = form.MaxBytes

// TextForm returns the form of s that features and comparisons are taken from:
// see [form.Text].
func TextForm(s string) string { return form.Text(s) }

// AppendTextForm appends the text form of s to dst: see [form.AppendText].
func AppendTextForm(dst []byte, s string) []byte { return form.AppendText(dst, s) }

// AppendCompact appends the letters and digits of a text form to dst: see
// [form.AppendCompact].
func AppendCompact(dst []byte, text []byte) []byte { return form.AppendCompact(dst, text) }

// Compact returns the letters and digits of a text form.
func Compact(text string) string { return form.Compact(text) }
