import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../adapters/database/embedded.js'
import { createLog } from '../adapters/logs/logger.js'
import { createServices } from '../services.js'
import { readConfig } from '../config.js'
import { nobody } from '../kernel/actor.js'
import type { OperationContext } from '../kernel/context.js'
import { openSurroundings, type OpenSurroundings } from '../surroundings.js'
import { fillModules, type Size } from './filling.js'
import { makePlatform, type Callers } from './platform.js'
import { startServedPostgres, type ServedPostgres } from './served-postgres.js'
import { publicUrl } from './sources.js'

export type Say = (text: string) => void

/** A served PostgreSQL with a filled database, and how the API finds it. */
export interface Stage {
  /** `15.14`. */
  readonly postgres: string
  readonly env: Readonly<Record<string, string>>
  readonly callers: Callers
  /** The platform in this very process. */
  open(): Promise<{
    services: ReturnType<typeof createServices>
    ctx: OperationContext
    close(): Promise<void>
  }>
  stop(): Promise<void>
}

/** Uses what `folder` holds from a run before, and else fills it. */
export async function setStage(folder: string, size: Size, say: Say): Promise<Stage> {
  await mkdir(folder, { recursive: true })
  const server = await startServer(folder)
  try {
    const env = environment(folder, server.url)
    const note = join(folder, 'callers.json')
    if (!existsSync(note)) await writeFile(note, JSON.stringify(await fill(env, size, say)))
    return {
      postgres: await versionOf(server.url),
      env,
      callers: JSON.parse(await readFile(note, 'utf8')) as Callers,
      open: () => open(env),
      stop: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** As in production, but for limits that nobody meets. */
function environment(folder: string, databaseUrl: string): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'platform'),
    PUBLIC_URL: publicUrl,
    SECRET_KEY: 'the key of a bench that keeps no secrets',
    ENGINE_ALIASES: 'bench',
    API_RATE_LIMIT: '0',
    REGISTRY_RATE_LIMIT: '0',
    LOG_LEVEL: 'info',
  }
}

/** TEST_POSTGRES_BIN names the programs of a PostgreSQL; without it those of the embedded one serve. */
async function startServer(folder: string): Promise<ServedPostgres> {
  const programs = process.env['TEST_POSTGRES_BIN']
  if (programs !== undefined && programs !== '') return startServedPostgres(programs, folder)
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: folder, log: createLog('warn') })
  const { user, password = '', host = '', port } = connection
  const url = new URL(`postgresql://${user}:${String(password)}@localhost:${port}/postgres`)
  url.searchParams.set('host', host)
  return { url: url.href, stop }
}

async function fill(env: NodeJS.ProcessEnv, size: Size, say: Say): Promise<Callers> {
  const { services, ctx, close } = await open(env)
  const client = new Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  try {
    say('organizations')
    const { organizations, callers } = await makePlatform(services, ctx, size.organizations)
    await fillModules(client, organizations, size.modules, say)
    return callers
  } finally {
    await client.end()
    await close()
  }
}

async function open(env: NodeJS.ProcessEnv) {
  const log = createLog('warn')
  const surroundings: OpenSurroundings = await openSurroundings(readConfig({ ...env }), log, () => {})
  const ctx = { actor: nobody, face: 'system', requestId: 'bench', clock: surroundings.clock, log } as const
  return { services: createServices(surroundings), ctx, close: () => surroundings.close() }
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}
