import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { openPlatform } from '../server/open-platform.js'
import type { Closing, Say } from '../server/program.js'
import { startPostgres } from '../server/served-postgres.js'
import { unlimited } from '../server/server-process.js'
import { fillModules, type Size } from './filling.js'
import { makePlatform, type Callers } from './platform.js'
import { makeThings } from './things.js'

/** A PostgreSQL with a filled database, and how the API finds it. */
export interface Stage {
  /** `15.14`. */
  readonly postgres: string
  readonly databaseUrl: string
  readonly env: NodeJS.ProcessEnv
  readonly callers: Callers
}

/** Uses what `folder` holds from a run before, and else fills it. */
export async function setStage(folder: string, size: Size, closing: Closing, say: Say): Promise<Stage> {
  await mkdir(folder, { recursive: true })
  const { url, stop } = await startPostgres(join(folder, 'postgres'))
  closing.push(stop)
  const env = {
    ...unlimited(join(folder, 'platform'), url),
    PUBLIC_URL: 'http://registry.bench.example',
    OVERLOAD_DELAY_SECONDS: '60',
    DRAIN_SECONDS: '0',
  }
  const note = join(folder, 'filled.json')
  if (!existsSync(note)) await writeFile(note, JSON.stringify(await fill(env, url, size, say)))
  const callers = JSON.parse(await readFile(note, 'utf8')) as Callers
  return { postgres: await versionOf(url), databaseUrl: url, env, callers }
}

async function fill(env: NodeJS.ProcessEnv, url: string, size: Size, say: Say): Promise<Callers> {
  const { services, ctx, close } = await openPlatform(env, 'bench')
  const client = new Client({ connectionString: url })
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

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}
