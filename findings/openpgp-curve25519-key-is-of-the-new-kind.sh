#!/usr/bin/env bash
set -euo pipefail
# A release key made by OpenPGP.js with the type of the best known name, and who can read it.
#
# openpgp 6.3.2 (npm); gnupg 2.2.40-1.1+deb12u2, gosop 0.0~git20221115.92fc880-1+b6 (Debian 12)
#
# A good guess: `type: 'curve25519'` makes the Ed25519 key that GnuPG has made since 2.1, `ecc` with its default
# curve makes the same one, and both are of version 4, so all that verify releases read either.
#
# What happens: `ecc` makes an EdDSA key of algorithm 22, which all of them read. `curve25519` makes one of algorithm 27,
# the Ed25519 of RFC 9580, also in a key of version 4. OpenPGP.js verifies with it; GnuPG imports nothing of it, and the
# OpenPGP of Go, which clients of registries have, finds no key in it. Nothing of the armour or the version tells the two
# apart: the publisher's own check passes, and the users' fails.
#
# Seen:
#   ecc         version 4  algorithm 22  gpg imported 1  gosop yes  openpgp.js yes
#   curve25519  version 4  algorithm 27  gpg imported 0  gosop no   openpgp.js yes

dir=$(mktemp -d)
trap 'gpgconf --kill all >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" openpgp@6.3.2
apt-get download -qq gosop 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
printf '%064d  provider_1.0.0_linux_amd64.zip\n' 7 >SHA256SUMS

cat >make.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { createMessage, enums, generateKey, readKey, readPrivateKey, sign, verify } from 'openpgp'
const [type] = process.argv.slice(2)
const made = await generateKey({ type, userIDs: [{ name: 'Releases', email: 'releases@example.com' }] })
const message = await createMessage({ binary: readFileSync('SHA256SUMS') })
const signingKeys = await readPrivateKey({ armoredKey: made.privateKey })
const signature = await sign({ message, signingKeys, detached: true, format: 'object' })
writeFileSync(`${type}.asc`, made.publicKey)
writeFileSync(`${type}.sig`, signature.write())
const key = await readKey({ armoredKey: made.publicKey })
const { signatures } = await verify({ message, signature, verificationKeys: key })
const verdict = await signatures[0].verified.then(() => 'yes', () => 'no')
console.log(`version ${key.keyPacket.version} algorithm ${key.keyPacket.algorithm}`, `openpgp.js ${verdict}`)
JS
told() {
  export GNUPGHOME="$dir/gnupg-$1"
  mkdir -m 700 "$GNUPGHOME"
  local made imported=0 by_gosop=no
  made=$(node make.mjs "$1")
  gpg --batch --quiet --import "$1.asc" 2>/dev/null || true
  imported=$(gpg --batch --list-keys --with-colons 2>/dev/null | grep -c '^pub' || true)
  debian/usr/bin/gosop verify "$1.sig" "$1.asc" <SHA256SUMS >/dev/null 2>&1 && by_gosop=yes
  echo "$1: $made, gpg imported $imported, gosop $by_gosop"
}

for expected in \
  'ecc: version 4 algorithm 22 openpgp.js yes, gpg imported 1, gosop yes' \
  'curve25519: version 4 algorithm 27 openpgp.js yes, gpg imported 0, gosop no'; do
  got=$(told "${expected%%:*}")
  echo "$got"
  [ "$got" = "$expected" ] || fail "expected: $expected"
done
