import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConnectionSettings } from '../../src/adapters/database/connection.js'
import { tablesOf } from '../../src/adapters/database/tables.js'
import { backUp } from '../../src/backup/back-up.js'
import { fileIn } from '../../src/backup/format.js'
import { moveDatabase } from '../../src/backup/move.js'
import { restore } from '../../src/backup/restore.js'
import { catalogue } from '../../src/rest/catalogue.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { setUpPath } from '../../src/rest/accounts/set-up.routes.js'
import { providerZip } from '../../load/src/origin/provider-zip.js'
import { startTestApp, type TestApp } from '../app.js'
import { bytesOf } from '../bytes-of.js'
import { createModule, moduleArchive, publish, registry } from '../modules/module-requests.js'
import { createTestDatabase } from '../database.js'
import { everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { as } from '../rest.js'
import { silentLog } from '../silent-log.js'
import { temporaryFolder } from '../temporary-folder.js'

let app: TestApp
let callers: Callers
const folder = await temporaryFolder()
let paths: string[]

const address = 'acme/backed-up/aws'
const say = (): void => {}

const imported = {
  ...{ origin: 'registry.example', namespace: 'someone', name: 'cloud', version: '1.0.0' },
  filename: 'terraform-provider-cloud_1.0.0_linux_amd64.zip',
}
const importedZip = providerZip('cloud', '1.0.0')

beforeAll(async () => {
  // A platform is brought back while no process of it runs. This one stands for those before and after, so it caches
  // nothing of before.
  app = await startTestApp({ ANSWER_CACHE_LIMIT: '0', PROVIDER_ORIGINS: `${imported.origin}=` })
  callers = await everyCaller(app)
  await createModule(app, callers.owner, address)
  await publish(app, callers.owner, address, '1.0.0')
  const { ctx } = await app.make.administrator()
  await app.services.providerImports.put(ctx, imported, Readable.from([importedZip]))
  await vi.waitFor(async () => {
    if ((await app.prisma.originFile.count({ where: { packageHash: null } })) > 0)
      throw new Error('not hashed yet')
  })
  paths = []
  for (const [route, { operations }] of Object.entries(catalogue({} as FaceServices)))
    if (operations.GET && route !== setUpPath) paths.push(await thingAt(app, callers, route, 'GET'))
})
afterAll(() => app.stop())

/** The bytes that the network mirror delivers of the imported version. */
async function importedFile(): Promise<Buffer> {
  const { origin, namespace, name, version } = imported
  const { body } = await registry(
    app,
    callers.owner,
    `/v1/mirror/${origin}/${namespace}/${name}/${version}.json`,
  )
  return (await app.http.get(body.archives.linux_amd64.url).buffer(true).parse(bytesOf)).body
}

/** Collects the answers to the administrator and the owner at every address. */
async function everything(): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const bearer of [callers.bearers['admin'], callers.bearers['owner']])
    for (const path of paths) {
      // A site administrator who reads a secret of another organization stands in the audit log, which is compared.
      if (
        bearer === callers.bearers['admin'] &&
        /\/state-version-outputs\/|\/state-versions\/[^/]+\/outputs$/.test(path)
      )
        continue
      const { status, body, headers } = await as(app, bearer).get(path)
      answers.push([path, status, body, headers['etag']])
    }
  return answers
}

/** The bytes of one of the states. */
async function currentState(): Promise<string> {
  const { ctx } = callers.owner
  const { id } = await app.prisma.stateVersion.findFirstOrThrow({
    where: { isCurrent: true },
    orderBy: { id: 'asc' },
  })
  const access = await app.services.stateVersions.access(ctx, id, 'states:read')
  return text(await app.services.stateVersions.open(ctx, access, 'state'))
}

const source = (): Parameters<typeof backUp>[0] => ({
  connection: { connectionString: app.databaseUrl },
  storage: app.storage,
  keyFile: undefined,
})
const target = (): Parameters<typeof restore>[0] => ({ ...source(), log: silentLog })

/** Digests each table's contents; null for an empty one. */
async function digests(connection: ConnectionSettings): Promise<Record<string, string | null>> {
  const client = new Client(connection)
  await client.connect()
  const found: Record<string, string | null> = {}
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ digest: string | null }>(
      `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS digest FROM ${name} t`,
    )
    found[name] = rows[0]?.digest ?? null
  }
  await client.end()
  return found
}

