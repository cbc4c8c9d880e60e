package format

import "strings"

// beginBabelon takes a translation of a name. Its source is a name of the list that is translated, perhaps an older one.
func beginBabelon(in *input, c *columns) (goOn bool, err error) {
	predicate, text := c.get("predicate_id"), c.get("translation_value")
	_, property, _ := strings.Cut(predicate, ":")
	switch {
	case text == "" || c.get("translation_status") == "NOT_TRANSLATED":
		in.sink.Skip(in.line, "not translated", in.term.ID)
		return false, nil
	case !strings.HasSuffix(strings.ToLower(property), "label") && !strings.HasSuffix(property, "Synonym"):
		in.sink.Skip(in.line, "translations of other things than names", in.term.ID+" "+predicate)
		return false, nil
	}
	in.name(text, ssslmKind(predicate, ""), c.get("translation_language"), "")
	return true, nil
}
