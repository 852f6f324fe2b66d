import { chmod } from 'node:fs/promises'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { findBinaries } from '../../src/adapters/database/embedded/binaries.js'
import { startServedPostgres, type ServedPostgres } from '../../load/src/server/served-postgres.js'
import { Receiver } from '../webhooks/receiver.js'
import { setUp, startApi, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const SECRET_KEY = 'a-secret-for-tests-of-32-bytes-or-more'

/** Acknowledged events of one engine version: its `deprecated-reason` counts its changes. */
interface Acknowledged {
  readonly id: string
  readonly reasons: string[]
}

async function ask(
  api: ApiProcess,
  token: string,
  method: string,
  path: string,
  type: string,
  attributes: object,
) {
  const answer = await fetch(`${api.url}/api/v2${path}`, {
    method,
    headers: { 'Content-Type': 'application/vnd.api+json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: { type, attributes } }),
  })
  const body = (await answer.json()) as { data?: { id: string; attributes: { secret: string } } }
  return { status: answer.status, data: body.data }
}

rule(
  '§12 webhooks',
  'Events survive kill -9 of the API and restarts of PostgreSQL: none lost, none out of order',
)
test('events of changes that were acknowledged arrive in their order over kills of the API and a restart of PostgreSQL', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const dataDir = await temporaryFolder()
  const { folder: programs } = await findBinaries()
  let server: ServedPostgres = await startServedPostgres(programs, folder)
  const env = { DATABASE_URL: server.url, SECRET_KEY, EGRESS_ALLOW: '127.0.0.1' }
  let api = await startApi(dataDir, env)
  const receiver = await Receiver.open()
  // The first attempts fail, so that some deliveries wait when the process is killed.
  receiver.answer = (count) => ({ status: count < 3 ? 503 : 204 })
  try {
    const token = await setUp(api)
    const made = await ask(api, token, 'POST', '/admin/webhooks', 'webhooks', {
      name: 'chat',
      url: receiver.url,
      triggers: ['engine-version.changed', 'engine-version.created'],
    })
    receiver.secret = made.data?.attributes.secret ?? ''
    let isOver = false
    const things: Acknowledged[] = []
    const write = async (writer: number): Promise<void> => {
      const url = 'https://releases.example/engine.zip'
      const facts = {
        version: `1.${writer}.0`,
        url,
        sha: 'ab'.repeat(32),
        deprecated: true,
        'deprecated-reason': '0',
      }
      const created = await ask(api, token, 'POST', '/admin/engine-versions', 'engine-versions', facts)
      const thing = { id: created.data?.id ?? '', reasons: ['0'] }
      things.push(thing)
      for (let n = 1; !isOver; n++) {
        const reason = { 'deprecated-reason': String(n) }
        const path = `/admin/engine-versions/${thing.id}`
        const changed = await ask(api, token, 'PATCH', path, 'engine-versions', reason).catch(() => undefined)
        if (changed?.status === 200) thing.reasons.push(String(n))
      }
    }
    const writers = [1, 2, 3].map(write)
    const acknowledged = (): number => things.flatMap(({ reasons }) => reasons).length
    const more = async (count: number): Promise<void> => {
      const before = acknowledged()
      await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + count)
    }
    const kill = async (): Promise<void> => {
      api.child.kill('SIGKILL')
      await api.ended
      api = await startApi(dataDir, env)
    }
    await more(15)
    await kill()
    await more(15)
    await server.stop()
    server = await startServedPostgres(programs, folder)
    await more(15)
    isOver = true
    await Promise.all(writers)
    await kill()

    const heardOf = (id: string) => receiver.events.filter(({ data }) => data.subject.id === id)
    // The lease of an attempt that was killed has to run out, and each failed one waits.
    for (const { id, reasons } of things)
      await expect
        .poll(() => heardOf(id).at(-1)?.data.attributes?.['deprecated-reason'], {
          timeout: 120_000,
          interval: 200,
        })
        .toSatisfy((last) => Number(last) >= Number(reasons.at(-1)))
    expect(receiver.refused).toEqual([])
    for (const { id, reasons } of things) {
      // A duplicate has the id of its event; without them the order is that of the changes.
      const events = [...new Map(heardOf(id).map((event) => [event.id, event])).values()]
      const heard = events.map(({ data }) => Number(data.attributes?.['deprecated-reason']))
      expect(heard).toEqual([...heard].sort((a, b) => a - b))
      expect(new Set(heard).size).toBe(heard.length)
      expect(heard).toEqual(expect.arrayContaining(reasons.map(Number)))
    }
  } finally {
    receiver.close()
    api.child.kill('SIGKILL')
    await api.ended
    await server.stop()
  }
}, 300_000)
