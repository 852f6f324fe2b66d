#!/usr/bin/env bash
set -euo pipefail
# The `Date` of a good answer that is wrong (a node of the store whose clock stands, a cache that keeps the header and
# says no `Age`), and what the S3 client signs next.
#
# @aws-sdk/client-s3 3.1169.0, @aws-sdk/s3-request-presigner 3.1169.0 (npm)
#
# A good guess: requests are signed by the clock of the machine; the client corrects itself when the store refuses one
# for its time, and a good answer changes nothing.
#
# What happens: the client reads the `Date` of every answer, good ones too. One that is four minutes off or more moves
# its clock for all that it signs from then on, without a failure and without a word: a good GET makes the next request
# carry a time two hours old, which a store refuses from a quarter of an hour on. The next answer with the right Date
# moves it back. An `Age` next to the Date, of any value, keeps the clock where it is. Links of the presigner stay with
# the machine's clock: the two disagree inside of one process.
#
# Seen (minutes that a signature is behind the machine's clock):
#   before 0; the answer with the old Date 0; the request after it 120, a link made then 0; after a right answer 0
#   the same with `Age: 7200` 0

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @aws-sdk/client-s3@3.1169.0 @aws-sdk/s3-request-presigner@3.1169.0

cat >run.mjs <<'JS'
import { createServer } from 'node:http'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

let signed
let old = 0
let extra = {}
const store = createServer((request, response) => {
  signed = request.headers['x-amz-date']
  response.sendDate = false
  response.setHeader('Date', new Date(Date.now() - old * 60_000).toUTCString())
  for (const [name, value] of Object.entries(extra)) response.setHeader(name, value)
  response.end('contents')
}).listen(0, '127.0.0.1')
await new Promise((listening) => store.once('listening', listening))
const client = new S3Client({
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${store.address().port}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
})
const wanted = new GetObjectCommand({ Bucket: 'modules', Key: 'vpc.tar.gz' })
const minutesBehind = (time) => {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5')
  return Math.round((Date.now() - Date.parse(iso)) / 60_000)
}
async function get(minutes, headers = {}) {
  old = minutes
  extra = headers
  const { Body } = await client.send(wanted)
  await Body.transformToString()
  return minutesBehind(signed)
}
const before = await get(0)
const wrong = await get(120)
const link = await getSignedUrl(client, wanted, { expiresIn: 900 })
const linked = minutesBehind(new URL(link).searchParams.get('X-Amz-Date'))
const next = await get(0)
const healed = await get(120, { Age: '7200' })
const aged = await get(0)
console.log(`before ${before}, wrong ${wrong}, next ${next}, link ${linked}, healed ${healed}, after one with Age ${aged}`)
client.destroy()
store.close()
JS
seen=$(node run.mjs 2>/dev/null)
echo "$seen"
[[ $seen == 'before 0, wrong 0, next 120, link 0, healed 0, after one with Age 0' ]] ||
  fail 'the client takes its time from somewhere else.'
