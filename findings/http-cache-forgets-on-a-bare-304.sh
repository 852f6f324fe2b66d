#!/usr/bin/env bash
set -euo pipefail
# A cache by http-cache-semantics in front of a plain mirror: what a 304 that repeats nothing does to the entry.
#
# http-cache-semantics 4.3.0 (npm); python3 3.11 (Debian 12: 3.11.2-1+b1), whose http.server serves the mirror
#
# A good guess: a 304 to our own If-Modified-Since means that what we have is good: `revalidatedPolicy` says
# `modified: false`, and its policy is the old one, renewed. Such a 304 need not repeat Last-Modified.
#
# What happens: `modified` is false as hoped, and the policy with it is made of the headers of the 304 alone. Last-
# Modified, Content-Type and Cache-Control are gone: the entry has no life left and knows nothing to ask with, so that
# the request after it is not conditional and fetches the whole file. Only `matches: false`, which one reads as the same
# thing as `modified`, says so. Where the first answer named no validator at all, the very same 304 does renew it.
#
# Seen (index.json of 2024, asked for again):
#   modified false, matches false, life 0 s (before: 10% of its age), next request without if-modified-since
#   with Last-Modified put into the 304: modified false, matches true, life as before, next request with it

dir=$(mktemp -d)
mirror=''
trap 'kill $mirror 2>/dev/null || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" http-cache-semantics@4.3.0
mkdir mirror
echo '{"versions":{"1.0.0":{}}}' >mirror/index.json
touch --date '2024-01-01T00:00:00Z' mirror/index.json
python3 -u -m http.server 0 --bind 127.0.0.1 --directory mirror >served 2>/dev/null &
mirror=$!
until grep -qs ' port ' served; do sleep 0.1; done

cat >run.mjs <<'JS'
import CachePolicy from 'http-cache-semantics'
const url = `http://127.0.0.1:${process.argv[2]}/index.json`
const request = { url: '/index.json', method: 'GET', headers: {} }
const asked = async (headers) => {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  return { status: answer.status, headers: Object.fromEntries(answer.headers) }
}
const policy = new CachePolicy(request, await asked({}))
const conditional = { ...request, headers: policy.revalidationHeaders(request) }
const bare = await asked(conditional.headers)
const repeated = { ...bare, headers: { ...bare.headers, 'last-modified': conditional.headers['if-modified-since'] } }
const life = (one) => (one.timeToLive() > 86_400_000 ? 'days' : one.timeToLive())
console.log(`first: life ${life(policy)}`)
for (const [name, answer] of Object.entries({ bare, repeated })) {
  const renewed = policy.revalidatedPolicy(conditional, answer)
  const next = 'if-modified-since' in renewed.policy.revalidationHeaders(request)
  console.log(
    `${name} ${answer.status}: modified ${renewed.modified}, matches ${renewed.matches},`,
    `life ${life(renewed.policy)}, next conditional ${next}`,
  )
}
JS
seen=$(node run.mjs "$(sed -n 's/.* port \([0-9]*\) .*/\1/p' served)")
echo "$seen"
[[ $seen == 'first: life days
bare 304: modified false, matches false, life 0, next conditional false
repeated 304: modified false, matches true, life days, next conditional true' ]] || fail 'the policy is renewed otherwise.'
