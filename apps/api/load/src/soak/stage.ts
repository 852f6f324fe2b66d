import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findBinaries } from '#api/adapters/database/embedded/binaries.js'
import { freePorts } from '../bench/ports.js'
import { startServedPostgres, type ServedPostgres } from '../bench/served-postgres.js'
import { openBalancer, type Balancer } from './balancer.js'
import { Replica } from './replica.js'
import { Replicas } from './replicas.js'

const setUpToken = 'the first of all in a soak'

export interface StageOptions {
  /** An empty one, for the database and the files. */
  readonly folder: string
  readonly replicas: number
  /** `s3://…`; undefined: a folder that the replicas share. */
  readonly storageUrl: string | undefined
  readonly onLine: (line: string) => void
}

/** Replicas of the API over one PostgreSQL and one storage, and a balancer before them. */
export class Stage {
  private constructor(
    readonly databaseUrl: string,
    readonly replicas: readonly Replica[],
    readonly serving: Replicas,
    readonly balancer: Balancer,
    private postgres: ServedPostgres,
    private readonly startPostgres: () => Promise<ServedPostgres>,
  ) {}

  static async open({ folder, replicas: count, storageUrl, onLine }: StageOptions): Promise<Stage> {
    const startPostgres = await postgresIn(join(folder, 'postgres'))
    const postgres = await startPostgres()
    const ports = await freePorts(count)
    const env = environmentOf(folder, postgres.url, storageUrl)
    const replicas = ports.map((port) => new Replica(port, env, onLine))
    const origins = replicas.map(({ origin }) => origin)
    const serving = new Replicas(origins, '/readyz')
    const balancer = await openBalancer(() => serving)
    return new Stage(postgres.url, replicas, serving, balancer, postgres, startPostgres)
  }

  /** The token of the first administrator. */
  async setUp(): Promise<string> {
    const answer = await fetch(
      `${this.balancer.url}/admin/initial-admin-user?token=${encodeURIComponent(setUpToken)}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          username: 'root',
          email: 'root@example.com',
          password: 'correct horse battery',
        }),
      },
    )
    if (answer.status !== 201) throw new Error(`no administrator: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { token: string }).token
  }

  async restartPostgres(): Promise<void> {
    await this.postgres.stop()
    this.postgres = await this.startPostgres()
  }

  async close(): Promise<void> {
    this.serving.close()
    await this.balancer.close()
    await Promise.all(this.replicas.map((replica) => replica.end('SIGKILL')))
    await this.postgres.stop()
  }
}

/** TEST_POSTGRES_BIN names the folder of PostgreSQL's programs; without it those of the embedded one serve. */
async function postgresIn(folder: string): Promise<() => Promise<ServedPostgres>> {
  const programs = process.env['TEST_POSTGRES_BIN'] || (await findBinaries()).folder
  await mkdir(folder)
  // Started by root it runs as another user, who has to get there.
  await chmod(dirname(folder), 0o711)
  return () => startServedPostgres(programs, folder, { max_connections: '100' })
}

/** As in production, but for limits that no caller reaches. */
function environmentOf(
  folder: string,
  databaseUrl: string,
  storageUrl: string | undefined,
): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'platform'),
    ...(storageUrl !== undefined && { STORAGE_URL: storageUrl }),
    SECRET_KEY: 'the key of a soak that keeps no secrets',
    INITIAL_ADMIN_CREATION_TOKEN: setUpToken,
    ENGINE_ALIASES: 'soak',
    API_RATE_LIMIT: '0',
    REGISTRY_RATE_LIMIT: '0',
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'warn',
  }
}
