#!/usr/bin/env bash
set -euo pipefail
# JSON:API's `include` described for generated clients: a list whose parts stand between commas, which OpenAPI says as
# `style: form, explode: false`. Three clients read the same description of it and send the same two names.
#
# openapi-fetch 0.17.0, swagger-client 3.39.0, openapi-client-axios 7.9.1 (npm), Node.js 20 or later
#
# A good guess: what the description says is what is sent, `include=versions,organization`; so a parameter is better
# described as the list that it is than as a text.
#
# What happens: one of the three sends that. openapi-fetch reads no description at run time and repeats the name;
# openapi-client-axios leaves the list to its HTTP client, which adds brackets to the name. An API that knows the name
# alone, once, takes neither. Described as a text, all three send the same.
#
# Seen:
#   list, openapi-fetch: include=versions&include=organization
#   list, swagger-client: include=versions,organization
#   list, openapi-client-axios: include%5B%5D=versions&include%5B%5D=organization
#   text, openapi-fetch: include=versions%2Corganization
#   text, swagger-client: include=versions%2Corganization
#   text, openapi-client-axios: include=versions,organization

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  openapi-fetch@0.17.0 swagger-client@3.39.0 openapi-client-axios@7.9.1 axios@1.12.2
cat >run.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import createFetchClient from 'openapi-fetch'
import Axios from 'openapi-client-axios'
import Swagger from 'swagger-client'

let asked = ''
const server = createServer((req, res) => {
  asked = req.url.replace(/^.*\?/, '')
  res.setHeader('content-type', 'application/json').end('{}')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${server.address().port}`
const described = (parameter) => ({
  openapi: '3.0.3',
  info: { title: 'Modules', version: '1.0.0' },
  servers: [{ url: origin }],
  paths: {
    '/modules': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'include', in: 'query', ...parameter }],
        responses: { 200: { description: 'The modules' } },
      },
    },
  },
})
const list = { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } }
const cases = [
  ['list', described(list), ['versions', 'organization']],
  ['text', described({ schema: { type: 'string' } }), 'versions,organization'],
]
for (const [name, definition, include] of cases) {
  await createFetchClient({ baseUrl: origin }).GET('/modules', { params: { query: { include } } })
  console.log(`${name}, openapi-fetch: ${asked}`)
  const swagger = await (Swagger.default ?? Swagger)({ spec: definition })
  await swagger.apis.default.list({ include })
  console.log(`${name}, swagger-client: ${asked}`)
  const client = await new (Axios.default ?? Axios)({ definition }).init()
  await client.list({ include })
  console.log(`${name}, openapi-client-axios: ${asked}`)
}
server.close()
server.closeAllConnections()
JS
node run.mjs | tee seen
diff seen - <<'TXT' || { echo 'CHANGED: a client writes lists otherwise' >&2; exit 1; }
list, openapi-fetch: include=versions&include=organization
list, swagger-client: include=versions,organization
list, openapi-client-axios: include%5B%5D=versions&include%5B%5D=organization
text, openapi-fetch: include=versions%2Corganization
text, swagger-client: include=versions%2Corganization
text, openapi-client-axios: include=versions,organization
TXT
