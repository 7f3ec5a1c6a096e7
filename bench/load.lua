-- Script for wrk: requests the paths of a file in turn, each once or repeatedly, and prints the result as one
-- line of JSON. wrk runs for a fixed time; with "once" this prints "answered" after the last answer, and
-- load.ts interrupts wrk.
--   wrk … -s load.lua URL -- FILE once|again

local paths = {}
local once = false
local sent, answered = 0, 0

function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  once = args[2] == "once"
end

function request()
  local path = paths[sent % #paths + 1]
  sent = sent + 1
  return wrk.format("GET", path)
end

function response()
  answered = answered + 1
  if once and answered == #paths then
    wrk.thread:stop()
    io.stderr:write("answered\n")
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"failures":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout
  ))
end
