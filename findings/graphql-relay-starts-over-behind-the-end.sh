#!/usr/bin/env bash
set -euo pipefail
# A list read page by page through the reference library for connections of GraphQL, and items that go away between
# two pages.
#
# graphql-relay 0.11.0, graphql 16.12.0 (npm)
#
# A good guess: `after` names a place, and what follows a place behind the end is nothing: the page is empty,
# `hasNextPage` is false, and the client is done. At worst it misses the items that moved up. A cursor that the
# library cannot read is an error.
#
# What happens: only the cursor of the last item ends the list. One that lies farther behind is ignored, like one that
# cannot be read: the answer is the first page again, with `hasNextPage: true`, and nothing tells it from the page
# that was asked for, since `hasPreviousPage` is false with `first` on every page. A client that collects pages has
# the first items twice, and ends as if nothing had happened.
#
# Seen (six items in pages of two, of which three are gone after the second page):
#   1 2   3 4   1 2 (hasNextPage true)   3 (hasNextPage false)
#   of three items after the third: none      after the tenth: 1 2      after `page two`: 1 2

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" graphql-relay@0.11.0 graphql@16.12.0
cat >pages.mjs <<'JS'
import { connectionFromArray, offsetToCursor } from 'graphql-relay'
let items = [1, 2, 3, 4, 5, 6]
let after
for (let page = 1; page <= 6; page++) {
  const { edges, pageInfo } = connectionFromArray(items, { first: 2, after })
  const { hasNextPage, hasPreviousPage, endCursor } = pageInfo
  console.log(`${edges.map(({ node }) => node).join(' ')}: next ${hasNextPage}, previous ${hasPreviousPage}`)
  if (!hasNextPage) break
  after = endCursor
  if (page === 2) items = items.slice(0, 3)
}
const nodes = (given) => connectionFromArray([1, 2, 3], given).edges.map(({ node }) => node).join(' ')
console.log(`after the third: ${nodes({ first: 2, after: offsetToCursor(2) }) || 'none'}`)
console.log(`after the tenth: ${nodes({ first: 2, after: offsetToCursor(9) })}`)
console.log(`unreadable: ${nodes({ first: 2, after: 'page two' })}`)
JS
node pages.mjs | tee got.txt
cat >expected.txt <<'TXT'
1 2: next true, previous false
3 4: next true, previous false
1 2: next true, previous false
3: next false, previous false
after the third: none
after the tenth: 1 2
unreadable: 1 2
TXT
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
