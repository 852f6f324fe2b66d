#!/usr/bin/env bash
set -euo pipefail
# The metrics of several workers told together, each with a label that names its worker.
#
# prom-client 15.1.3 (npm)
#
# A good guess: the values of each worker have another label, so that no two values meet, nothing has to be added up, and
# the answer holds whatever each worker would have answered alone.
#
# What happens: the way in which values are brought together belongs to the metric, not to values that meet. For one of the
# default metrics it is "omit": process_start_time_seconds is left out altogether, name and help too, however its values
# are labelled. An alert that looks for restarts by it stays silent once there are workers. Given any other way, such as
# "first", all values come through.
#
# Seen:
#   one worker alone: process_start_time_seconds 1
#   two workers, each with its label: process_start_time_seconds 0, process_resident_memory_bytes 2
#   the same with "first" in place of "omit": process_start_time_seconds 2

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" prom-client@15.1.3
cat >run.cjs <<'JS'
const { AggregatorRegistry, collectDefaultMetrics, Registry } = require('prom-client')
const registryOf = (worker) => {
  const register = new Registry()
  register.setDefaultLabels({ worker })
  collectDefaultMetrics({ register })
  return register
}
const count = (text, name) => `${name} ${text.split('\n').filter((line) => line.startsWith(`${name}{`)).length}`
const [start, memory] = ['process_start_time_seconds', 'process_resident_memory_bytes']
async function main() {
  const registries = ['1', '2'].map(registryOf)
  console.log(`one worker alone: ${count(await registries[0].metrics(), start)}`)
  const told = await Promise.all(registries.map((register) => register.getMetricsAsJSON()))
  const together = await AggregatorRegistry.aggregate(told).metrics()
  console.log(`two workers, each with its label: ${count(together, start)}, ${count(together, memory)}`)
  for (const metric of told.flat()) if (metric.aggregator === 'omit') metric.aggregator = 'first'
  console.log(`the same with "first" in place of "omit": ${count(await AggregatorRegistry.aggregate(told).metrics(), start)}`)
}
main().then(() => process.exit(0))
JS
node run.cjs | tee seen
grep -qx 'one worker alone: process_start_time_seconds 1' seen || fail 'one worker tells it otherwise'
grep -qx 'two workers, each with its label: process_start_time_seconds 0, process_resident_memory_bytes 2' seen ||
  fail 'start times of several workers are told'
grep -qx 'the same with "first" in place of "omit": process_start_time_seconds 2' seen || fail 'another way is of no use'
