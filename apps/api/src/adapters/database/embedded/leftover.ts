import { execFile } from 'node:child_process'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../../kernel/log.js'
import { DatabaseStartError, errorCode } from '../connection.js'
import { PORT } from './endpoint.js'

const execute = promisify(execFile)

/** A fast shutdown writes what is in memory; an immediate one leaves that to the next start's recovery. */
const SHUTDOWN = [
  { signal: 'SIGINT', wait: 30_000 },
  { signal: 'SIGQUIT', wait: 10_000 },
] as const

/**
 * Stops the PostgreSQL that a killed process left running on this data folder, and sees to it that its stale lock files
 * do not stand in the way. Call only while the folder is locked: the server of a living process must not be touched.
 * Throws DatabaseStartError when it does not stop.
 */
export async function clearLeftover(data: string, socketFolder: string, log: Log): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (Number.isSafeInteger(pid) && pid > 0 && isAlive(pid)) {
    if (await isPostgresOn(pid, data)) await stop(pid, data, log)
    else await disown(file, lines)
  }
  // No other process may use this folder for sockets, so a lock found in it now is a dead server's.
  await rm(join(socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true })
}

async function stop(pid: number, data: string, log: Log): Promise<void> {
  log.warn({ pid }, 'stopping the PostgreSQL that an earlier process left running')
  for (const { signal, wait } of SHUTDOWN) {
    sendSignal(pid, signal)
    if (await ended(pid, data, wait)) return
  }
  throw new DatabaseStartError(
    `PostgreSQL (process ${pid}) still runs on ${data} and does not stop. Stop it first.`,
  )
}

/**
 * The pid in the file has passed to another program, for which PostgreSQL would refuse to start. The rest of the
 * file lets it find out whether orphans still use its shared memory, so the file stays, with the one living pid
 * that PostgreSQL takes for stale: its parent's. Windows has no such check.
 */
async function disown(file: string, lines: string[]): Promise<void> {
  if (process.platform === 'win32') await rm(file)
  else await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

/**
 * Tells whether the process is the PostgreSQL of this folder, not another program that got the same pid
 * later.
 */
async function isPostgresOn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return name.trim() === 'postgres' && folder === data
  }
  if (process.platform === 'win32') {
    const { stdout } = await execute('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])
    return stdout.includes('postgres.exe')
  }
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(data)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** A zombie keeps its pid after its end, so being alive is not the question. */
async function ended(pid: number, data: string, wait: number): Promise<boolean> {
  const deadline = performance.now() + wait
  while (isAlive(pid) && (await isPostgresOn(pid, data))) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}
