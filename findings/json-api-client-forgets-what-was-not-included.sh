#!/usr/bin/env bash
set -euo pipefail
# A page of workspaces as JSON:API, read by jsonapi-serializer: relationships, links of a workspace and links of the page.
#
# jsonapi-serializer 3.6.9 (npm)
#
# A good guess: a relationship whose resource was not asked for by `include` is left as its id and type, which the
# next request names; a workspace has its own links, and the page has those of the page.
#
# What happens: a relationship without its included resource is gone as if the document had none, the resource may even
# stand in the same page; `null` and empty ones stay. Every workspace has the links of the page, `next` included, in
# place of its own, whose address is nowhere. Only `valueForRelationship` of each type, a function to write, keeps an id.
#
# Seen (ws-1, whose twin is ws-2 of the same page):
#   organization absent, twin absent, latest-run null, links { "next": "/workspaces?page=2" }
#   with the organization included: it is there; with valueForRelationship: { "id": "acme" }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" jsonapi-serializer@3.6.9
cat >run.cjs <<'JS'
const { Deserializer } = require('jsonapi-serializer')
const to = (type, id) => ({ data: { type, id } })
const organization = to('organizations', 'acme')
const workspace = (id, twin) => ({
  ...{ id, type: 'workspaces', attributes: { name: id }, links: { self: `/workspaces/${id}` } },
  relationships: { organization, twin: to('workspaces', twin), 'latest-run': { data: null } },
})
const page = (included) => ({
  ...{ data: [workspace('ws-1', 'ws-2'), workspace('ws-2', 'ws-1')], links: { next: '/workspaces?page=2' } },
  ...(included && { included }),
})
const acme = { id: 'acme', type: 'organizations', attributes: { name: 'acme' } }
const byHand = { organizations: { valueForRelationship: ({ id }) => ({ id }) } }
async function main() {
  for (const [name, options, included] of [['bare', {}], ['included', {}, [acme]], ['by hand', byHand]]) {
    const [first] = await new Deserializer(options).deserialize(page(included))
    const { id, links, ...others } = first
    const keys = Object.keys(others).sort().join(' ')
    console.log(`${name}: ${id} ${JSON.stringify(links)} ${keys} ${JSON.stringify(first.organization)}`)
  }
}
main()
JS
seen=$(node run.cjs)
echo "$seen"
[[ $seen == 'bare: ws-1 {"next":"/workspaces?page=2"} latest-run name undefined
included: ws-1 {"next":"/workspaces?page=2"} latest-run name organization {"name":"acme","id":"acme"}
by hand: ws-1 {"next":"/workspaces?page=2"} latest-run name organization {"id":"acme"}' ]] ||
  fail 'relationships or links are read otherwise.'
