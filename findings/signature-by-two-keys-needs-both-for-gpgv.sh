#!/usr/bin/env bash
set -euo pipefail
# SHA256SUMS of a provider, signed by the old and the new key at once while a release key is replaced, and checked by those
# who have one of the two.
#
# gnupg 2.2.40 (gpg, gpg-agent, gpgv), sq 0.27.0-2, golang-github-protonmail-go-crypto-dev 0.0~git20230124.0acdc8a-4 with
# its dependencies, golang-1.19 1.19.8-2 (Debian 12), openpgp 6.3.1 (npm)
#
# A good guess: that is what a second signature in the file is for. Who knows one of the keys has a good signature; the
# other one cannot be judged and is no fault.
#
# What happens: three of four see it that way, the CLI's library among them. gpgv, with which mirrors and build scripts check
# before they publish, prints "Good signature" and ends with 2, as for a bad one: an exit status alone does not tell a
# signature by a key that is not there from one that is wrong. A release that every CLI installs fails in such a mirror.
#
# Seen (with the old key, with the new key, with both):
#   gpgv          2 2 0
#   sq verify     0 0 0
#   go-crypto     0 0 0
#   openpgp       0 0 0    (each signature has a verdict of its own)

dir=$(mktemp -d)
trap 'gpgconf --homedir "$dir/home" --kill all 2>/dev/null || true; chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq gpg gpgv gpg-agent gpgconf sq golang-1.19-go golang-1.19-src \
  golang-github-protonmail-go-crypto-dev golang-github-cloudflare-circl-dev golang-golang-x-crypto-dev \
  golang-golang-x-sys-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb
npm install --silent --no-audit --no-fund openpgp@6.3.1 >/dev/null

export GNUPGHOME="$dir/home" PATH="$dir/debian/usr/bin:$PATH"
mkdir -m 700 home
for name in old new; do
  gpg --batch --quiet --agent-program "$dir/debian/usr/bin/gpg-agent" --passphrase '' --quick-gen-key \
    "$name <$name@example.com>" rsa2048 sign never 2>/dev/null
  gpg --export "$name@example.com" >"$name.gpg"
  gpg --armor --export "$name@example.com" >"$name.asc"
done
gpg --export >both.gpg
gpg --armor --export >both.asc
echo 'no digest at all  provider.zip' >SHA256SUMS
gpg --batch -u old@example.com -u new@example.com --detach-sign SHA256SUMS 2>/dev/null

mkdir check
cat >check/main.go <<'GO'
package main

import (
	"log"
	"os"

	"github.com/ProtonMail/go-crypto/openpgp"
)

func open(name string) *os.File {
	file, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	return file
}

func main() {
	keys, err := openpgp.ReadArmoredKeyRing(open(os.Args[1]))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := openpgp.CheckDetachedSignature(keys, open("SHA256SUMS"), open("SHA256SUMS.sig"), nil); err != nil {
		log.Fatal(err)
	}
}
GO
cat >check.mjs <<'JS'
import { readFile } from 'node:fs/promises'
import { createMessage, readKeys, readSignature, verify } from 'openpgp'
const { signatures } = await verify({
  message: await createMessage({ binary: await readFile('SHA256SUMS') }),
  signature: await readSignature({ binarySignature: await readFile('SHA256SUMS.sig') }),
  verificationKeys: await readKeys({ armoredKeys: await readFile(process.argv[2], 'utf8') }),
})
await Promise.any(signatures.map(({ verified }) => verified))
JS
(
  export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
  export GO111MODULE=off CGO_ENABLED=0
  "$GOROOT/bin/go" build -o checker check/main.go
)

by_gpgv() { gpgv --keyring "./$1.gpg" SHA256SUMS.sig SHA256SUMS; }
by_sq() { sq verify --signer-cert "$1.asc" --detached SHA256SUMS.sig SHA256SUMS; }
by_go() { ./checker "$1.asc"; }
by_js() { node check.mjs "$1.asc"; }
for expected in 'gpgv 2 2 0' 'sq 0 0 0' 'go 0 0 0' 'js 0 0 0'; do
  tool=${expected%% *}
  got=$tool
  for keys in old new both; do
    status=0
    "by_$tool" "$keys" >/dev/null 2>&1 || status=$?
    got+=" $status"
  done
  echo "$got"
  [ "$got" = "$expected" ] || {
    echo "CHANGED: expected $expected" >&2
    exit 1
  }
done
