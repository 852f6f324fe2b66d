#!/usr/bin/env bash
set -euo pipefail
# Outputs of a state as JSON:API, where the value of one is a map, read by client libraries that rename attributes.
#
# json-api-normalizer 1.0.4, jsonapi-serializer 3.6.9 (npm)
#
# A good guess: the libraries turn the names of attributes, such as `detailed-type`, into the words of the language, and
# pass the value of an attribute on as it came. Without an option that names another spelling, nothing is renamed.
#
# What happens: both rename the keys inside of every value, at any depth. A map of subnets by availability zone loses its
# zones, and json-api-normalizer makes a number of a network: '10.0.0.0/16' is '1000016'. jsonapi-serializer renames
# without any option too: 'EU_WEST_1A' is 'eu-west-1-a'. Keys that become equal leave one entry, and no error says so.
#
# Seen (value { "eu-west-1a": 1, "EU_WEST_1A": 2, "10.0.0.0/16": 3, "web.blue": 4 }):
#   json-api-normalizer             { "1000016": 3, "euWest1A": 2, "webBlue": 4 }
#   jsonapi-serializer              { "eu-west-1a": 1, "eu-west-1-a": 2, "10.0.0.0/16": 3, "web.blue": 4 }
#   jsonapi-serializer, camelCase   { "euWest1a": 1, "euWest1A": 2, "10.0.0.0/16": 3, "web.blue": 4 }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  json-api-normalizer@1.0.4 jsonapi-serializer@3.6.9
cat >run.cjs <<'JS'
const normalize = require('json-api-normalizer').default
const { Deserializer } = require('jsonapi-serializer')
const value = { 'eu-west-1a': 1, EU_WEST_1A: 2, '10.0.0.0/16': 3, 'web.blue': 4 }
const output = { id: 'wsout-1', type: 'outputs', attributes: { name: 'subnets', value } }
const asked = () => structuredClone({ data: [output] })
const tell = (name, found) => console.log(`${name} ${JSON.stringify(found)}`)
async function main() {
  tell('normalizer', normalize(asked()).outputs['wsout-1'].attributes.value)
  for (const options of [{}, { keyForAttribute: 'camelCase' }]) {
    const [found] = await new Deserializer(options).deserialize(asked())
    tell(`serializer ${options.keyForAttribute ?? 'without options'}`, found.value)
  }
}
main()
JS
seen=$(node run.cjs)
echo "$seen"
[[ $seen == 'normalizer {"1000016":3,"euWest1A":2,"webBlue":4}
serializer without options {"eu-west-1a":1,"eu-west-1-a":2,"10.0.0.0/16":3,"web.blue":4}
serializer camelCase {"euWest1a":1,"euWest1A":2,"10.0.0.0/16":3,"web.blue":4}' ]] ||
  fail 'the keys of a value are renamed otherwise.'
