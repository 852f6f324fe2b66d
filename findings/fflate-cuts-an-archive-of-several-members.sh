#!/usr/bin/env bash
set -euo pipefail
# A module's archive whose gzip has several members, one after the other, as the format allows and as some writers
# make it on purpose (one member for each block or each file, and an empty one as the end).
#
# fflate 0.8.3, pako 3.0.3 (npm), Node.js 20; gzip 1.12 and tar 1.34 (Debian 12)
#
# A good guess: what the members hold is put together, as gzip itself does; or a reader without them reads the first
# member and says that something follows. The forms of one library's `gunzip` agree.
#
# What happens: three of four ways of fflate return the first member, cut to the length of the last one, and no error.
# With an empty last member that is nothing at all: no bytes, from an archive that tar reads. Where the last member is
# longer than the first, the first one comes back whole and alone. Only its class for streams reads all. pako,
# node:zlib and `DecompressionStream` read all members too.
#
# Seen (bytes read, of a tar of 10,240 bytes in one gzip, and in two):
#   tar and an empty member   gunzipSync 0      gunzip 0      decompressSync 0      Gunzip 10240   pako, node:zlib 10240
#   7,168 and 3,072 bytes     gunzipSync 3072   gunzip 3072   decompressSync 3072   Gunzip 10240   pako, node:zlib 10240
#   2,048 and 8,192 bytes     gunzipSync 2048   gunzip 2048   decompressSync 2048   Gunzip 10240   pako, node:zlib 10240

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" fflate@0.8.3 pako@3.0.3
printf 'variable "name" {}\n' >main.tf
tar --create --file whole.tar main.tf
gzip --stdout whole.tar >one.gz
{
  gzip --stdout whole.tar
  gzip --stdout </dev/null
} >empty-end.gz
{
  head --bytes 7168 whole.tar | gzip
  tail --bytes 3072 whole.tar | gzip
} >large-small.gz
{
  head --bytes 2048 whole.tar | gzip
  tail --bytes 8192 whole.tar | gzip
} >small-large.gz
for archive in ./*.gz; do
  [[ $(tar --list --gzip --file "$archive") == main.tf ]] || {
    echo "CHANGED: tar does not read $archive" >&2
    exit 1
  }
done

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as fflate from 'fflate'
import { ungzip } from 'pako'
const ways = {
  gunzipSync: (bytes) => fflate.gunzipSync(bytes).length,
  gunzip: (bytes) =>
    new Promise((resolve, reject) => {
      fflate.gunzip(bytes, (error, read) => (error ? reject(error) : resolve(read.length)))
    }),
  decompressSync: (bytes) => fflate.decompressSync(bytes).length,
  Gunzip: (bytes) => {
    let length = 0
    new fflate.Gunzip((piece) => (length += piece.length)).push(bytes, true)
    return length
  },
  pako: (bytes) => ungzip(bytes).length,
  'node:zlib': (bytes) => gunzipSync(bytes).length,
  DecompressionStream: async (bytes) => {
    const read = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return (await new Response(read).arrayBuffer()).byteLength
  },
}
for (const name of ['one', 'empty-end', 'large-small', 'small-large']) {
  for (const [by, way] of Object.entries(ways)) console.log(name, by, await way(readFileSync(`${name}.gz`)))
}
JS
cat >expected.txt <<'TXT'
one gunzipSync 10240
one gunzip 10240
one decompressSync 10240
one Gunzip 10240
one pako 10240
one node:zlib 10240
one DecompressionStream 10240
empty-end gunzipSync 0
empty-end gunzip 0
empty-end decompressSync 0
empty-end Gunzip 10240
empty-end pako 10240
empty-end node:zlib 10240
empty-end DecompressionStream 10240
large-small gunzipSync 3072
large-small gunzip 3072
large-small decompressSync 3072
large-small Gunzip 10240
large-small pako 10240
large-small node:zlib 10240
large-small DecompressionStream 10240
small-large gunzipSync 2048
small-large gunzip 2048
small-large decompressSync 2048
small-large Gunzip 10240
small-large pako 10240
small-large node:zlib 10240
small-large DecompressionStream 10240
TXT
node read.mjs | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
