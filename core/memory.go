package core

// memory is a map of bounded size that forgets what was not asked for lately. What was comes back from old to young.
type memory[K comparable, V interface{ bytes() int }] struct {
	young, old map[K]V
	size, most int64 // of young, in bytes
}

// entryBytes is about what a map takes for an entry beside its key and value.
const entryBytes = 48

func newMemory[K comparable, V interface{ bytes() int }](most int64) memory[K, V] {
	return memory[K, V]{young: map[K]V{}, most: most / 2}
}

func (m *memory[K, V]) get(k K) (v V, ok bool) {
	if v, ok = m.young[k]; ok {
		return v, true
	}
	if v, ok = m.old[k]; ok {
		m.put(k, v)
	}
	return v, ok
}

func (m *memory[K, V]) put(k K, v V) {
	bytes := entryBytes + int64(v.bytes())
	if m.size += bytes; m.size > m.most {
		m.young, m.old, m.size = map[K]V{}, m.young, bytes
	}
	m.young[k] = v
}
