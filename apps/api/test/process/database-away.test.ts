import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinaries } from '../../src/adapters/database/embedded/binaries.js'
import { startServedPostgres, type ServedPostgres } from '../../load/src/server/served-postgres.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { DatabaseLine } from '../database/line.js'
import { facesByToken } from '../faces.js'
import { isFull } from '../full-run.js'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'
import { asRuntime } from '../server.js'
import { temporaryFolder } from '../temporary-folder.js'

const SECRET_KEY = 'a-secret-for-tests-of-32-bytes-or-more'

const ready = async (api: ApiProcess) => (await fetch(`${api.url}/readyz`)).status

describe('while the database is away', () => {
  let served: TestDatabase
  let line: DatabaseLine
  let folder: string
  let api: ApiProcess
  let token: string

  beforeAll(async () => {
    served = await createTestDatabase()
    line = await DatabaseLine.to(served.url)
    folder = await mkdtemp(join(tmpdir(), 'engine-away-'))
    api = await startApi(folder, {
      DATABASE_URL: asRuntime(line.url),
      MIGRATION_DATABASE_URL: line.url,
      SECRET_KEY,
    })
    token = await setUp(api)
    await createVersion(api, token, '1.0.0')
    await line.cut()
  })
  afterAll(async () => {
    api.child.kill('SIGKILL')
    await api.ended
    await line.cut()
    await served.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(facesByToken)('$method $path is 503 in the words of its face', async (face) => {
    const body = face.method === 'post' ? { body: JSON.stringify({ query: '{ setup { required } }' }) } : {}
    const answer = await fetch(`${api.url}${face.path}`, {
      method: face.method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...body,
    })
    expect([answer.status, await answer.json()]).toEqual([
      503,
      face.unavailable('The database is unavailable'),
    ])
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('a question to GraphQL that needs no token is 503 too', async () => {
    const answer = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ setup { required } }' }),
    })
    const { errors } = (await answer.json()) as { errors: { extensions: object }[] }
    expect([answer.status, errors[0]?.extensions]).toEqual([503, { code: 'UNAVAILABLE' }])
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('it says that it is not ready, and that it lives', async () => {
    expect(await ready(api)).toBe(503)
    expect((await fetch(`${api.url}/livez`)).status).toBe(200)
    expect((await fetch(`${api.url}/metrics`)).status).toBe(200)
  })

  test('its log says what is the matter', () => {
    expect(api.output()).toMatch(/"cause":"[^"]*127\.0\.0\.1/)
  })

  test('it serves again by itself once the database is back, and has what it acknowledged', async () => {
    await line.mend()
    await expect.poll(() => ready(api)).toBe(200)
    expect(await totalOf(api, token, '1.0.0')).toBe(1)
    expect(await createVersion(api, token, '1.0.1')).toBe(201)
    expect(api.child.exitCode).toBeNull()
  })
})

describe('a start whose database goes away', () => {
  let served: TestDatabase
  let folder: string

  beforeAll(async () => {
    served = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'engine-lost-'))
  })
  afterAll(async () => {
    await served.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Output of a start whose database is cut off at this number of connections; undefined if it gets ready. */
  async function startCutAfter(connections: number): Promise<string | undefined> {
    const line = await DatabaseLine.to(served.url)
    line.cutAfter(connections)
    const api = await startApi(folder, {
      DATABASE_URL: asRuntime(line.url),
      MIGRATION_DATABASE_URL: line.url,
      SECRET_KEY,
      LOG_LEVEL: 'silent',
    })
    const isReady = api.child.exitCode === null
    if (isReady) api.child.kill('SIGKILL')
    const code = await api.ended
    await line.cut()
    if (isReady) return undefined
    expect(code, api.output()).toBe(1)
    return api.output()
  }

  test('ends with the sentence of one that is not there, whenever it goes', async () => {
    const said: string[] = []
    // The first two ask whether it is there at all.
    for (let connections = 2; ; connections += isFull ? 1 : 2) {
      const output = await startCutAfter(connections)
      if (output === undefined) break
      said.push(output)
    }
    expect(said.length).toBeGreaterThan(2)
    for (const each of said)
      expect(each).toMatch(
        /^PostgreSQL at 127\.0\.0\.1:\d+, database \w+ cannot be used: .+\. See DATABASE_URL\.\n$/,
      )
  })
})

/** The lines of the log about failed requests. */
const failuresIn = (log: string): string =>
  log
    .split('\n')
    .filter((line) => line.includes('request failed'))
    .join('\n')

test('a PostgreSQL that is stopped and started again in the middle of writes loses none that was acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-restart-'))
  await chmod(folder, 0o755)
  const dataDir = await temporaryFolder()
  const { folder: programs } = await findBinaries()
  let server: ServedPostgres = await startServedPostgres(programs, folder)
  const api = await startApi(dataDir, { DATABASE_URL: server.url, SECRET_KEY })
  try {
    const token = await setUp(api)
    let isOver = false
    const acknowledged: string[] = []
    const refused = new Set<number>()
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const version = `${writer}.${n}.0`
        const status = await createVersion(api, token, version)
        if (status === 201) acknowledged.push(version)
        else refused.add(status)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    for (let round = 0; round < 2; round++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
      await server.stop()
      await expect.poll(() => refused.has(503)).toBe(true)
      server = await startServedPostgres(programs, folder)
    }
    const after = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(after + 20)
    isOver = true
    await Promise.all(writers)
    expect([...refused], failuresIn(api.output())).toEqual([503])
    for (const version of acknowledged) expect(await totalOf(api, token, version)).toBeGreaterThanOrEqual(1)
  } finally {
    api.child.kill('SIGKILL')
    await api.ended
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