/** Deletes everything but the tables themselves. */
async function wipe(): Promise<void> {
  const client = new Client(source().connection)
  await client.connect()
  const names = (await tablesOf(client)).map(({ name }) => name).join(', ')
  await client.query(`ALTER TABLE audit_events DISABLE TRIGGER USER; TRUNCATE ${names};
    ALTER TABLE audit_events ENABLE TRIGGER USER`)
  await client.end()
  for (const prefix of ['modules', 'origins', 'providers', 'states'])
    for await (const { key } of app.storage.list(prefix)) await app.storage.remove(key)
}

/** Waits for what is written behind answers: READMEs that are rendered, downloads, uses and engines that are counted. */
async function settled(): Promise<void> {
  const { moduleReadmes, moduleDownloads, providerDownloads, publicProviderUses, engineSightings } =
    app.services
  await moduleReadmes.settled()
  for (const counts of [moduleDownloads, providerDownloads, publicProviderUses, engineSightings])
    await counts.stop(callers.owner.ctx)
}

test('a platform that was backed up, wiped and brought back gives every answer that it gave before', async () => {
  await settled()
  const [before, state] = [await everything(), await currentState()]
  const backup = join(folder, 'whole')
  const manifest = await backUp(source(), backup, say)
  expect(manifest.files.length).toBeGreaterThan(0)

  await wipe()
  expect((await as(app, callers.bearers['admin']).get('/account/details')).status).toBe(401)
  await restore(target(), backup, say)

  expect(await everything()).toEqual(before)
  expect(state).toContain('"lineage"')
  expect(await currentState()).toBe(state)
  expect((await registry(app, callers.owner, `/v1/modules/${address}/1.0.0/download`)).status).toBe(204)
  const { storageKey } = await app.prisma.moduleVersion.findFirstOrThrow({
    where: { module: { name: 'backed-up' }, version: '1.0.0' },
  })
  const stored = await app.storage.open(storageKey ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of stored?.stream ?? []) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks)).toEqual(moduleArchive())
  expect(await importedFile()).toEqual(importedZip)

  // Numbers go on where they were, and the triggers protect the rows again.
  await publish(app, callers.owner, address, '1.1.0')
  await expect(app.prisma.auditEvent.deleteMany()).rejects.toThrow()
})

test('a move takes every row along, those of states among them', async () => {
  const database = await createTestDatabase({ empty: true })
  // Nothing is written meanwhile: READMEs are rendered, and downloads, uses and engines counted, behind the answers.
  const { moduleReadmes, moduleDownloads, providerDownloads, publicProviderUses, engineSightings } =
    app.services
  await moduleReadmes.settled()
  for (const counts of [moduleDownloads, providerDownloads, publicProviderUses, engineSightings])
    await counts.stop(callers.owner.ctx)
  try {
    await moveDatabase(source().connection, database.connection, silentLog, say)
    const [from, to] = [await digests(source().connection), await digests(database.connection)]
    expect(to).toEqual(from)
    for (const table of ['state_versions', 'state_version_outputs', 'workspace_tags'])
      expect(Object.keys(from)).toContain(table)
    expect(from['state_versions']).not.toBeNull()
    expect(from['state_output_blocks']).not.toBeNull()
    expect(from['state_resource_blocks']).not.toBeNull()
    expect(from['origin_files']).not.toBeNull()
  } finally {
    await database.drop()
  }
})

test('a platform with users is not overwritten', async () => {
  const backup = join(folder, 'second')
  await backUp(source(), backup, say)
  await settled()
  const before = await everything()
  await expect(restore(target(), backup, say)).rejects.toThrow('has users already')
  expect(await everything()).toEqual(before)
})

test('a damaged backup is refused before a row is written, and a whole one is brought back afterwards', async () => {
  const [damaged, whole] = [join(folder, 'damaged'), join(folder, 'undamaged')]
  const { files } = await backUp(source(), damaged, say)
  await backUp(source(), whole, say)
  await wipe()
  await appendFile(fileIn(damaged, files[0]?.key ?? ''), 'x')
  await expect(restore(target(), damaged, say)).rejects.toThrow('The backup is damaged')
  expect(await app.prisma.organization.count()).toBe(0)
  await restore(target(), whole, say)
  expect(await app.prisma.organization.count()).toBeGreaterThan(0)
})

test('a folder that is there is not touched, and one that is no backup is no backup', async () => {
  await expect(backUp(source(), folder, say)).rejects.toThrow('is there already')
  await expect(restore(target(), folder, say)).rejects.toThrow('is no backup')
  expect(await readdir(folder)).not.toContain('manifest.json')
})
