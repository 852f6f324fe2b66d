#!/usr/bin/env bash
set -euo pipefail
# One CloudEvent about a run, sent over HTTP in the two modes of the standard by its JavaScript SDK, and read by the
# same SDK.
#
# cloudevents 10.0.0 (npm)
#
# A good guess: the mode is packaging. `HTTP.toEvent(HTTP.binary(event))` and `HTTP.toEvent(HTTP.structured(event))`
# both return what went in; a body with `application/json` is JSON.
#
# What happens: data comes back as something else, and as something else by the mode. In the binary one a text is sent
# as it is, without the quotation marks of JSON: "canceled" is no JSON for any other reader, and a text that happens
# to be JSON returns as an object. A type that ends with `+json`, such as that of JSON:API, is written as JSON and
# read as a text. In the structured one false and null are gone when they are read; in the binary one false is a body
# that is no text, and null is the word.
#
# Seen (data, body of the binary mode, read from it, read from the structured one):
#   "canceled" as application/json             canceled, no JSON   "canceled"           "canceled"
#   "{\"run\":1}" as application/json          {"run":1}           {"run":1}            "{\"run\":1}"
#   {"data":null} as application/vnd.api+json  {"data":null}       "{\"data\":null}"    {"data":null}
#   false as application/json                  false, a boolean    false                nothing
#   null as application/json                   null                "null"               nothing

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" cloudevents@10.0.0
cat >send.mjs <<'JS'
import { CloudEvent, HTTP } from 'cloudevents'
const shown = (value) => (value === undefined ? 'nothing' : JSON.stringify(value))
for (const [data, datacontenttype] of [
  [{ run: 1 }, 'application/json'],
  ['canceled', 'application/json'],
  ['{"run":1}', 'application/json'],
  [{ data: null }, 'application/vnd.api+json'],
  [false, 'application/json'],
  [null, 'application/json'],
]) {
  const event = new CloudEvent({ id: '1', source: '/runs', type: 'run', datacontenttype, data })
  const [binary, structured] = [HTTP.binary(event), HTTP.structured(event)]
  const read = [binary, structured].map((message) => shown(HTTP.toEvent(message).data))
  const body = `body ${typeof binary.body} ${binary.body}`
  console.log(`${shown(data)} as ${datacontenttype}: ${body}, read ${read.join(' and ')}`)
}
JS
node send.mjs | tee got.txt
cat >expected.txt <<'TXT'
{"run":1} as application/json: body string {"run":1}, read {"run":1} and {"run":1}
"canceled" as application/json: body string canceled, read "canceled" and "canceled"
"{\"run\":1}" as application/json: body string {"run":1}, read {"run":1} and "{\"run\":1}"
{"data":null} as application/vnd.api+json: body string {"data":null}, read "{\"data\":null}" and {"data":null}
false as application/json: body boolean false, read false and nothing
null as application/json: body string null, read "null" and nothing
TXT
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
