import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { connected, type ConnectionSettings } from '../../src/adapters/database/connection.js'
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from '../../src/adapters/database/embedded.js'
import { silentLog } from '../silent-log.js'

export const isRoot = process.getuid?.() === 0

/** A named user other than `root` and `nobody`. */
export const ordinaryUser = { uid: 1, gid: 1 }

/** Processes that are to be killed run the build, since Node does not run TypeScript. */
const built = join(import.meta.dirname, '../../dist')

/** A message of embedded-process.mjs. */
interface Message {
  readonly ready?: ConnectionSettings
  readonly refused?: string
  readonly progress?: string
  readonly written?: number
}

export interface ApiProcess {
  readonly child: ChildProcess
  readonly said: readonly Message[]
  /** Ready or refused, whichever comes. */
  readonly outcome: Promise<Message>
}

/** Embedded databases in this process and in others, each test in a separate data folder, all ended after it. */
export function embeddedDatabases() {
  let running: EmbeddedPostgres[] = []
  let children: ChildProcess[] = []
  const folders = { dataDir: '' }

  beforeEach(async () => {
    folders.dataDir = await mkdtemp(join(tmpdir(), 'engine-embedded-'))
    await chmod(folders.dataDir, 0o755)
  })
  afterEach(async () => {
    await Promise.all(children.map(dismiss))
    await Promise.all(running.map((postgres) => postgres.stop()))
    children = []
    running = []
    await rm(folders.dataDir, { recursive: true, force: true })
  })

  return {
    get dataDir() {
      return folders.dataDir
    },
    async start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
      const postgres = await startEmbeddedPostgres({ dataDir: folders.dataDir, log: silentLog, ...options })
      running.push(postgres)
      return postgres
    },
    /** Starts the same in a separate process. */
    startProcess({ dataDir = folders.dataDir, task = '', user = {} } = {}): ApiProcess {
      const program = join(import.meta.dirname, 'embedded-process.mjs')
      const child = fork(program, [built, dataDir, task], {
        ...user,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      return listenTo(child)
    },
  }
}

function listenTo(child: ChildProcess): ApiProcess {
  const said: Message[] = []
  const outcome = new Promise<Message>((resolve) => {
    child.on('message', (message: Message) => {
      said.push(message)
      if (message.ready ?? message.refused) resolve(message)
    })
  })
  return { child, said, outcome }
}

/** An API process stops its database and ends when its parent disconnects. */
async function dismiss(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  await ended
}

export async function kill({ child }: ApiProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export async function query<Row extends object>(connection: ConnectionSettings, sql: string): Promise<Row[]> {
  return (await connected(connection, (client) => client.query<Row>(sql))).rows
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}
