package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// object is one of Kubernetes.
type object struct {
	t     *testing.T
	value any
}

// at returns what is at a path of keys and numbers, which has to be there. A key has ~ for /.
func (o object) at(path string) string {
	o.t.Helper()
	value := o.value
	for key := range strings.SplitSeq(path, "/") {
		switch v := value.(type) {
		case map[string]any:
			value = v[strings.ReplaceAll(key, "~", "/")]
		case []any:
			if i, err := strconv.Atoi(key); err == nil && i < len(v) {
				value = v[i]
			} else {
				value = nil
			}
		default:
			value = nil
		}
	}
	if value == nil {
		o.t.Errorf("the manifest lacks %s", path)
	}
	return fmt.Sprint(value)
}

// manifests returns the objects of a file by kind.
func manifests(t *testing.T, path string) map[string]object {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	objects := make(map[string]object)
	for d := yaml.NewDecoder(in); ; {
		var value map[string]any
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			return objects
		} else if err != nil {
			t.Fatal(err)
		}
		o := object{t, value}
		objects[o.at("kind")] = o
	}
}

// TestKubernetes runs the command of the example and checks that what its objects name is there.
func TestKubernetes(t *testing.T) {
	objects := manifests(t, filepath.Join("..", "..", "examples", "kubernetes", "normlet.yaml"))
	get := func(kind, path string) string { t.Helper(); return object{t, objects[kind].value}.at(path) }
	const pod, container, notes = "spec/template/spec/", "spec/template/spec/containers/0/", "spec/template/metadata/annotations/prometheus.io~"
	args := strings.Fields(strings.Trim(get("Deployment", container+"args"), "[]"))
	listen, ending := "", time.Duration(0)
	for _, arg := range args {
		switch name, value, _ := strings.Cut(arg, "="); name {
		case "--listen":
			listen = value
		case "--drain", "--grace":
			length, err := time.ParseDuration(value)
			if err != nil {
				t.Error(err)
			}
			ending += length
		}
	}
	for what, pair := range map[string][2]string{
		"command":               {args[0], "serve"},
		"port":                  {":" + get("Deployment", container+"ports/0/containerPort"), listen},
		"port of the metrics":   {":" + get("Deployment", notes+"port"), listen},
		"port of the service":   {get("Service", "spec/ports/0/targetPort"), get("Deployment", container+"ports/0/name")},
		"pods of the service":   {get("Service", "spec/selector"), get("Deployment", "spec/template/metadata/labels")},
		"pods":                  {get("Deployment", "spec/selector/matchLabels"), get("Deployment", "spec/template/metadata/labels")},
		"pods of the budget":    {get("PodDisruptionBudget", "spec/selector/matchLabels"), get("Deployment", "spec/template/metadata/labels")},
		"what is scaled":        {get("HorizontalPodAutoscaler", "spec/scaleTargetRef/name"), get("Deployment", "metadata/name")},
		"writing to the folder": {get("Deployment", container+"securityContext/readOnlyRootFilesystem"), "true"},
		"root":                  {get("Deployment", pod+"securityContext/runAsNonRoot"), "true"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, want %s", what, pair[0], pair[1])
		}
	}
	for _, limit := range []string{"limits/memory", "limits/cpu", "requests/memory", "requests/cpu"} {
		get("Deployment", container+"resources/"+limit)
	}
	if seconds, err := strconv.Atoi(get("Deployment", pod+"terminationGracePeriodSeconds")); err != nil || time.Duration(seconds)*time.Second <= ending {
		t.Errorf("the pod is killed after %d s, and takes %v to end", seconds, ending)
	}
	address, stop := startServe(t, append(args[1:], "--listen=127.0.0.1:0", "--drain=0s")...)
	paths := []string{get("Deployment", notes+"path")}
	for _, probe := range []string{"startupProbe", "readinessProbe", "livenessProbe"} {
		paths = append(paths, get("Deployment", container+probe+"/httpGet/path"))
		if port := get("Deployment", container+probe+"/httpGet/port"); port != get("Deployment", container+"ports/0/name") {
			t.Errorf("%s asks port %s", probe, port)
		}
	}
	for _, path := range paths {
		if status, body := fetch(t, strings.TrimSuffix(address, "/")+path); status != 200 {
			t.Errorf("%s: status %d, %s", path, status, body)
		}
	}
	metric := get("HorizontalPodAutoscaler", "spec/metrics/0/pods/metric/name")
	if _, metrics := fetch(t, address+"metrics"); !strings.Contains(metrics, "\n# TYPE "+metric+" gauge\n") {
		t.Errorf("there is no gauge %s", metric)
	}
	if code, log := stop(); code != exitDone {
		t.Errorf("status %d: %s", code, log)
	}
}
