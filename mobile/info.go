package mobile

// Info describes a pack. Texts that the pack does not state are empty.
type Info struct {
	// Name is the name of the terminology.
	Name string
	// Version is the version of the terminology.
	Version string
	// Date is the date of the terminology, as its source writes it.
	Date string
	// License is the licence of the terminology, which an app must honour.
	License string
	// Source is where the terminology comes from.
	Source string
	// Namespaces are the namespaces of the pack, joined by commas.
	Namespaces string
	// EntityCount is how many entities the pack has.
	EntityCount int
	// NameCount is the number of names.
	NameCount int
}
