package edit

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
)

// editor holds the entities of a pack that differ from its base.
type editor struct {
	n      *core.Normalizer // of the base
	base   *pack.Contents
	rows   [][]uint32 // per entity of the base
	edited map[string]*edit
}

// edit is an entity as it is after the changes so far.
type edit struct {
	id        string
	number    int // in the base, -1 if it is not there
	namespace string
	prior     uint8
	weight    float64 // stated by the changes
	fresh     bool    // new, so its attributes come from the changes
	names     []editName
	at        map[string]int // of names by text; others are removed, and left out by settle
}

type editName struct {
	text   string
	kind   pack.Kind
	change int // that added it, -1: it was there before
}

// newEditor returns an editor in the state that d, nil for the base itself, describes.
func newEditor(n *core.Normalizer, d *pack.Delta) *editor {
	e := &editor{n: n, base: engine.Of(n).Contents(), edited: map[string]*edit{}}
	e.rows = make([][]uint32, e.base.IDs.Len())
	for row, entity := range e.base.RowEntity {
		e.rows[entity] = append(e.rows[entity], uint32(row))
	}
	if d != nil {
		e.load(d)
	}
	return e
}

// load repeats the changes of an earlier delta.
func (e *editor) load(d *pack.Delta) {
	for _, row := range d.Removed {
		x := e.entity(e.base.IDs.At(int(e.base.RowEntity[row])))
		x.remove(e.base.Names.At(int(row)))
	}
	for i := range d.Added.IDs.Len() {
		x := e.entity(d.Added.IDs.At(i))
		x.namespace, x.prior, x.fresh = d.Added.Namespaces[d.Added.EntityNamespace[i]], d.Added.Prior[i], false
	}
	for row, i := range d.Added.RowEntity {
		x := e.entity(d.Added.IDs.At(int(i)))
		x.add(editName{text: d.Added.Names.At(row), kind: d.Added.RowKind[row], change: -1})
	}
	for _, x := range e.edited {
		x.sort()
	}
}

// entity returns the entity of an id for editing, a fresh one for an unknown id.
func (e *editor) entity(id string) *edit {
	if x := e.edited[id]; x != nil {
		return x
	}
	x := &edit{number: -1, id: id}
	x.reset()
	if i, ok := e.base.IDs.Find(id); ok {
		x.number, x.prior, x.fresh = i, e.base.Prior[i], false
		x.namespace = e.base.Namespaces[e.base.EntityNamespace[i]]
		for _, row := range e.rows[i] {
			x.add(editName{text: e.base.Names.At(int(row)), kind: e.base.RowKind[row], change: -1})
		}
	}
	e.edited[id] = x
	return x
}

func (x *edit) add(n editName) {
	x.at[n.text] = len(x.names)
	x.names = append(x.names, n)
}

// remove removes a name and reports whether it was there. An entity that loses all
// names can be added again, with other attributes.
func (x *edit) remove(text string) bool {
	_, ok := x.at[text]
	delete(x.at, text)
	if ok && len(x.at) == 0 {
		x.reset()
	}
	return ok
}

func (x *edit) reset() {
	*x = edit{id: x.id, number: x.number, fresh: true, at: map[string]int{}}
}

// settle leaves out the names that are removed.
func (x *edit) settle() {
	all := x.names
	x.names = nil
	for i, n := range all {
		if at, ok := x.at[n.text]; ok && at == i {
			x.add(n)
		}
	}
}

// sort brings the names into the order of rows.
func (x *edit) sort() {
	x.settle()
	slices.SortStableFunc(x.names, func(a, b editName) int {
		return pack.NewRowKey(a.text, x.id).Compare(pack.NewRowKey(b.text, x.id))
	})
	for i, n := range x.names {
		x.at[n.text] = i
	}
}

