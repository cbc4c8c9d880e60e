package benchmark

import (
	"bufio"
	"os"
	"strings"
)

type Row struct {
	Case         string  `json:"case"`
	Variant      string  `json:"variant"`
	NS           float64 `json:"ns"`                       // per look-up or opening, in nanoseconds
	RatioToLimit float64 `json:"ratio_to_limit,omitempty"` // NS over the time to read the same codes once; 0 where there is no such limit
}

// Memory is what an open pack takes in a process that does nothing else.
type Memory struct {
	ResidentBytes int64 `json:"resident_bytes,omitempty"` // of the process, with its code; 0 where the system does not tell
	HeapBytes     int64 `json:"heap_bytes"`               // in use
	Allocations   int64 `json:"allocations"`              // by opening
}

type Report struct {
	CPU    string  `json:"cpu,omitempty"` // model, where the system tells
	Kernel string  `json:"kernel"`        // of the scan in use
	Rows   []Row   `json:"rows"`
	Kinds  []Kind  `json:"kinds,omitempty"`  // Lookup only: where the time goes
	Memory *Memory `json:"memory,omitempty"` // Open only
}

// cpuModel returns the name of the processor with family and model number, which the name may leave open.
func cpuModel() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	facts := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan() && s.Text() != ""; { // the first processor
		if key, value, ok := strings.Cut(s.Text(), ":"); ok {
			facts[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	name := facts["model name"]
	if facts["cpu family"] != "" {
		name += " (family " + facts["cpu family"] + ", model " + facts["model"] + ")"
	}
	return name
}
