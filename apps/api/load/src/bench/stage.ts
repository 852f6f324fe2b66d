import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { ConnectionSettings } from '#api/adapters/database/connection.js'
import { startEmbeddedPostgres } from '#api/adapters/database/embedded.js'
import { createLog } from '#api/adapters/logs/logger.js'
import { createServices } from '#api/services.js'
import { readConfig } from '#api/config.js'
import { anonymous } from '#api/kernel/actor.js'
import type { OperationContext } from '#api/kernel/context.js'
import { openInfrastructure, type OpenInfrastructure } from '#api/infrastructure.js'
import { fillModules, type Size } from './filling.js'
import { makePlatform, type Callers } from './platform.js'
import { startServedPostgres } from './served-postgres.js'
import { publicUrl } from './sources.js'
import { makeThings } from './things.js'

export type Say = (text: string) => void

/** A PostgreSQL with a filled database, and how the API finds it. */
export interface Stage {
  /** `15.14`. */
  readonly postgres: string
  /** Whether it is a server of its own, and not the API's child, that the API is meant to work on. */
  readonly isServed: boolean
  readonly databaseUrl: string
  readonly env: NodeJS.ProcessEnv
  readonly callers: Callers
  /** The platform in this very process. */
  open(): Promise<{
    services: ReturnType<typeof createServices>
    ctx: OperationContext
    close(): Promise<void>
  }>
  /**
   * Where the PostgreSQL is the embedded one, leaves it to the API, which then is to be started with what this answers;
   * as long as that runs, the database has the same address.
   */
  leaveToApi(): Promise<NodeJS.ProcessEnv>
  stop(): Promise<void>
}

/** Uses what `folder` holds from a run before, and else fills it. */
export async function setStage(folder: string, size: Size, say: Say): Promise<Stage> {
  await mkdir(folder, { recursive: true })
  const dataDir = join(folder, 'platform')
  const programs = process.env['TEST_POSTGRES_BIN'] ?? ''
  const isServed = programs !== ''
  const server = isServed ? await startServedPostgres(programs, folder) : await startEmbedded(dataDir)
  const stop = onlyOnce(() => server.stop())
  try {
    const env = environment(dataDir, server)
    const note = join(folder, `filled-${isServed ? 'served' : 'embedded'}.json`)
    if (!existsSync(note)) await writeFile(note, JSON.stringify(await fill(env, size, say)))
    return {
      postgres: await versionOf(server.url),
      isServed,
      databaseUrl: server.url,
      env,
      callers: JSON.parse(await readFile(note, 'utf8')) as Callers,
      open: () => open(env),
      async leaveToApi() {
        if (isServed) return env
        await stop()
        return { ...env, DATABASE_URL: undefined, MIGRATION_DATABASE_URL: undefined }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function onlyOnce(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => (stopped ??= stop())
}

interface Server {
  /** The address by which the API comes, and that of the database's owner. */
  readonly runtimeUrl?: string
  readonly url: string
  stop(): Promise<void>
}

/** As in production, but for limits that no caller reaches. */
function environment(dataDir: string, { url, runtimeUrl = url }: Server): NodeJS.ProcessEnv {
  const limit = '1000000'
  return {
    DATABASE_URL: runtimeUrl,
    MIGRATION_DATABASE_URL: url,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    SECRET_KEY: 'the key of a bench that keeps no secrets',
    ENGINE_ALIASES: 'bench',
    API_RATE_LIMIT: limit,
    REGISTRY_RATE_LIMIT: limit,
    OVERLOAD_DELAY_SECONDS: '60',
    LOG_LEVEL: 'info',
  }
}

/** The embedded PostgreSQL with the API's own database, as the API itself would start it. */
async function startEmbedded(dataDir: string): Promise<Server> {
  const { connection, runtime, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('warn') })
  return { url: addressOf(connection), runtimeUrl: addressOf(runtime), stop }
}

function addressOf({ user, password = '', host = '', port, database }: ConnectionSettings): string {
  const url = new URL(`postgresql://${user}:${String(password)}@localhost:${port}/${database}`)
  url.searchParams.set('host', host)
  return url.href
}

async function fill(env: NodeJS.ProcessEnv, size: Size, say: Say): Promise<Callers> {
  const { services, ctx, close } = await open(env)
  const client = new Client({ connectionString: env['MIGRATION_DATABASE_URL'] })
  await client.connect()
  try {
    say('organizations')
    const { organizations, callers } = await makePlatform(services, ctx, size.organizations)
    const as = async (token: string) => ({
      ...ctx,
      actor: await services.authentication.authenticate(ctx, token),
    })
    await makeThings(services, await as(callers.administrator), await as(callers.member))
    await fillModules(client, organizations, size.modules, say)
    return callers
  } finally {
    await client.end()
    await close()
  }
}

async function open(env: NodeJS.ProcessEnv) {
  const log = createLog('warn')
  const infrastructure: OpenInfrastructure = await openInfrastructure(readConfig({ ...env }), log, () => {})
  const ctx = {
    actor: anonymous,
    face: 'system',
    requestId: 'bench',
    clock: infrastructure.clock,
    log,
  } as const
  return { services: createServices(infrastructure), ctx, close: () => infrastructure.close() }
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}
