import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { DatabaseLine } from '../database/line.js'
import { as, jsonApi } from '../rest.js'
import {
  createModule,
  moduleArchive,
  modulePath,
  pathOf,
  put,
  registry,
  uploadLink,
} from './module-requests.js'

const address = 'acme/network/aws'

/** Two processes: the connections of one to the database are about to break, those of `beside` are not. */
const beside = await startTestApp()
const line = await DatabaseLine.to(beside.databaseUrl)
afterAll(() => line.cut())
const app = await startTestApp({ LOG_LEVEL: 'silent' }, { ...beside, databaseUrl: line.url })
const owner = await beside.make.user()
await beside.make.organization(owner, 'acme')
await createModule(beside, owner, address)

const versions = async () =>
  (await as(beside, owner).get(modulePath(address))).body.data.attributes['version-statuses']

test('a version whose commit went through while its answer was lost is published with its file', async () => {
  const link = await uploadLink(app, owner, address, '1.0.0')
  const commits = await blockCommits()
  const upload = put(app, link, moduleArchive())
  await Promise.all([upload, commits.begun().then(() => line.cut())])
  const { status, headers, body } = await upload
  expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, jsonApi, '1'])
  expect(body.errors).toMatchObject([{ status: '503', detail: 'The database is unavailable' }])
  expect(await versions()).toEqual([{ version: '1.0.0', status: 'pending' }])

  await commits.letGo()
  await expect.poll(versions).toEqual([{ version: '1.0.0', status: 'ok' }])
  await line.mend()
  const download = await registry(app, owner, `/v1/modules/${address}/1.0.0/download`)
  expect((await app.http.get(pathOf(String(download.headers['x-engine-get'])))).status).toBe(200)
})

/** Makes the commits of published versions wait in the database until they are released. */
async function blockCommits() {
  const client = new Client(beside.databaseUrl)
  await client.connect()
  await client.query(`
    CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END; $$;
    CREATE CONSTRAINT TRIGGER wait_for_the_test AFTER UPDATE ON module_versions
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_the_test();
    SELECT pg_advisory_lock(4711)`)
  const waiting = async () =>
    (await client.query('SELECT FROM pg_locks WHERE objid = 4711 AND NOT granted')).rowCount
  return {
    async begun() {
      await expect.poll(waiting).toBe(1)
    },
    letGo: () => client.end(),
  }
}
