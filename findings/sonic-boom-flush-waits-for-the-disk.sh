#!/usr/bin/env bash
set -euo pipefail
# A log that gathers lines and hands them on twenty times a second, in a process that answers requests.
#
# sonic-boom 4.2.1 (npm), the writer beneath pino
#
# A good guess: with its option `fsync: false`, the default, no call waits for the disk, and the two ways of handing on what
# was gathered, flush() and flushSync(), differ in whether they wait for the system's write alone.
#
# What happens: flushSync() calls fsync in any case. The option is for the writes between; with the log in a file the
# process stands still for as long as its disk takes, at each call. flush() calls none when it is called without a callback.
# But after a write that failed (a full disk), flush() hands on no more than the one piece that had failed: the lines behind
# it stay where they are, until a later call or until enough of them have come together, and only flushSync() brings all.
#
# Seen:
#   flushSync with fsync false: 1 call of fsync
#   flush with fsync false: 0 calls of fsync
#   after a write that failed, flush: first
#   after a write that failed, flushSync: first second third

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" sonic-boom@4.2.1
cat >run.cjs <<'JS'
const fs = require('node:fs')
const { SonicBoom } = require('sonic-boom')
let calls = 0
const { fsyncSync, writeSync } = fs
fs.fsyncSync = (fd) => {
  calls++
  return fsyncSync(fd)
}
const opened = (name) => {
  const fd = fs.openSync(name, 'w')
  const output = new SonicBoom({ fd, sync: true, fsync: false, minLength: 4095, maxWrite: 4096 })
  output.on('error', () => {})
  return output
}
for (const how of ['flushSync', 'flush']) {
  const output = opened(how)
  calls = 0
  output.write('a line\n')
  output[how]()
  if (fs.readFileSync(how, 'utf8') !== 'a line\n') throw new Error(`${how} writes nothing`)
  console.log(`${how} with fsync false: ${calls} ${calls === 1 ? 'call' : 'calls'} of fsync`)
}
for (const how of ['flush', 'flushSync']) {
  const output = opened(`failed-${how}`)
  output.write('first\n')
  fs.writeSync = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  output.flush()
  output.write('second\n')
  output.write('third\n')
  fs.writeSync = writeSync
  output[how]()
  const lines = fs.readFileSync(`failed-${how}`, 'utf8').trim().split('\n').join(' ')
  console.log(`after a write that failed, ${how}: ${lines}`)
}
JS
node run.cjs | tee seen
grep -qx 'flushSync with fsync false: 1 call of fsync' seen || fail 'flushSync waits for no disk any more'
grep -qx 'flush with fsync false: 0 calls of fsync' seen || fail 'flush waits for the disk'
grep -qx 'after a write that failed, flush: first' seen || fail 'flush hands on what came after a failure'
grep -qx 'after a write that failed, flushSync: first second third' seen || fail 'flushSync hands on less than all'
