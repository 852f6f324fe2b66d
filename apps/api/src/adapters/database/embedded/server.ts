import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../kernel/log.js'
import { connected, DatabaseStartError, errorCode, messageOf } from '../connection.js'
import { launch, type Cluster } from './account.js'
import type { Endpoint } from './endpoint.js'

export interface ServerOptions extends Cluster {
  readonly endpoint: Endpoint
  /** Server settings beyond the product's own; tests switch fsync off. */
  readonly settings: Readonly<Record<string, string>>
  readonly log: Log
  readonly onProgress: (text: string) => void
}

/** One run of the PostgreSQL server. */
export interface Server {
  /** Settles when it has ended, with what is known of the reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** Small enough for a laptop, large enough for a busy registry of one machine. Errors are the API's to log. */
const SETTINGS = {
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

/** Starts the server and waits until it answers. Throws DatabaseStartError with its last lines if it ends first. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { folder, data, account, binaries, endpoint, log } = options
  const settings = { ...SETTINGS, ...endpoint.settings, ...options.settings }
  const postgres = launch(account, folder, binaries.postgres, [
    ...['-D', data],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // In a separate process group: a Ctrl-C in the terminal must reach the API alone, which drains first.
  const child = spawn(postgres.file, postgres.args, {
    ...postgres.options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines = keepLastLines(child, log)
  const ended = endOf(child, lastLines)
  const endWithProcess = () => child.kill('SIGINT')
  process.once('exit', endWithProcess)
  void ended.then(() => process.off('exit', endWithProcess))
  const server: Server = { ended, stop: () => stop(child, ended, options) }
  try {
    await Promise.race([untilReady(options), ended.then(failWith)])
    lastLines.length = 0
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

function failWith(reason: string): never {
  const hint = reason.includes('No space left') ? 'The disk is full. ' : ''
  throw new DatabaseStartError(`The embedded PostgreSQL did not start. ${hint}${reason}`)
}

/** Keeps the last lines that the server wrote and hands each to the log; a warning is one that a person should read. */
function keepLastLines(child: ChildProcess, log: Log): string[] {
  const lastLines: string[] = []
  if (!child.stderr) return lastLines
  createInterface(child.stderr).on('line', (line) => {
    if (lastLines.push(line) > 20) lastLines.shift()
    if (/^(PANIC|WARNING):|was terminated by/.test(line)) log.warn({ postgres: line }, 'PostgreSQL warns')
    else log.debug({ postgres: line }, 'PostgreSQL says')
  })
  return lastLines
}

function endOf(child: ChildProcess, lastLines: string[]): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(messageOf(error)))
    // `close` comes after the last line was read, `exit` may not.
    child.once('close', (code, signal) =>
      resolve([`PostgreSQL ended (${signal ?? code}).`, ...lastLines].join('\n')),
    )
  })
}

/** Waits while the server starts; its recovery after a crash may take minutes, and says so. */
async function untilReady({ endpoint, onProgress }: ServerOptions): Promise<void> {
  const started = performance.now()
  let nextWord = started + 3000
  for (;;) {
    const fault = await tryToConnect(endpoint)
    if (fault === undefined) return
    const code = errorCode(fault)
    const starting = code === '57P03'
    const unreachable = code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET'
    if (!starting && (!unreachable || performance.now() - started > 60_000)) {
      throw new DatabaseStartError(`The embedded PostgreSQL started but does not answer: ${messageOf(fault)}`)
    }
    if (performance.now() > nextWord) {
      onProgress('PostgreSQL is recovering')
      nextWord += 10_000
    }
    await sleep(15)
  }
}

async function tryToConnect({ connection }: Endpoint): Promise<unknown> {
  const settings = { ...connection, database: 'postgres', connectionTimeoutMillis: 5000 }
  return connected(settings, async () => undefined).catch((error: unknown) => error)
}

/** Shuts down fast: sessions are ended, what is in memory is written. What hangs is ended hard and recovers later. */
async function stop(child: ChildProcess, ended: Promise<string>, options: ServerOptions): Promise<void> {
  if (process.platform === 'win32') await stopByControl(options)
  else child.kill('SIGINT')
  if (await within(ended, 30_000)) return
  child.kill('SIGQUIT')
  if (await within(ended, 10_000)) return
  options.log.error({ pid: child.pid }, 'PostgreSQL does not stop')
}

/** Windows has no signals; PostgreSQL's own tool knows another way. */
async function stopByControl({ folder, data, account, binaries }: ServerOptions): Promise<void> {
  const { file, args, options } = launch(account, folder, binaries.pgCtl, [
    ...['stop', '-D', data, '-m', 'fast', '-W'],
  ])
  await new Promise((resolve) => execFile(file, args, options, resolve))
}

async function within(ended: Promise<string>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(milliseconds, false, { signal: timer.signal, ref: false }).catch(() => false)
  return Promise.race([ended.then(() => true), late]).finally(() => timer.abort())
}
