#!/usr/bin/env bash
set -euo pipefail
# A workspace without a run as JSON:API, read by kitsu-core, and the question for workspaces that it writes.
#
# kitsu-core 11.1.0 (npm)
#
# A good guess: a relationship whose data is null is null, so that `if (workspace.run)` tells whether there is one; a
# filter that is undefined or null is left out of the question, and a date is written as one.
#
# What happens: the relationship is an object without anything in it, which is true. Undefined and null become the words
# of these names, which a server looks for: no workspace is called `undefined`, and the list is empty without an error.
# A date disappears, and two ampersands stand where it was; a list asks for the same parameter again and again, of which
# a server reads one, or refuses it.
#
# Seen:
#   run {} (true), outputs { "data": [] }
#   filter[search]=undefined&filter[owner]=null&&include=organization&include=outputs

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" kitsu-core@11.1.0
cat >run.mjs <<'JS'
import { deserialise, query } from 'kitsu-core'
const relationships = { run: { data: null }, outputs: { data: [] } }
const { data } = await deserialise({ data: { id: 'ws-1', type: 'workspaces', relationships } })
console.log(`run ${JSON.stringify(data.run)} (${Boolean(data.run)}), outputs ${JSON.stringify(data.outputs)}`)
const filter = { search: undefined, owner: null, since: new Date('2026-01-01') }
console.log(decodeURIComponent(query({ filter, include: ['organization', 'outputs'] })))
JS
seen=$(node run.mjs)
echo "$seen"
[[ $seen == 'run {} (true), outputs {"data":[]}
filter[search]=undefined&filter[owner]=null&&include=organization&include=outputs' ]] ||
  fail 'relationships or filters are read or written otherwise.'
