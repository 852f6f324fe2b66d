#!/usr/bin/env bash
set -euo pipefail
# Two public keys in one file of ASCII armour, as `cat old.asc new.asc > keys.asc` leaves them when a release key is
# replaced, and who finds both.
#
# openpgp 6.3.2 (npm); gnupg 2.2.40-1.1+deb12u2 (Debian 12)
#
# A good guess: `readKeys({ armoredKeys })` has its plural for such files, so it returns every key that GnuPG imports from
# the file, or refuses what it cannot read.
#
# What happens: it returns the key of the first block and says nothing of the second. A release signed by the second key
# has no valid signature for it, while `gpg --verify` accepts it. The same keys in one block (`gpg --export --armor` of
# both), or one after the other without armour, are all found.
#
# Seen:
#   two-blocks.asc  openpgp.js 1 key of 2, signature of the second: no   gpg yes
#   one-block.asc   openpgp.js 2 keys of 2, signature of the second: yes  gpg yes
#   binary.gpg      openpgp.js 2 keys of 2, signature of the second: yes

dir=$(mktemp -d)
trap 'gpgconf --kill all >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" openpgp@6.3.2
printf '%064d  provider_1.0.0_linux_amd64.zip\n' 7 >SHA256SUMS

export GNUPGHOME="$dir/gnupg"
mkdir -m 700 "$GNUPGHOME"
for name in old new; do
  gpg --batch --quiet --passphrase '' --quick-generate-key "$name@example.com" rsa2048 sign never 2>/dev/null
  gpg --batch --armor --export "$name@example.com" >"$name.asc"
  gpg --batch --export "$name@example.com" >>binary.gpg
done
cat old.asc new.asc >two-blocks.asc
gpg --batch --armor --export old@example.com new@example.com >one-block.asc
gpg --batch --quiet --local-user new@example.com --output SHA256SUMS.sig --detach-sign SHA256SUMS

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createMessage, readKeys, readSignature, verify } from 'openpgp'
const [file] = process.argv.slice(2)
const bytes = new Uint8Array(readFileSync(file))
const verificationKeys = file.endsWith('.asc')
  ? await readKeys({ armoredKeys: readFileSync(file, 'utf8') })
  : await readKeys({ binaryKeys: bytes })
const message = await createMessage({ binary: new Uint8Array(readFileSync('SHA256SUMS')) })
const signature = await readSignature({ binarySignature: new Uint8Array(readFileSync('SHA256SUMS.sig')) })
const { signatures } = await verify({ message, signature, verificationKeys })
const verdict = await signatures[0].verified.then(() => 'yes', () => 'no')
console.log(`openpgp.js ${verificationKeys.length} ${verdict}`)
JS
told() {
  local by_gpg=no
  mkdir -m 700 "$dir/reader-$1"
  gpg --homedir "$dir/reader-$1" --batch --quiet --import "$1" 2>/dev/null
  gpg --homedir "$dir/reader-$1" --batch --quiet --trust-model always --verify SHA256SUMS.sig SHA256SUMS 2>/dev/null && by_gpg=yes
  echo "$1: $(node read.mjs "$1"), gpg $by_gpg"
}

for expected in \
  'two-blocks.asc: openpgp.js 1 no, gpg yes' \
  'one-block.asc: openpgp.js 2 yes, gpg yes'; do
  got=$(told "${expected%%:*}")
  echo "$got"
  [ "$got" = "$expected" ] || fail "expected: $expected"
done
got=$(node read.mjs binary.gpg)
echo "binary: $got"
[ "$got" = 'openpgp.js 2 yes' ] || fail 'expected both keys of the binary file'
