#!/usr/bin/env bash
set -euo pipefail
# The keys of an issuer of tokens for CI: its RSA key, which signs everything still, and a first key of a newer kind
# beside it.
#
# golang-github-coreos-go-oidc-dev 2.1.0-2, golang-gopkg-square-go-jose.v2-dev 2.6.0-2 with their dependencies,
# golang-1.19 1.19.8-2, python3-jwt 2.6.0-1+deb12u1, python3-jwcrypto 1.1.0-1+deb12u1 (Debian 12), jose 6.2.18,
# node-jose 2.2.0 (npm)
#
# A good guess: publishing the next key first is how keys are replaced. RFC 7517 says of keys in a set which a reader
# does not understand that it should ignore them, so tokens by the old key stay good everywhere until the new key
# signs.
#
# What happens: four of five libraries have keys for which they refuse the whole set, the RSA key with it, and no two
# the same ones: node-jose (Ed25519, X25519, ML-DSA), the OpenID Connect of Go (X25519, secp256k1, ML-DSA), PyJWT
# (X25519, a key that is not for signatures at all) and jwcrypto (ML-DSA). Only jose passes over what it does not
# know. A second key that one reader of the tokens takes says nothing of the next reader; an elliptic key on P-256 is
# taken by all.
#
# Seen (what stands beside the RSA key, and whether a token by the RSA key has its key):
#   P-256:     jose yes, node-jose yes, go-oidc yes, PyJWT yes, jwcrypto yes
#   Ed25519:   jose yes, node-jose no,  go-oidc yes, PyJWT yes, jwcrypto yes
#   X25519:    jose yes, node-jose no,  go-oidc no,  PyJWT no,  jwcrypto yes
#   secp256k1: jose yes, node-jose yes, go-oidc no,  PyJWT yes, jwcrypto yes
#   ML-DSA:    jose yes, node-jose no,  go-oidc no,  PyJWT yes, jwcrypto no

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-coreos-go-oidc-dev \
  golang-gopkg-square-go-jose.v2-dev golang-github-pquerna-cachecontrol-dev golang-golang-x-crypto-dev \
  golang-golang-x-net-dev golang-golang-x-oauth2-dev golang-golang-x-text-dev python3-jwt python3-jwcrypto \
  python3-deprecated python3-wrapt python3-cryptography python3-cffi-backend 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" jose@6.2.18 node-jose@2.2.0

cat >sets.mjs <<'JS'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
const pair = await generateKeyPair('RS256')
const rsa = { ...(await exportJWK(pair.publicKey)), kid: 'rsa', use: 'sig', alg: 'RS256' }
const made = (kind, options) => generateKeyPairSync(kind, options).publicKey.export({ format: 'jwk' })
const others = {
  'P-256': { ...made('ec', { namedCurve: 'P-256' }), use: 'sig' },
  Ed25519: { ...made('ed25519'), use: 'sig' },
  X25519: { ...made('x25519'), use: 'enc' },
  secp256k1: { ...made('ec', { namedCurve: 'secp256k1' }), use: 'sig' },
  'ML-DSA': { kty: 'AKP', alg: 'ML-DSA-44', use: 'sig', pub: randomBytes(1312).toString('base64url') },
}
for (const [name, other] of Object.entries(others)) {
  writeFileSync(`${name}.json`, JSON.stringify({ keys: [rsa, { ...other, kid: 'new' }] }))
}
const token = new SignJWT().setProtectedHeader({ alg: 'RS256', kid: 'rsa' }).setIssuer('https://ci.example')
writeFileSync('token', await token.setAudience('registry').setExpirationTime('1h').sign(pair.privateKey))
JS
cat >find.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createLocalJWKSet, jwtVerify } from 'jose'
import nodeJose from 'node-jose'
const [name] = process.argv.slice(2)
const set = JSON.parse(readFileSync(`${name}.json`, 'utf8'))
const token = readFileSync('token', 'utf8')
const yes = async (found) => found().then((is) => (is ? 'yes' : 'no'), () => 'no')
const byJose = await yes(() => jwtVerify(token, createLocalJWKSet(set)))
const byNodeJose = await yes(async () => nodeJose.JWS.createVerify(await nodeJose.JWK.asKeyStore(set)).verify(token))
console.log(`jose ${byJose}, node-jose ${byNodeJose}`)
JS
mkdir find
cat >find/main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	oidc "github.com/coreos/go-oidc"
)

func main() {
	set, _ := os.ReadFile(os.Args[1] + ".json")
	token, _ := os.ReadFile("token")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(set)
	}))
	defer server.Close()
	keys := oidc.NewRemoteKeySet(context.Background(), server.URL)
	if _, err := keys.VerifySignature(context.Background(), string(token)); err != nil {
		fmt.Println("go-oidc no")
		return
	}
	fmt.Println("go-oidc yes")
}
GO
cat >find.py <<'PY'
import json
import sys
import jwt
from jwcrypto.jwk import JWKSet

text = open(sys.argv[1] + '.json').read()


def yes(found):
    try:
        return 'yes' if found() else 'no'
    except Exception:
        return 'no'


by_jwt = yes(lambda: any(key.key_id == 'rsa' for key in jwt.PyJWKSet.from_dict(json.loads(text)).keys))
print(f"PyJWT {by_jwt}, jwcrypto {yes(lambda: JWKSet.from_json(text).get_key('rsa'))}")
PY
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0 PYTHONPATH="$dir/debian/usr/lib/python3/dist-packages"
node sets.mjs
"$GOROOT/bin/go" build -o found ./find
for name in P-256 Ed25519 X25519 secp256k1 ML-DSA; do
  echo "$name: $(node find.mjs "$name"), $(./found "$name"), $(python3 find.py "$name")"
done | tee got.txt
cat >expected.txt <<'TXT'
P-256: jose yes, node-jose yes, go-oidc yes, PyJWT yes, jwcrypto yes
Ed25519: jose yes, node-jose no, go-oidc yes, PyJWT yes, jwcrypto yes
X25519: jose yes, node-jose no, go-oidc no, PyJWT no, jwcrypto yes
secp256k1: jose yes, node-jose yes, go-oidc no, PyJWT yes, jwcrypto yes
ML-DSA: jose yes, node-jose no, go-oidc no, PyJWT yes, jwcrypto no
TXT
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
