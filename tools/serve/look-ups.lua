-- What wrk sends: look-ups of different names, by GET /lookup and POST /ground in
-- turn, after a pause of PAUSE milliseconds on each connection.
local stems = { "FOX-P", "PLCγ", "ZNF-", "zinc finger protein ", "interleukin ", "MAP kinase ", "p", "cyclin-dependent kinase ", "TNF alpha ", "unheard-of thing " }
local pause = tonumber(os.getenv("PAUSE") or "0")
local count = 0

function delay() return pause end

function request()
  count = count + 1
  local name = stems[count % #stems + 1] .. (count * 7919 % 997)
  if count % 2 == 0 then
    return wrk.format("GET", "/lookup?k=3&q=" .. name:gsub("[^%w%-]", function(c) return string.format("%%%02X", c:byte()) end))
  end
  return wrk.format("POST", "/ground", { ["Content-Type"] = "application/json" }, '{"text":"' .. name .. '"}')
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format("figures %d %.0f %.0f %d %d\n", summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status, e.timeout))
end
