#!/usr/bin/env bash
# Loads normlet serve over loopback. First it compares a server that answers the look-ups of several requests together
# with one that does not, in rounds that alternate; then it holds a paced load and samples memory every second. Prints
# two tables: look-ups a second, latency, processor time a look-up, memory.
# Fails when a request fails or is refused, or memory grows; with --strict also when in any minute there are less than
# 5,000 look-ups a second or one in a hundred takes longer than 20 ms, which only a machine with nothing else to do can
# promise. Installs wrk when it is missing.
#
#   tools/serve/check.sh [--strict] [SECONDS]    # of the paced load; default: 20
#
# PAUSE is the pause of each connection between two requests of the paced load, in milliseconds (default: 8).
set -euo pipefail
cd "$(dirname "$0")/../.."
strict=false
if [ "${1:-}" = --strict ]; then strict=true; shift; fi
seconds=${1:-20}
connections=64
pause=${PAUSE:-8} # ms, on each connection
rounds=3    # of the comparison, of 2 s each
growth=8192 # KiB that memory may grow after a fifth of the time

if ! command -v wrk >/dev/null; then
	apt-get update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q wrk >/dev/null
fi
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
go build -o "$work/normlet" ./tools/normlet
serve() { # NAME OPTION...: writes the files NAME.address and NAME.pid
	local name=$1
	shift
	"$work/normlet" serve --listen 127.0.0.1:0 "$@" >"$work/$name.address" 2>"$work/$name.log" &
	pids+=($!)
	echo $! >"$work/$name.pid"
	for _ in $(seq 100); do [ -s "$work/$name.address" ] && return; sleep 0.1; done
	cat "$work/$name.log"
	exit 1
}
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$(cat "$work/$1.pid")/status"; }
metric() { awk -v name="$2" '$1 == name { printf "%.6f\n", $2 }' <<<"$1"; }
failed=false
fail() { echo "it fails: $*"; failed=true; }

load() { # NAME PAUSE SECONDS: sets rate p50 p99 (ms), cpu (us a look-up), together (mentions)
	local address before after errors late looked
	address=$(cat "$work/$1.address")
	before=$(curl -sf "${address}metrics")
	read -r _ rate p50 p99 errors late < <(PAUSE=$2 wrk -t1 "-c$connections" "-d${3}s" -s tools/serve/look-ups.lua "$address" | grep '^figures')
	after=$(curl -sf "${address}metrics")
	more() { awk "BEGIN { print $(metric "$after" "$1") - $(metric "$before" "$1") }"; }
	looked=$(more normlet_lookup_duration_seconds_count)
	read -r p50 p99 cpu together < <(awk "BEGIN { printf \"%.1f %.1f %.0f %.1f\n\", $p50 / 1000, $p99 / 1000,
		$(more process_cpu_seconds_total) / $looked * 1e6, $looked / $(more normlet_lookups_together_count) }")
	[ "$errors" -eq 0 ] || fail "$errors requests of $1"
	[ "$(more normlet_http_requests_refused_total | cut -d. -f1)" = 0 ] || fail "$1 refuses requests"
	if $strict && [ "$2" -gt 0 ] && awk "BEGIN { exit !($rate < 5000 || $p99 > 20 || $late > 0) }"; then
		fail "$rate look-ups a second, p99 $p99 ms, $late after more than 2 s"
	fi
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
machine() { echo "$(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg)"; }

serve together
serve alone --max-together 1
machine
for round in $(seq 0 $rounds); do # the first warms up
	for name in alone together; do
		load $name 0 2
		[ "$round" = 0 ] || echo "$rate $p50 $p99 $cpu $together $(resident $name)" >>"$work/$name.rounds"
	done
done
figure() { cut -d' ' -f"$2" "$work/$1.rounds" | median; }
echo
echo "| as fast as it can, medians of $rounds rounds | look-ups a second | p50 | p99 | processor time a look-up | mentions together | memory |"
echo "|---|---:|---:|---:|---:|---:|---:|"
echo "| each request by itself | $(figure alone 1) | $(figure alone 2) ms | $(figure alone 3) ms | $(figure alone 4) µs | $(figure alone 5) | $(figure alone 6) KiB |"
echo "| requests together | $(figure together 1) | $(figure together 2) ms | $(figure together 3) ms | $(figure together 4) µs | $(figure together 5) | $(figure together 6) KiB |"
ratio() { paste -d' ' "$work/together.rounds" "$work/alone.rounds" | awk -v n="$1" '{ printf "%.2f\n", $n / $(n + 6) }' | median; }
echo "| ratio | $(ratio 1) | $(ratio 2) | $(ratio 3) | $(ratio 4) | | $(ratio 6) |"
kill "$(cat "$work/alone.pid")"

while sleep 1; do echo "$SECONDS $(resident together)"; done >"$work/memory" &
pids+=($!)
echo
echo "| $connections connections, $pause ms of pause | look-ups a second | p50 | p99 | processor time a look-up | mentions together | memory |"
echo "|---|---:|---:|---:|---:|---:|---:|"
row() { echo "| $1 | $rate | $p50 ms | $p99 ms | $cpu µs | $together | $(resident together) KiB |"; }
fifth=$((seconds / 5 > 0 ? seconds / 5 : 1))
asked=$strict strict=false
load together $pause $fifth
row "$fifth s, warming up"
strict=$asked
before=$(resident together) held=$(wc -l <"$work/memory")
for ((left = seconds; left > 0; left -= length)); do
	length=$((left < 60 ? left : 60))
	load together $pause $length
	row "$length s"
done
after=$(resident together)
echo
tail -n +$((held + 1)) "$work/memory" >"$work/held"
most=$( (cut -d' ' -f2 "$work/held"; echo "$after") | sort -n | tail -1)
awk -v before="$before" -v after="$after" -v may="$growth" -v most="$most" '
	{ n++; x += $1; y += $2; xx += $1 * $1; xy += $1 * $2 }
	END { d = n * xx - x * x
		printf "memory: %d KiB, then %d (may grow %d), high water %d; slope %.1f KiB a minute over %d samples\n", before, after, may, most, d ? 60 * (n * xy - x * y) / d : 0, n }' "$work/held"
[ $((most - before)) -le "$growth" ] || fail "memory grows"
curl -sf "$(cat "$work/together.address")metrics" | grep -E '^normlet_http_requests_(total|waiting|refused_total)'
machine
if $failed; then echo "the load is not borne"; exit 1; fi
