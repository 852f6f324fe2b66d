#!/usr/bin/env bash
set -euo pipefail
# Caddy's limit for a request's body, in front of a registry: an upload that is too large.
#
# caddy 2.6.2-5, curl 7.88.1-10+deb12u14 (Debian 12)
#
# A good guess: `request_body { max_size 1MB }` answers 413, and most easily when the Content-Length says beforehand
# that the body is too large: that needs no byte of it.
#
# What happens: it is the other way round. With a Content-Length, which the proxied request repeats, the limit shows as
# a broken connection to the upstream, and the client gets 502; only a body without a length (chunked) gets 413. A
# client that tries again after 5xx, as those of the engines and of S3 do, sends the same too large body again and
# again; the operator looks for a fault of the upstream, whose log has a request that broke off.
#
# Seen (4 MB to an upstream that takes all):
#   with a Content-Length 502      chunked 413      512 KB 200 both ways

dir=$(mktemp -d)
upstream='' caddy=''
trap 'kill $upstream $caddy 2>/dev/null || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
apt-get download -qq caddy 2>/dev/null
dpkg-deb -x ./caddy_*.deb debian

cat >upstream.mjs <<'JS'
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
const free = createServer().listen(0, '127.0.0.1', () => {
  const { port } = free.address()
  const server = createServer((request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => response.end('taken'))
  }).listen(0, '127.0.0.1', () => {
    free.close(() => writeFileSync('ports', `${port} ${server.address().port}\n`))
  })
})
JS
node upstream.mjs &
upstream=$!
until [[ -s ports ]]; do sleep 0.1; done
read -r front back <ports
cat >Caddyfile <<CADDY
{
	admin off
	auto_https off
}
http://127.0.0.1:$front {
	request_body {
		max_size 1MB
	}
	reverse_proxy 127.0.0.1:$back
}
CADDY
HOME="$dir" debian/usr/bin/caddy run --config Caddyfile --adapter caddyfile 2>caddy.log &
caddy=$!
for _ in $(seq 100); do
  curl --silent --output /dev/null "http://127.0.0.1:$front/" && break
  sleep 0.1
done

head -c 4000000 /dev/zero >large
head -c 512000 /dev/zero >small
send() {
  local length=()
  [[ $2 == chunked ]] && length=(--header 'Transfer-Encoding: chunked')
  curl --silent --output /dev/null --max-time 20 --write-out '%{http_code}' --header Expect: "${length[@]}" \
    --upload-file "$1" "http://127.0.0.1:$front/upload" || true
}
# The proxy may close while curl still sends, so that curl does not get to read the answer: ask until it does.
answer() {
  local code=000
  for _ in $(seq 20); do
    code=$(send "$@")
    [[ $code != 000 ]] && break
  done
  echo "$code"
}
seen="large $(answer large length), large chunked $(answer large chunked), small $(answer small length), small chunked $(answer small chunked)"
echo "$seen"
[[ $seen == 'large 502, large chunked 413, small 200, small chunked 200' ]] || fail 'the limit answers something else.'
