#!/usr/bin/env bash
set -euo pipefail
# A bucket of s3rver, the S3 server of many tests, asked at its address of IPv6 and of IPv4.
#
# s3rver 3.7.1 (npm)
#
# A good guess: a server that listens at ::1 answers at http://[::1]:PORT/BUCKET/KEY as one at 127.0.0.1 does: an
# endpoint that is an address leaves only paths to name buckets, and s3rver knows that of IPv4.
#
# What happens: it takes the host `[::1]` for the name of a bucket, and what comes first in the path for a part of the
# key. Each request is NoSuchBucket for `[::1]`, and the log of a client says that the bucket it has made is missing.
# Only `vhostBuckets: false`, which turns such names off for every host, makes it answer.
#
# Seen (PUT and GET of /files/index.json):
#   127.0.0.1                    200, 200
#   ::1                          404 NoSuchBucket, 404 NoSuchBucket
#   ::1, vhostBuckets: false     200, 200

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" s3rver@3.7.1
cat >run.cjs <<'JS'
const { mkdtempSync } = require('node:fs')
const S3rver = require('s3rver')
async function statuses(address, options) {
  const directory = mkdtempSync('store-')
  const configureBuckets = [{ name: 'files', configs: [] }]
  const server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets, ...options })
  const { port } = await server.run()
  const host = address.includes(':') ? `[${address}]` : address
  const asked = async (method, body) => {
    const answer = await fetch(`http://${host}:${port}/files/index.json`, { method, body })
    const [, code = ''] = /<Code>(.*)<\/Code>/.exec(await answer.text()) ?? []
    return `${answer.status} ${code}`.trim()
  }
  const seen = [await asked('PUT', '{}'), await asked('GET')]
  await server.close()
  return seen.join(', ')
}
async function main() {
  console.log(`127.0.0.1: ${await statuses('127.0.0.1')}`)
  console.log(`::1: ${await statuses('::1')}`)
  console.log(`::1 without names of hosts: ${await statuses('::1', { vhostBuckets: false })}`)
}
main()
JS
seen=$(node run.cjs)
echo "$seen"
[[ $seen == '127.0.0.1: 200, 200
::1: 404 NoSuchBucket, 404 NoSuchBucket
::1 without names of hosts: 200, 200' ]] || fail 'a host in brackets is read otherwise.'
