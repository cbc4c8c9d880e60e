package core

import (
	"unsafe"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/entity"
)

// nameTable has what all names of an entity have in common, of the entities asked for lately: a look-up names dozens of them, so
// that a map takes longer than all else. An entity that needs the slot of another one replaces it.
type nameTable struct {
	slots      []*named // as many as a power of two
	used       int
	size, most int64 // in bytes
}

// named is an entity as the cache of a number names it.
type named struct {
	entity, cache        int32
	id, namespace, taxon string
}

// The slots of a nameTable: at first, and once more entities are asked for.
const firstSlots, mostSlots = 1 << 8, 1 << 17

func (n *named) bytes() int64 { return int64(unsafe.Sizeof(*n)) + int64(len(n.id)) }

// of returns an entity as a cache of some wish names it.
func (x *nameTable) of(e *engine.Engine, entity, cache int32, w *entity.Wish) *named {
	if x.slots == nil {
		x.slots = make([]*named, firstSlots)
	}
	if n := *x.slot(entity); n != nil && n.entity == entity && n.cache == cache {
		return n
	}
	n := &named{entity, cache, e.Entities.ID(uint32(entity), w), e.Pack.NamespaceOf(int(entity)), e.Organisms.Taxon(entity)}
	if x.size+n.bytes() > x.most {
		clear(x.slots)
		x.used, x.size = 0, 0
	}
	if 2*x.used > len(x.slots) && len(x.slots) < mostSlots {
		x.grow()
	}
	x.put(n)
	return n
}

func (x *nameTable) slot(entity int32) **named { return &x.slots[int(entity)&(len(x.slots)-1)] }

func (x *nameTable) put(n *named) {
	slot := x.slot(n.entity)
	if *slot == nil {
		x.used++
	} else {
		x.size -= (*slot).bytes()
	}
	*slot = n
	x.size += n.bytes()
}

func (x *nameTable) grow() {
	old := x.slots
	x.slots, x.used, x.size = make([]*named, 4*len(old)), 0, 0
	for _, n := range old {
		if n != nil {
			x.put(n)
		}
	}
}
