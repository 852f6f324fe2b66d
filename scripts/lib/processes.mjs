import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './workspace.mjs'

// Every child leads a process group of its own. A Ctrl-C in the terminal then reaches this process alone, which
// decides what stops when, and a whole tree can be ended at once.
const ownGroup = process.platform !== 'win32'
const running = new Set()

/** Starts a program that `endAll` knows about. Options are those of `child_process.spawn`. */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, detached: ownGroup, windowsHide: true, ...options })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Sends a signal to a child and all it started; one that is gone already is no error. */
export function signalTree(child, signal) {
  if (child.pid === undefined) return
  try {
    if (ownGroup) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Sends a signal to everything that was started here and still runs. */
export function endAll(signal) {
  for (const child of running) signalTree(child, signal)
}

/**
 * Runs a program to its end. `onLine` sees each line as it comes.
 * Resolves to `{ code, output }`: the exit code (128 or more after a signal), both streams in the order they came.
 */
export function run(command, args, { onLine, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = launch(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => (output += text))
      if (onLine) eachLine(stream, onLine)
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 128, output }))
  })
}

/** Calls `onLine` for every line of a stream, the last unfinished one included. */
export function eachLine(stream, onLine) {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine)
}
