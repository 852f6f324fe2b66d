import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { startEmbeddedPostgres } from '../src/adapters/database/embedded.js'
import { migrate } from '../src/adapters/database/migrate.js'
import { prepareRuntimeRole } from '../src/adapters/database/runtime-role.js'
import { startServedPostgres } from '../load/src/server/served-postgres.js'
import { copyKeptData } from './kept-data.js'
import { administer, asRuntime, runtimeRole, urlOf } from './server.js'
import { silentLog } from './silent-log.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, and the migrated database that test databases are copied from. */
    testServer: { readonly url: string; readonly template: string }
  }
}

/** Settings for tests, whose data need not outlive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

interface TestServer {
  /** The address of its database `postgres`. */
  readonly url: string
  readonly template: string
  stop(): Promise<void>
}

/** One server and one migrated template for the whole run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // A file that is run alone has its temporary files where `npm test` has them.
  if (process.env['TMPDIR'] === undefined) Object.assign(process.env, memoryFolder())
  const { url, template, stop } = await startServer()
  provide('testServer', { url, template })
  return stop
}

/**
 * TEST_DATABASE_URL names a running server, whose user may create databases and roles; TEST_POSTGRES_BIN the programs of
 * another PostgreSQL to start; else the embedded one serves.
 */
async function startServer(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return withTemplate({ url, stop: async () => {} })
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-test-'))
  const programs = process.env['TEST_POSTGRES_BIN']
  const server =
    programs === undefined
      ? await embeddedWithTemplate(dataDir)
      : await withTemplate(await startServedPostgres(programs, dataDir, FAST))
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes the template on a server that other runs may use at the same time. */
async function withTemplate({ url, stop }: Omit<TestServer, 'template'>): Promise<TestServer> {
  const template = `engine_template_${process.pid}`
  await makeTemplate(url, template)
  return {
    url,
    template,
    async stop() {
      await administer(url, [`ALTER DATABASE ${template} IS_TEMPLATE false`, `DROP DATABASE ${template}`])
      await stop()
    },
  }
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await administer(url, [`CREATE DATABASE ${template}`, runtimeRole])
  const owner = { connectionString: urlOf(url, template) }
  await migrate({ connection: owner, log: silentLog })
  const runtime = { connectionString: asRuntime(owner.connectionString) }
  await prepareRuntimeRole({ owner, runtime, log: silentLog })
  // It takes no more connections, since PostgreSQL copies only a database without any.
  await administer(url, [`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`])
}

/** Starts on a copy of data with the template in it: to make both takes four times as long as to copy them. */
async function embeddedWithTemplate(dataDir: string): Promise<TestServer> {
  const template = 'engine_template'
  await copyKeptData(dataDir, async (empty) => {
    const { url, stop } = await embedded(empty)
    await makeTemplate(url, template)
    await stop()
  })
  return { ...(await embedded(dataDir)), template }
}

async function embedded(dataDir: string): Promise<Omit<TestServer, 'template'>> {
  // Of the embedded database's own two roles no test's database is the other one's.
  const hba_file = join(dataDir, 'pg_hba.conf')
  await writeFile(hba_file, 'local all all password\nhost all all 127.0.0.1/32 password\n')
  await chmod(dataDir, 0o755)
  // Every connection is asked for its password as it is: to prove it unsaid takes a client longer than all else of it.
  const settings = { ...FAST, hba_file, scram_iterations: '1' }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog, settings })
  const { user, password = '', host = '', port } = connection
  const url = new URL(`postgresql://${user}:${String(password)}@localhost:${port}/postgres`)
  url.searchParams.set('host', host)
  await administer(url.href, [`ALTER ROLE ${user} PASSWORD '${String(password)}'`])
  return { url: url.href, stop }
}
