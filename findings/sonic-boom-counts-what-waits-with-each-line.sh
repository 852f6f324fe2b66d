#!/usr/bin/env bash
set -euo pipefail
# A log whose lines wait to be written together, as pino's do with `sync: false` or a `minLength`.
#
# sonic-boom 4.2.1 (npm), the writer beneath pino
#
# A good guess: to add a line to those that wait costs as much as the line is long, so that more lines in one write make each
# of them cheaper. The writer keeps the number of bytes that wait.
#
# What happens: with each line it counts the bytes of the whole text that waits, to see whether the line still fits into
# the same write. Adding to that text leaves it in parts, and counting joins them, so all of it is copied each time too. The
# larger the writes, the dearer is each line: of 16 KiB, the default, four times as dear as of 4 KiB. Lines that are joined
# before, one call for each write, are counted twice.
#
# Seen (bytes counted for each byte that is logged, 2000 lines of 200 bytes):
#   writes of 4 KiB, line by line: 11.5
#   writes of 16 KiB, line by line: 41.6
#   writes of 16 KiB, joined before: 2.0

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" sonic-boom@4.2.1
cat >run.cjs <<'JS'
const fs = require('node:fs')
const { SonicBoom } = require('sonic-boom')
let counted = 0
const { byteLength } = Buffer
Buffer.byteLength = (text, ...rest) => {
  const bytes = byteLength(text, ...rest)
  counted += bytes
  return bytes
}
const line = `${'x'.repeat(199)}\n`
const lines = 2000
const measured = (name, maxWrite, atOnce) => {
  const fd = fs.openSync('log', 'w')
  const output = new SonicBoom({ fd, sync: true, minLength: maxWrite - 1, maxWrite })
  counted = 0
  for (let n = 0; n < lines; n += atOnce) output.write(line.repeat(Math.min(atOnce, lines - n)))
  output.flush()
  if (fs.statSync('log').size !== lines * line.length) throw new Error('lines are missing')
  console.log(`${name}: ${(counted / (lines * line.length)).toFixed(1)}`)
}
measured('writes of 4 KiB, line by line', 4096, 1)
measured('writes of 16 KiB, line by line', 16384, 1)
measured('writes of 16 KiB, joined before', 16384, 80)
JS
node run.cjs | tee seen
diff seen - <<'TXT' || { echo 'CHANGED: sonic-boom counts the bytes of waiting lines otherwise' >&2; exit 1; }
writes of 4 KiB, line by line: 11.5
writes of 16 KiB, line by line: 41.6
writes of 16 KiB, joined before: 2.0
TXT
