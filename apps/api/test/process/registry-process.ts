import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { moduleArchive, modulePath } from '../modules/module-requests.js'
import { documentOf, jsonApi } from '../rest.js'
import { setUp, startApi, type ApiProcess } from './api-process.js'

/** Several processes on one database and one storage, an administrator's token, and the organization `acme`. */
export class RegistrySite {
  private readonly apis: ApiProcess[] = []

  private constructor(
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly env: Record<string, string>,
    public token = '',
  ) {}

  static async open(env: Record<string, string> = {}): Promise<RegistrySite> {
    const folder = await mkdtemp(join(tmpdir(), 'engine-registry-'))
    const site = new RegistrySite(await createTestDatabase(), folder, env)
    const api = await site.start()
    site.token = await setUp(api)
    await site.post(
      api,
      '/organizations',
      documentOf('organizations', { name: 'acme', email: 'a@acme.example' }),
    )
    await site.stop(api)
    return site
  }

  /** Connection for acts that only another user of the database can do. */
  get connection(): TestDatabase['connection'] {
    return this.database.connection
  }

  /** The names of the stored files; those that are not whole yet have no key. */
  async storedFiles(): Promise<string[]> {
    const entries = await readdir(join(this.folder, 'files'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.unfinished'))
      .map(({ name }) => name)
  }

  async start(how = startApi): Promise<ApiProcess> {
    const api = await how(this.folder, {
      ...this.database.env,
      SECRET_KEY: 'a-secret-for-tests-of-32-bytes-or-more',
      REGISTRY_RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
      ...this.env,
    })
    this.apis.push(api)
    if (api.child.exitCode !== null) throw new Error(api.output())
    return api
  }

  /** Stops the process and returns its exit code. */
  async stop(api: ApiProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    api.child.kill(signal)
    return api.ended
  }

  async close(): Promise<void> {
    await Promise.all(this.apis.map((api) => this.stop(api, 'SIGKILL')))
    await this.database.drop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async get(api: ApiProcess, path: string): Promise<Response> {
    return fetch(`${api.url}${path}`, { headers: { Authorization: `Bearer ${this.token}` } })
  }

  async post(api: ApiProcess, path: string, body: object): Promise<unknown> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': jsonApi }
    const answer = await fetch(`${api.url}/api/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    return answer.json()
  }

  async createModule(api: ApiProcess, address: string): Promise<void> {
    const [namespace, name, provider] = address.split('/')
    const body = documentOf('registry-modules', { name, provider })
    await this.post(api, `/organizations/${namespace}/registry-modules`, body)
  }

  /** Link that uploads the archive of a new version. */
  async uploadLink(api: ApiProcess, address: string, version: string): Promise<string> {
    const body = documentOf('registry-module-versions', { version })
    const created = (await this.post(api, `${modulePath(address)}/versions`, body)) as {
      data: { links: { upload: string } }
    }
    const { pathname, search } = new URL(created.data.links.upload)
    return `${api.url}${pathname}${search}`
  }

  async publish(api: ApiProcess, address: string): Promise<void> {
    await this.createModule(api, address)
    const link = await this.uploadLink(api, address, '1.0.0')
    const answer = await fetch(link, { method: 'PUT', body: new Uint8Array(moduleArchive()) })
    if (answer.status !== 200) throw new Error(await answer.text())
  }

  /** Number of the module's downloads in its summary. */
  async downloads(api: ApiProcess, address: string): Promise<number> {
    const answer = await this.get(api, `/v2/modules/${address}/downloads/summary`)
    const { data } = (await answer.json()) as { data: { attributes: { total: number } } }
    return data.attributes.total
  }
}

/** Counts the statements that wait for a lock. */
export async function waiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
