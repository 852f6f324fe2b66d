import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../rest.js'
import type { ApiProcess } from './api-process.js'
import { RegistrySite, waiting } from './registry-process.js'

let site: RegistrySite
beforeAll(async () => {
  site = await RegistrySite.open()
})
afterAll(() => site.close())

test('an act whose process is killed is gone on with by the next one, which does each thing once', async () => {
  const api = await site.start()
  for (let at = 0; at < 9; at++) {
    const name = `many-${at}`
    await site.post(api, '/organizations', documentOf('organizations', { name, email: 'a@acme.example' }))
  }
  const holder = new Client(site.connection)
  await holder.connect()
  // The event of the audit log is the last to be written: the first thing is changed, and not yet committed.
  await holder.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE')
  const id = await start(api)
  await expect.poll(() => waiting(holder)).toBe(1)
  expect(await countsOf(api, id)).toMatchObject({ changed: 0, waiting: 10 })
  await site.stop(api, 'SIGKILL')
  await holder.query('ROLLBACK')

  const next = await site.start()
  await expect.poll(() => countsOf(next, id), { timeout: 40_000 }).toMatchObject({ changed: 10, waiting: 0 })
  const { rows } = await holder.query(
    'SELECT count(*)::int AS events, count(DISTINCT subject_id)::int AS things FROM audit_events WHERE request_id = $1',
    [id],
  )
  await holder.end()
  expect(rows).toEqual([{ events: 10, things: 10 }])
}, 90_000)

async function ask(api: ApiProcess, query: string): Promise<Record<string, Record<string, unknown>>> {
  const headers = { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${api.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await answer.json()) as {
    data: Record<string, Record<string, unknown>>
    errors?: readonly { message: string }[]
  }
  if (errors) throw new Error(errors[0]?.message)
  return data
}

/** Starts an act on all organizations; its id. */
async function start(api: ApiProcess): Promise<string> {
  const input = '{ kind: ORGANIZATION_LIMIT, settings: { workspaceLimit: 7 }, organizations: {} }'
  const data = await ask(api, `mutation { bulkActStart(input: ${input}) { bulkAct { id } } }`)
  return (data['bulkActStart']?.['bulkAct'] as { id: string }).id
}

const countsOf = async (api: ApiProcess, id: string) =>
  (await ask(api, `{ bulkAct(id: "${id}") { counts { changed waiting } } }`))['bulkAct']?.['counts']
