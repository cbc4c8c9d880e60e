package core

import (
	"math/bits"
	"unsafe"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/entity"
)

// nameTable has what all names of an entity have in common, of the entities asked for lately: a look-up names dozens of them, so
// that a map takes longer than all else. An entity that needs the slot of another one replaces it.
type nameTable struct {
	slots      []*named // as many as a power of two
	size, most int64    // in bytes
}

// named is an entity as the cache of a number names it.
type named struct {
	entity, cache        int32
	id, namespace, taxon string
}

// A nameTable has a slot for so many bytes that it may take, up to 1<<mostSlots.
const perSlot, mostSlots = 64, 17

func (n *named) bytes() int64 { return int64(unsafe.Sizeof(*n)) + int64(len(n.id)) }

// of returns an entity as a cache of some wish names it.
func (x *nameTable) of(e *engine.Engine, entity, cache int32, w *entity.Wish) *named {
	if x.slots == nil {
		x.slots = make([]*named, 1<<min(bits.Len64(uint64(x.most/perSlot)), mostSlots))
	}
	slot := &x.slots[int(entity)&(len(x.slots)-1)]
	if n := *slot; n != nil && n.entity == entity && n.cache == cache {
		return n
	}
	n := &named{entity, cache, e.Entities.ID(uint32(entity), w), e.Pack.NamespaceOf(int(entity)), e.Organisms.Taxon(entity)}
	if *slot != nil {
		x.size -= (*slot).bytes()
	}
	if x.size += n.bytes(); x.size > x.most {
		clear(x.slots)
		x.size = n.bytes()
	}
	*slot = n
	return n
}
