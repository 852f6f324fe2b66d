#!/usr/bin/env bash
set -euo pipefail
# An S3 client behind a proxy that answers in the store's place: a page with 200, a short text with 404.
#
# @aws-sdk/client-s3 3.1175.0 (npm)
#
# A good guess: a list that is no XML of S3 cannot be read, and says so; and a 404 is `NotFound` or `NoSuchKey`, an
# S3ServiceException, whatever its body says, since the status alone is enough for HEAD.
#
# What happens: the other way round. The sign-in page of a proxy, and an empty body too, with 200 are a list without
# `Contents` and without `IsTruncated`: an empty bucket, for a program that deletes what the bucket no longer has. A 404 whose
# body is text is a plain `Error` of the XML parser, no S3ServiceException, so that `instanceof` and the name both miss
# it; the same with a page of HTML is `NotFound`. The status stands in `$metadata` each time.
#
# Seen:
#   list, 200, page of HTML   Contents undefined, IsTruncated undefined    list, 200, no body   the same
#   get, 404, page of HTML    NotFound, S3ServiceException, 404            get, 404, text       Error, another, 404

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @aws-sdk/client-s3@3.1175.0

cat >run.mjs <<'JS'
import { createServer } from 'node:http'
import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3'

let answer
const proxy = createServer((request, response) => {
  response.writeHead(answer.status, { 'content-type': answer.type })
  response.end(answer.body)
}).listen(0, '127.0.0.1')
await new Promise((listening) => proxy.once('listening', listening))
const client = new S3Client({
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${proxy.address().port}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
})
async function seen(command, status, type, body) {
  answer = { status, type, body }
  return client.send(command).then(
    ({ Contents, IsTruncated }) => `Contents ${Contents}, IsTruncated ${IsTruncated}`,
    (error) => `${error.name}, ${error instanceof S3ServiceException}, ${error.$metadata?.httpStatusCode}`,
  )
}
const page = '<html><head><title>Sign in</title></head><body><p>Please sign in.</p></body></html>'
const list = new ListObjectsV2Command({ Bucket: 'states' })
const get = new GetObjectCommand({ Bucket: 'states', Key: 'terraform.tfstate' })
console.log('list, page:', await seen(list, 200, 'text/html', page))
console.log('list, none:', await seen(list, 200, 'text/plain', ''))
console.log('get, page:', await seen(get, 404, 'text/html', page))
console.log('get, text:', await seen(get, 404, 'text/plain', '404 page not found'))
client.destroy()
proxy.close()
JS
seen=$(node run.mjs 2>/dev/null)
echo "$seen"
[[ $seen == 'list, page: Contents undefined, IsTruncated undefined
list, none: Contents undefined, IsTruncated undefined
get, page: NotFound, true, 404
get, text: Error, false, 404' ]] || fail 'the client takes such answers for something else.'
