import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const pollEvery = 100
const beatEvery = 1000
// A process that was killed is known by its id; after a restart of the machine another one may have that id.
const silentAfter = 10_000
// What a killed holder began ends by itself within this time.
const grace = 500

/**
 * Runs `work` while this process holds the lock of `file`, and returns what it returns. A process that waits for another
 * one calls `onWait(pid)` once. The lock of a process that was killed is taken over.
 */
export async function withLock(file, work, { onWait, silence = silentAfter } = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${process.pid} ${randomUUID()}`
  await take(file, own, onWait, silence)
  const beat = setInterval(() => touch(file), beatEvery)
  const release = () => {
    clearInterval(beat)
    if (textOf(file) === own) rmSync(file, { force: true })
  }
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(file, own, onWait, silence) {
  let known
  let since = 0
  let told = false
  while (!made(() => writeFileSync(file, own, { flag: 'wx' }))) {
    const holder = holderOf(file)
    if (holder?.mark !== known?.mark) since = performance.now()
    known = holder
    if (known && (!lives(known.pid) || performance.now() - since > silence)) await free(file, known.text)
    else if (known && !told) {
      told = true
      onWait?.(known.pid)
    }
    await pause(pollEvery)
  }
}

/** Removes the lock of a process that is gone. One process at a time, so that none removes the lock of a living one. */
async function free(file, text) {
  await pause(grace)
  const turn = `${file}.turn`
  if (!made(() => mkdirSync(turn))) {
    const { mtimeMs } = statSync(turn, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > silentAfter) rmSync(turn, { recursive: true, force: true })
    return
  }
  if (textOf(file) === text) rmSync(file, { force: true })
  rmSync(turn, { recursive: true, force: true })
}

/** Calls `make`; false when what it makes is there already. */
function made(make) {
  try {
    make()
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** The holder of a lock, with a mark that changes as long as it lives; undefined once there is none. */
function holderOf(file) {
  const text = textOf(file)
  if (text === undefined) return undefined
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return { text, pid: Number(text.split(' ')[0]), mark: `${text} ${mtimeMs}` }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Taken over, since this process was stopped for long.
  }
}

/** Tells whether a process with this id runs. */
export function lives(pid) {
  if (!(pid > 0)) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
