package column

// Kind is what the cells of a column are.
type Kind string

// The kinds of columns.
const (
	Names     Kind = "names"     // of entities that the pack has
	IDs       Kind = "ids"       // of a database
	Organisms Kind = "organisms" // whose genes the rows mean
	Numbers   Kind = "numbers"   // with units or without
	Dates     Kind = "dates"
	Text      Kind = "text" // sentences
	Empty     Kind = "empty"
	Other     Kind = "other" // codes, persons and whatever else is no business of the pack
)
