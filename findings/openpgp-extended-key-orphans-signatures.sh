#!/usr/bin/env bash
set -euo pipefail
# Two ways to read "valid when it was made": a key whose expiry was moved, and what it had signed before.
#
# openpgp 6.3.2 (npm); gnupg 2.2.40-1.1+deb12u2, sqop 0.27.3-1+b1, gosop 0.0~git20221115.92fc880-1+b6 (Debian 12)
#
# A good guess: a maintainer who moves the expiry of a release key to a later year and hands out the new export changes nothing
# for what is signed already; a key that lives longer accepts at least what it accepted before.
#
# What happens: GnuPG replaces the self-signature when the expiry is edited, so that the export holds one that is newer
# than the old releases. OpenPGP.js and Sequoia ask whether the key was bound when the signature was made, find nothing
# that early, and refuse the old signature, which they took with the older export, expired as that key was. GnuPG and
# the OpenPGP of Go accept it with both. So prolonging the key strands the old releases, and leaving it to expire does
# not.
#
# Seen:
#   key as first published    gpgv yes  gosop yes  sqop yes  openpgp.js yes
#   key after the extension   gpgv yes  gosop yes  sqop no   openpgp.js Could not find valid self-signature in key ...:
#                                                            Signature creation time is in the future

dir=$(mktemp -d)
export GNUPGHOME="$dir/gnupg"
trap 'gpgconf --kill all >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
mkdir -m 700 gnupg
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" openpgp@6.3.2
apt-get download -qq sqop gosop 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done

cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createMessage, readKey, readSignature, verify } from 'openpgp'
const [key, signature, file] = process.argv.slice(2)
const { signatures } = await verify({
  message: await createMessage({ binary: readFileSync(file) }),
  signature: await readSignature({ binarySignature: readFileSync(signature) }),
  verificationKeys: await readKey({ armoredKey: readFileSync(key, 'utf8') }),
})
console.log(await signatures[0].verified.then(() => 'yes', (error) => error.message))
JS
sign() { gpg --batch --quiet --pinentry-mode loopback --passphrase '' --yes "$@" 2>/dev/null; }
verdicts() {
  gpg --dearmor <"$1" >ring.gpg
  local by_gpgv=no by_gosop=no by_sqop=no
  gpgv --keyring ./ring.gpg old.sig SHA256SUMS 2>/dev/null && by_gpgv=yes
  debian/usr/bin/gosop verify old.sig "$1" <SHA256SUMS >/dev/null 2>&1 && by_gosop=yes
  debian/usr/bin/sqop verify old.sig "$1" <SHA256SUMS >/dev/null 2>&1 && by_sqop=yes
  echo "gpgv $by_gpgv, gosop $by_gosop, sqop $by_sqop, openpgp.js $(node check.mjs "$1" old.sig SHA256SUMS)"
}

printf '%064d  provider_1.0.0_linux_amd64.zip\n' 7 >SHA256SUMS
sign --faked-system-time 20240101T000000! --quick-gen-key 'Releases <releases@example.com>' ed25519 sign 2y
key=$(gpg --list-keys --with-colons 2>/dev/null | awk -F: '/^fpr/ { print $10; exit }')
sign --armor --export "$key" >first.asc
sign --faked-system-time 20240601T000000! --detach-sign --output old.sig SHA256SUMS
sign --faked-system-time 20250601T000000! --quick-set-expire "$key" 20y
sign --armor --export "$key" >extended.asc

first=$(verdicts first.asc)
extended=$(verdicts extended.asc)
printf 'first:    %s\nextended: %s\n' "$first" "$extended"
[[ $first == 'gpgv yes, gosop yes, sqop yes, openpgp.js yes' ]] || fail 'the key as first published is judged otherwise.'
[[ $extended == 'gpgv yes, gosop yes, sqop no, openpgp.js '*'creation time is in the future' ]] ||
  fail 'the extended key is judged otherwise.'
