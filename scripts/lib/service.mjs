import { createWriteStream, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from './fault.mjs'
import { eachLine, launch, signalTree } from './processes.mjs'
import { root } from './workspace.mjs'

const stopWithParent = new URL('./stop-with-parent.mjs', import.meta.url).href
const rotateAbove = 10 * 1024 * 1024
const pollEvery = 50
const lastWords = 100

/**
 * Starts a Node.js program that stays. Everything it prints goes to `logFile`; `onLine(line, stream)` sees it too,
 * `onMessage` what it sends over its channel.
 *
 * - `exited` resolves to `{ code, signal }`, never rejects
 * - `ready(isReady, seconds)` resolves once `isReady()` is truthy, and is a fault when the program ends before
 * - `stop(seconds)` asks it to end and insists after that long; with `wholeTree` all that it started is asked as well
 */
export function startService({ name, args, cwd = root, env, logFile, wholeTree = false, onLine, onMessage }) {
  const log = openLog(logFile)
  const child = launch(process.execPath, ['--import', stopWithParent, ...args], {
    cwd,
    env: { ...env, STARTER_PID: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of ['stdout', 'stderr']) {
    eachLine(child[stream], (line) => {
      if (!log.writableEnded) log.write(`${line}\n`)
      onLine?.(line, stream)
    })
  }
  if (onMessage) child.on('message', onMessage)

  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, signal: null, error }))
    // Not 'close': a grandchild that outlives a killed child would keep the pipes open.
    child.once('exit', (code, signal) => setTimeout(resolve, lastWords, { code, signal }))
  })
  let end
  void exited.then((how) => {
    end = how
    log.end()
  })

  async function ready(isReady, seconds) {
    const deadline = performance.now() + seconds * 1000
    while (performance.now() < deadline) {
      if (end) throw new Fault(`${name} did not start: it ended with ${ending(end)}.`, end.code || 1)
      if (await isReady()) return
      await pause(pollEvery)
    }
    throw new Fault(`${name} was not ready within ${seconds} seconds. Its log: ${logFile}`)
  }

  async function stop(seconds) {
    if (end) return
    if (wholeTree) signalTree(child, 'SIGTERM')
    else child.kill('SIGTERM')
    const insist = setTimeout(() => signalTree(child, 'SIGKILL'), seconds * 1000)
    await exited
    clearTimeout(insist)
  }

  return { name, logFile, exited, ready, stop }
}

/** Words for how a program ended: `exit code 1`, `signal SIGKILL`. */
export function ending({ code, signal, error }) {
  if (error) return error.message
  return signal ? `signal ${signal}` : `exit code ${code}`
}

/** Tells whether this address answers 200. */
export async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' })
    // Read to its end: a connection cut off before keeps the console from ending when it is told to.
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function openLog(file) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > rotateAbove) renameSync(file, `${file}.1`)
    return createWriteStream(file, { fd: openSync(file, 'a') })
  } catch (error) {
    throw new Fault(
      `The log cannot be written (${error.message}). DATA_DIR must be a folder this user may write to.`,
    )
  }
}
