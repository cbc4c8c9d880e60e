//go:build linux

package serve

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/checktest"
)

// refine is an OpenRefine with a project.
type refine struct {
	address, project string
}

// get returns what an address answers.
func get(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	return body(t, answer, err)
}

func body(t *testing.T, answer *http.Response, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s: status %d, %v: %.500s", answer.Request.URL, answer.StatusCode, err, content)
	}
	return string(content)
}

// startRefine waits until OpenRefine answers or ends.
func startRefine(t *testing.T) *refine {
	listener, err := net.Listen("tcp", "127.0.0.1:0") // for a free port
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	var log bytes.Buffer
	c := exec.Command("java", "-cp", "server/classes:server/*", "-Xmx512M", "-Drefine.webapp=webapp", "-Drefine.data_dir="+t.TempDir(),
		"-Drefine.host=127.0.0.1", "-Drefine.port="+port, "-Drefine.headless=true", "com.google.refine.Refine")
	c.Dir, c.Stdout, c.Stderr = "/usr/share/openrefine", &log, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = c.Wait() }()
	t.Cleanup(func() { _ = c.Process.Kill(); <-ended })
	r := &refine{address: "http://127.0.0.1:" + port + "/command/core/"}
	for {
		if answer, err := http.Get(r.address + "get-version"); err == nil && answer.StatusCode == http.StatusOK {
			t.Log(body(t, answer, nil))
			return r
		}
		select {
		case <-ended:
			t.Fatalf("OpenRefine ends: %s", log.String())
		case <-t.Context().Done():
			t.Fatal(log.String())
		default:
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func (r *refine) token(t *testing.T) string {
	t.Helper()
	var v struct{ Token string }
	if err := json.Unmarshal([]byte(get(t, r.address+"get-csrf-token")), &v); err != nil {
		t.Fatal(err)
	}
	return v.Token
}

// create makes a project of a table.
func (r *refine) create(t *testing.T, csv string) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	file, _ := w.CreateFormFile("project-file", "genes.csv") // nothing fails in memory
	_, _ = io.WriteString(file, csv)
	_ = w.WriteField("project-name", "genes")
	_ = w.WriteField("format", "text/line-based/*sv")
	_ = w.WriteField("options", `{"encoding":"UTF-8","separator":",","headerLines":1}`)
	_ = w.Close()
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := stay.Post(r.address+"create-project-from-upload?csrf_token="+r.token(t), w.FormDataContentType(), &form)
	content := body(t, answer, err)
	_, r.project, _ = strings.Cut(answer.Header.Get("Location"), "project=")
	if r.project == "" {
		t.Fatalf("OpenRefine makes no project: %.500s", content)
	}
}

// command runs a command of OpenRefine and waits until it is done.
func (r *refine) command(t *testing.T, name string, fields map[string]string) string {
	t.Helper()
	values := url.Values{"csrf_token": {r.token(t)}, "project": {r.project}, "engine": {`{"facets":[],"mode":"row-based"}`}}
	for field, value := range fields {
		values.Set(field, value)
	}
	answer, err := http.PostForm(r.address+name, values)
	said := body(t, answer, err)
	for get(t, r.address+"get-processes?project="+r.project) != `{"processes":[]}` {
		time.Sleep(100 * time.Millisecond)
	}
	return said
}

func (r *refine) rows(t *testing.T) string {
	t.Helper()
	return get(t, r.address+"get-rows?start=0&limit=50&project="+r.project)
}

// manifest checks what OpenRefine's page fetches from another origin when the service is added.
func manifest(t *testing.T, service, origin string) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, service, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", origin)
	answer, err := http.DefaultClient.Do(request)
	content := body(t, answer, err)
	if got := answer.Header.Get("Access-Control-Allow-Origin"); got != origin {
		t.Errorf("Access-Control-Allow-Origin is %q, want %q", got, origin)
	}
	for _, want := range []string{`"versions":["0.1","0.2"]`, `"view":{"url":"https://bioregistry.io/{{id}}"}`} { // links of cells live on
		if !strings.Contains(content, want) {
			t.Errorf("the manifest lacks %s: %s", want, content)
		}
	}
}

// unmatched is a cell whose candidates are unlikely.
var unmatched = regexp.MustCompile(`"j":"none","c":\[\{"id":"NCBIGene:[0-9]*","name":"[^"]*","types":\["NCBIGene"\],"score":[1-6]?[0-9]\.`)

// TestOpenRefine lets OpenRefine itself guess the type of a column, reconcile it and fetch properties.
func TestOpenRefine(t *testing.T) {
	checktest.On(t)
	if _, err := os.Stat("/usr/share/openrefine/refine"); err != nil {
		checktest.Need(t, "openrefine")
	}
	service := start(t, build(t)).address
	r := startRefine(t)
	t.Run("manifest", func(t *testing.T) { manifest(t, service, strings.TrimSuffix(r.address, "/command/core/")) })
	r.create(t, "gene,note\nFOX-P2,speech\nKRAS,\nPLCγ2,B cells\nasdf qwer zxcv,nothing\n")
	const space = `"identifierSpace":"https://bioregistry.io/","schemaSpace":"http://www.w3.org/2004/02/skos/core#Concept"`
	for _, c := range []struct {
		command string
		fields  map[string]string
		answer  string   // what the command says
		rows    []string // what the rows say after it
	}{
		{"guess-types-of-column", map[string]string{"columnName": "gene", "service": service}, `"id":"NCBIGene"`, nil},
		{"reconcile", map[string]string{"columnName": "gene", "config": `{"mode":"standard-service","service":"` + service + `",` + space + `,
			"type":{"id":"NCBIGene","name":"NCBIGene"},"autoMatch":true,"columnDetails":[{"column":"note","property":{"id":"context","name":"context"}}],"limit":0}`}, "", []string{
			`"j":"matched","m":{"id":"NCBIGene:93986","name":"FOXP2"`,
			`"j":"matched","m":{"id":"NCBIGene:5336","name":"PLCG2"`,
			`"j":"none","c":[{"id":"NCBIGene:3845","name":"KRAS"`, // tied with NRAS, whose old name it is
		}},
		{"extend-data", map[string]string{"baseColumnName": "gene", "endpoint": service, "identifierSpace": "https://bioregistry.io/", "schemaSpace": "x", "columnInsertIndex": "1",
			"extension": `{"properties":[{"id":"synonyms","name":"synonyms"},{"id":"name","name":"primary name"}]}`}, "", []string{
			`{"v":"phospholipase C gamma 2"},{"v":"PLCG2"}`, `{"v":"SPCH1"}`,
		}},
	} {
		t.Run(c.command, func(t *testing.T) {
			if said := r.command(t, c.command, c.fields); !strings.Contains(said, c.answer) || strings.Contains(said, `"code":"error"`) {
				t.Errorf("OpenRefine fails, or its answer lacks %s: %s", c.answer, said)
			}
			rows := r.rows(t)
			for _, want := range c.rows {
				if !strings.Contains(rows, want) {
					t.Errorf("the rows lack %s: %s", want, rows)
				}
			}
			if c.command == "reconcile" && !unmatched.MatchString(rows) {
				t.Errorf("what is no name has a match: %s", rows)
			}
		})
	}
}
