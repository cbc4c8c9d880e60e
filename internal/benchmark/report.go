package benchmark

import (
	"bufio"
	"os"
	"strings"
)

// Row is one measurement.
type Row struct {
	Case         string  `json:"case"`
	Variant      string  `json:"variant"`
	NS           float64 `json:"ns"`                       // per look-up or opening, in nanoseconds
	RatioToLimit float64 `json:"ratio_to_limit,omitempty"` // NS over the time to read the same codes once; 0 where there is no such limit
}

// Report has all of them, and the machine.
type Report struct {
	CPU    string `json:"cpu,omitempty"` // model, where the system tells
	Kernel string `json:"kernel"`        // of the scan in use
	Rows   []Row  `json:"rows"`
	Kinds  []Kind `json:"kinds"` // where the time goes
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
