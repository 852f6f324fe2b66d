#!/usr/bin/env bash
set -euo pipefail
# A state file with a hole, packed by `tar --sparse` in the two formats of GNU tar, and unpacked by npm's readers.
#
# tar 7.5.23, tar-stream 3.2.2 (npm); tar 1.34+dfsg-1.2+deb12u1, libarchive-tools 3.6.2-1+deb12u4 (Debian 12)
#
# A good guess: pax is the format made for readers that know less, so that one without support for sparse files fails
# with it, or warns; the older GNU type "S" is the dangerous one.
#
# What happens: of the pax form, npm's tar writes a file that was not packed, named `GNUSparseFile.<process id>/<name>`,
# with the map of the holes in front of its contents; of the GNU form it leaves the file out. Neither throws, nor warns
# by `onwarn`, nor fails with `strict`. tar-stream hands out the same odd name as an ordinary file. GNU tar and bsdtar
# both restore what was packed, and need no option to do so.
#
# Seen (200,000 bytes, 13 of them no hole):
#   pax   bsdtar terraform.tfstate 200000   npm tar GNUSparseFile.<pid>/terraform.tfstate 4608, no warning
#         tar-stream: the same name, type file
#   gnu   bsdtar terraform.tfstate 200000   npm tar nothing, no warning      tar-stream: terraform.tfstate, type null

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" tar@7.5.23 tar-stream@3.2.2
apt-get download -qq libarchive-tools 2>/dev/null
ldconfig -p | grep -q 'libarchive\.so\.13' || apt-get download -qq libarchive13 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done

cat >unpack.mjs <<'JS'
import { createReadStream } from 'node:fs'
import { x } from 'tar'
import { extract } from 'tar-stream'
const [file, cwd] = process.argv.slice(2)
let warnings = 0
await x({ file, cwd, strict: true, onwarn: () => (warnings += 1) })
const streamed = []
const entries = extract()
createReadStream(file).pipe(entries)
for await (const entry of entries) {
  streamed.push(`${entry.header.name} ${entry.header.type}`)
  entry.resume()
}
console.log(`warnings ${warnings}, streamed ${streamed.join(' ')}`)
JS
listing() { (cd "$1" && find . -type f -printf '%P %s\n'); }

mkdir packed
declare -A seen
printf '{"version":4}' >packed/terraform.tfstate
truncate --size 200000 packed/terraform.tfstate
for format in posix gnu; do
  tar --create --sparse --format="$format" --file "$format.tar" --directory packed terraform.tfstate
  mkdir "$format-bsdtar" "$format-npm"
  LD_LIBRARY_PATH=$(echo debian/usr/lib/*-linux-gnu) debian/usr/bin/bsdtar -xf "$format.tar" -C "$format-bsdtar"
  cmp -s packed/terraform.tfstate "$format-bsdtar/terraform.tfstate" || fail "bsdtar does not restore the $format form."
  told=$(node unpack.mjs "$format.tar" "$format-npm")
  seen[$format]="npm tar wrote: $(listing "$format-npm"), $told"
  echo "$format: ${seen[$format]}"
done
shape='^npm tar wrote: GNUSparseFile\.[0-9]+/terraform\.tfstate 4608, warnings 0, streamed (\./)?GNUSparseFile\.[0-9]+/terraform\.tfstate file$'
[[ ${seen[posix]} =~ $shape ]] || fail 'the pax form is read otherwise.'
[[ ${seen[gnu]} == 'npm tar wrote: , warnings 0, streamed terraform.tfstate null' ]] || fail 'the GNU form is read otherwise.'
