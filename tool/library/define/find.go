package define

import (
	"strings"

	"deft/tool/library/world"
)

// Row gives the row of a table with that key, or an error that says what was missing and where to look.
func Row[T world.Row](w *world.World, t world.Table[T], key, hint string) (T, error) {
	r, ok := t.Get(w, key)
	if !ok {
		return r, NotFound(singular(t.Name), key, hint)
	}
	return r, nil
}

// City finds a city by name, or says how to name one.
func City(w *world.World, name string) (world.City, error) {
	c, ok := world.CityNamed(w, name)
	if !ok {
		return c, NotFound("city", name, "find_cities shows which there are")
	}
	return c, nil
}

// Country finds a country by name or code, or says how to name one.
func Country(w *world.World, name string) (world.Country, error) {
	c, ok := world.CountryNamed(w, name)
	if !ok {
		return c, NotFound("country", name, "give its English name or two-letter code")
	}
	return c, nil
}

// singular names one row of a table: launches are read as launch, groceries as grocery.
func singular(table string) string {
	name := strings.ReplaceAll(table, "_", " ")
	for _, end := range []struct{ plural, one string }{{"ies", "y"}, {"ches", "ch"}, {"sses", "ss"}, {"s", ""}} {
		if root, ok := strings.CutSuffix(name, end.plural); ok {
			return root + end.one
		}
	}
	return name
}
