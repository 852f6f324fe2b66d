import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connected } from '#api/adapters/database/connection.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { Services } from '#api/services.js'
import { openPlatform } from '../server/open-platform.js'
import type { Closing, Say } from '../server/program.js'
import { startPostgres } from '../server/served-postgres.js'
import { ServerProcess, unlimited } from '../server/server-process.js'
import { fillModules, type Size } from './filling.js'
import { fillUses } from './module-uses.js'
import { makePlatform, type Callers } from './platform.js'

/** Three pages of each thing that is listed besides modules. */
const count = 60

/** Preloaded into the API. */
export const usageTeller = new URL('./usage-teller.js', import.meta.url)

/** A process that answers every request with what it is told and does nothing else: as fast as `node:http` can be. */
export const startBare = (closing: Closing): Promise<ServerProcess> =>
  ServerProcess.started({}, closing, { program: new URL('./bare.js', import.meta.url) })

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
  const { rows } = await connected({ connectionString: url }, (client) =>
    client.query<{ server_version: string }>('SHOW server_version'),
  )
  return { postgres: rows[0]?.server_version ?? '', databaseUrl: url, env, callers }
}

async function fill(env: NodeJS.ProcessEnv, url: string, size: Size, say: Say): Promise<Callers> {
  const { services, ctx, close } = await openPlatform(env, 'bench')
  try {
    say('organizations')
    const { organizations, callers } = await makePlatform(services, ctx, size.organizations)
    const as = async (token: string) => ({
      ...ctx,
      actor: await services.authentication.authenticate(ctx, token),
    })
    await makeThings(services, await as(callers.administrator), await as(callers.member))
    await connected({ connectionString: url }, async (client) => {
      await fillModules(client, organizations, size.modules, say)
      const [biggest] = organizations
      if (biggest) await fillUses(client, biggest)
    })
    return callers
  } finally {
    await close()
  }
}

/**
 * Makes the other listed things: engine versions, and providers of the biggest organization, each by a caller with the
 * right.
 */
async function makeThings(
  services: Services,
  administrator: OperationContext,
  member: OperationContext,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const version = `1.${Math.floor(n / 10)}.${n % 10}`
    const url = `https://releases.bench.example/engine_${version}_linux_amd64.zip`
    await services.engineVersions.create(administrator, {
      version,
      url,
      sha: 'ab'.repeat(32),
      official: true,
    })
    const provider = { name: `cloud-${n}`, namespace: 'team-0000', registryName: 'private' }
    await services.providers.create(member, 'team-0000', provider)
  }
}
