package server

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// maxParameters bounds the parameters of an address or a form, beside the namespaces: parsing them multiplies their size.
const maxParameters = 32

// field returns the name and the value of a parameter, of address or form, that has one of the names, the first that is
// there; "" if there is none.
func (s *Server) field(r *http.Request, names ...string) (name, value string, err error) {
	parameters := []string{r.URL.RawQuery}
	if r.Method == http.MethodPost {
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
			return "", "", failf(http.StatusUnsupportedMediaType, "want a form, application/x-www-form-urlencoded")
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return "", "", s.asTooLarge(err)
		}
		parameters = append(parameters, string(body))
	}
	for _, text := range parameters {
		if most := maxParameters + s.MaxNamespaces; strings.Count(text, "&") >= most {
			return "", "", failf(http.StatusBadRequest, "a form may have %d fields", most)
		}
		values, err := url.ParseQuery(text)
		if err != nil {
			return "", "", failf(http.StatusBadRequest, "malformed form: %s", cut(err.Error()))
		}
		for _, name := range names {
			if values.Has(name) {
				return name, values.Get(name), nil
			}
		}
	}
	return "", "", nil
}
