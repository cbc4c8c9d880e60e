package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/normlet/normlet/mobile/web"
)

// A server of one's own may offer the page, beside the four files that normlet web adds to it.
func ExampleFiles() {
	page := http.FileServerFS(web.Files()) // http.Handle("/", page)
	for _, path := range []string{"/", "/lib/normlet.js", "/default.normpack"} {
		answer := httptest.NewRecorder()
		page.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		fmt.Println(path, answer.Code)
	}
	// Output:
	// / 200
	// /lib/normlet.js 200
	// /default.normpack 404
}
