#!/usr/bin/env bash
# Loads normlet serve over loopback, and prints look-ups a second, latency, memory and
# processor time.
# Fails when a request fails or memory grows; with --strict also below 5,000 look-ups
# a second or when one in a hundred takes longer than 20 ms, which only a machine with
# nothing else to do can promise. Installs wrk when it is missing.
#
#   tools/serve/check.sh [--strict] [SECONDS]    # default: 20
set -euo pipefail
cd "$(dirname "$0")/../.."
strict=false
if [ "${1:-}" = --strict ]; then strict=true; shift; fi
seconds=${1:-20}
connections=64
growth=8192 # KiB that memory may grow after a fifth of the time

if ! command -v wrk >/dev/null; then
	apt-get update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q wrk >/dev/null
fi
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
go build -o "$work/normlet" ./tools/normlet
"$work/normlet" serve --listen 127.0.0.1:0 >"$work/address" 2>"$work/log" &
server=$!
for _ in $(seq 100); do [ -s "$work/address" ] && break; sleep 0.1; done
address=$(cat "$work/address")
[ -n "$address" ] || { cat "$work/log"; exit 1; }

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
failed=false
load() { # WHAT PAUSE SECONDS
	local rate p50 p99 errors late
	read -r _ rate p50 p99 errors late < <(PAUSE=$2 wrk -t1 "-c$connections" "-d${3}s" -s tools/serve/look-ups.lua "$address" | grep '^figures')
	printf '%-22s %6d look-ups/s, p50 %s ms, p99 %s ms, %d failed, %d after more than 2 s, %s KiB resident\n' "$1:" "$rate" \
		"$(awk "BEGIN { printf \"%.1f\", $p50 / 1000 }")" "$(awk "BEGIN { printf \"%.1f\", $p99 / 1000 }")" "$errors" "$late" "$(resident)"
	[ "$errors" -eq 0 ] || failed=true
	if $strict && [ "$2" -gt 0 ] && { [ "$rate" -lt 5000 ] || [ "$p99" -gt 20000 ] || [ "$late" -gt 0 ]; }; then failed=true; fi
}

echo "$(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg), $(resident) KiB resident at the start"
load "as fast as it can" 0 5
load "paced, warming up" 8 $((seconds / 5 > 0 ? seconds / 5 : 1))
before=$(resident)
load "paced, $seconds s" 8 "$seconds"
after=$(resident)
echo "memory: $before KiB, then $after KiB (may grow $growth)"
[ $((after - before)) -le "$growth" ] || failed=true
curl -sf "${address}metrics" >"$work/metrics"
grep '^normlet_http_requests_total' "$work/metrics"
awk '/^process_cpu_seconds_total/ { cpu = $2 } /^normlet_lookup_duration_seconds_count/ { n = $2 } /^normlet_lookups_total/
	END { printf "processor time of the server: %.0f us a look-up, so %.2f processors for 5,000 a second\n", cpu / n * 1e6, cpu / n * 5000 }' "$work/metrics"
if $failed; then echo "the load is not borne"; exit 1; fi