func (e *editor) apply(i int, c Change) error {
	x := e.entity(c.ID)
	switch {
	case c.ID == "":
		return errors.New("it names no entity")
	case !utf8.ValidString(c.ID + c.Name + c.Namespace):
		return errors.New("invalid UTF-8")
	case c.Kind > pack.KindRelated:
		return fmt.Errorf("unknown kind %d", c.Kind)
	case c.Remove && len(x.names) == 0:
		return fmt.Errorf("there is no entity %s to remove", c.ID)
	case c.Remove && c.Name == "":
		x.reset()
		return nil
	case c.Remove && !x.remove(c.Name):
		return fmt.Errorf("%s has no name %q to remove", c.ID, c.Name)
	case c.Remove:
		return nil
	case c.Name == "":
		return fmt.Errorf("the name added to %s is empty", c.ID)
	}
	if j, ok := x.at[c.Name]; ok {
		return fmt.Errorf("%s has the name %q already, as %v; to change its kind, remove it first", c.ID, c.Name, x.names[j].kind)
	}
	if err := e.attributes(x, c); err != nil {
		return err
	}
	x.add(editName{text: c.Name, kind: c.Kind, change: i})
	return nil
}

// attributes takes over or compares the weight and namespace of a change.
func (e *editor) attributes(x *edit, c Change) error {
	prior, err := e.prior(c.Weight)
	if err != nil {
		return err
	}
	another := !x.fresh && prior != x.prior || x.fresh && x.weight != 0 && c.Weight != x.weight
	if c.Weight != 0 && another {
		return fmt.Errorf("%s has another weight than %v; to change it, remove the entity and add it again", c.ID, c.Weight)
	}
	another = (!x.fresh || x.namespace != "") && c.Namespace != x.namespace
	if c.Namespace != "" && another {
		return fmt.Errorf("%s is in namespace %q, not %q; to change it, remove the entity and add it again", c.ID, x.namespace, c.Namespace)
	}
	if x.fresh && c.Weight != 0 {
		x.weight, x.prior = c.Weight, prior
	}
	if x.fresh && c.Namespace != "" {
		x.namespace = c.Namespace
	}
	return nil
}

// prior returns the prior of a weight on the scale of the pack.
func (e *editor) prior(weight float64) (uint8, error) {
	if weight == 0 {
		return 0, nil
	}
	if !(weight > 0) || math.IsInf(weight, 1) {
		return 0, fmt.Errorf("weight %v is no finite number >= 0", weight)
	}
	top, err := strconv.ParseFloat(e.base.MetaValue(pack.MetaMaxWeight), 64)
	if err != nil || !(top > 0) {
		return 0, fmt.Errorf("the pack has no scale of weights (%s in its metadata): leave the weight out, or build the pack again", pack.MetaMaxWeight)
	}
	return pack.PriorOf(weight, top), nil
}

// settle gives every edited entity one primary name and a namespace. Errors that
// no single change is to blame for go to the last one.
func (e *editor) settle(last int) error {
	left := e.base.IDs.Len()
	for _, x := range e.sorted() {
		x.settle()
		if x.number >= 0 {
			left--
		}
		if len(x.names) == 0 {
			continue
		}
		left++
		if x.namespace == "" && x.fresh {
			x.namespace = pack.Prefix(x.id)
		}
		if err := x.settlePrimary(); err != nil {
			return err
		}
	}
	if left == 0 {
		return &ChangeError{last, "with it no name would be left; a pack needs one"}
	}
	return nil
}

// settlePrimary makes the first name of the strongest kind the primary one, and
// refuses a second one.
func (x *edit) settlePrimary() error {
	best := 0
	for i, n := range x.names {
		if n.kind.Replaces(x.names[best].kind) {
			best = i
		}
		if i != best && n.kind == pack.KindPrimary && n.change >= 0 {
			return &ChangeError{n.change, fmt.Sprintf("%s has the primary name %q; remove that, or add %q as %v", x.id, x.names[best].text, n.text, pack.KindExact)}
		}
	}
	x.names[best].kind = pack.KindPrimary
	return nil
}

func (e *editor) sorted() []*edit {
	return slices.SortedStableFunc(maps.Values(e.edited), func(a, b *edit) int { return strings.Compare(a.id, b.id) })
}
