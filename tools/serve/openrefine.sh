#!/usr/bin/env bash
# Lets OpenRefine itself reconcile a column with normlet serve, guess its type and
# fetch properties. Installs Debian's OpenRefine (some 110 MB) when it is missing.
#
#   tools/serve/openrefine.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ ! -x /usr/share/openrefine/refine ]; then
	apt-get update -q >/dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends openrefine curl >/dev/null
fi
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
go build -o "$work/normlet" ./tools/normlet
"$work/normlet" serve --listen 127.0.0.1:0 >"$work/address" 2>"$work/log" &
pids+=($!)
port=$((20000 + RANDOM % 10000))
mkdir "$work/data"
(cd /usr/share/openrefine && exec java -cp 'server/classes:server/*' -Xmx512M -Drefine.webapp=webapp -Drefine.data_dir="$work/data" \
	-Drefine.host=127.0.0.1 -Drefine.port=$port -Drefine.headless=true com.google.refine.Refine) >"$work/refine.log" 2>&1 &
pids+=($!)
refine=http://127.0.0.1:$port/command/core
for _ in $(seq 120); do curl -sf "$refine/get-version" >"$work/version" && break; sleep 0.5; done
grep -o '"full_name":"[^"]*"' "$work/version" || { cat "$work/refine.log"; exit 1; }
service=$(cat "$work/address")

token() { curl -sf "$refine/get-csrf-token" | sed 's/.*"token":"\([^"]*\)".*/\1/'; }
command() { # NAME FIELD=VALUE...: one command of OpenRefine, then wait until it is done
	local name=$1 fields=() field
	shift
	for field in "$@"; do fields+=(--data-urlencode "$field"); done
	curl -sf "$refine/$name" --data-urlencode "csrf_token=$(token)" -d "project=$project" --data-urlencode 'engine={"facets":[],"mode":"row-based"}' "${fields[@]}"
	echo
	for _ in $(seq 120); do
		[ "$(curl -sf "$refine/get-processes?project=$project")" = '{"processes":[]}' ] && return
		sleep 0.25
	done
	echo "OpenRefine does not come to an end"; exit 1
}
expect() { # TEXT: in the rows of the project
	curl -sf "$refine/get-rows?project=$project&start=0&limit=50" >"$work/rows"
	grep -qF -- "$1" "$work/rows" || { echo "the rows lack $1:"; cat "$work/rows"; exit 1; }
	echo "as it should be: $1"
}

# What OpenRefine's page does when the service is added: the manifest, from another origin.
curl -sf -H "Origin: http://127.0.0.1:$port" -D "$work/head" "$service" >"$work/manifest"
grep -qi "^access-control-allow-origin: http://127.0.0.1:$port" "$work/head"
grep -q '"versions":\["0.1","0.2"\]' "$work/manifest"

grep -q '"view":{"url":"https://bioregistry.io/{{id}}"}' "$work/manifest" # links of cells live on

printf 'gene,note\nFOX-P2,speech\nKRAS,\nPLCγ2,B cells\nasdf qwer zxcv,nothing\n' >"$work/genes.csv"
project=$(curl -sf -D - -o /dev/null -F "project-file=@$work/genes.csv" -F project-name=genes -F 'format=text/line-based/*sv' \
	-F 'options={"encoding":"UTF-8","separator":",","headerLines":1}' "$refine/create-project-from-upload?csrf_token=$(token)" |
	tr -d '\r' | sed -n 's/^[Ll]ocation:.*project=//p')
space='"identifierSpace":"https://bioregistry.io/","schemaSpace":"http://www.w3.org/2004/02/skos/core#Concept"'
command guess-types-of-column columnName=gene "service=$service" | grep -F '"id":"NCBIGene"'
command reconcile columnName=gene "config={\"mode\":\"standard-service\",\"service\":\"$service\",$space,\"type\":{\"id\":\"NCBIGene\",\"name\":\"NCBIGene\"},
	\"autoMatch\":true,\"columnDetails\":[{\"column\":\"note\",\"property\":{\"id\":\"context\",\"name\":\"context\"}}],\"limit\":0}"
expect '"j":"none","c":[{"id":"NCBIGene:93986","name":"FOXP2"' # likely, but the pack promises less than OpenRefine takes
expect '"j":"matched","m":{"id":"NCBIGene:5336","name":"PLCG2"'
expect '"j":"matched","m":{"id":"NCBIGene:3845","name":"KRAS"' # NRAS is no tie: an old name, 86 times less likely
grep -q '"j":"none","c":\[{"id":"NCBIGene:[0-9]*","name":"[^"]*","types":\["NCBIGene"\],"score":[1-6][0-9]\.' "$work/rows" # NIL: no match
command extend-data baseColumnName=gene "endpoint=$service" identifierSpace=https://bioregistry.io/ schemaSpace=x columnInsertIndex=1 \
	'extension={"properties":[{"id":"synonyms","name":"synonyms"},{"id":"name","name":"primary name"}]}'
expect '{"v":"KRAS proto-oncogene, GTPase"},{"v":"KRAS"}'
expect '{"v":"CFC2"}'
echo "OpenRefine accepts the service"
