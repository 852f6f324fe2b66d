import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import { createVersion, setUp, startApi, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const dataDir = await temporaryFolder()
const started: ApiProcess[] = []

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
})

async function start(env: Record<string, string>): Promise<ApiProcess> {
  const api = await startApi(dataDir, env)
  started.push(api)
  return api
}

interface Line {
  readonly id: string
  readonly type: string
  readonly [attribute: string]: unknown
}

const linesOf = (api: ApiProcess): Line[] =>
  api
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"type":"audit"'))
    .map((line) => JSON.parse(line) as Line)

/** The whole log, as REST shows it, each event as it stands in a line. */
async function logOf(api: ApiProcess, token: string): Promise<Line[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${api.url}/api/v2/admin/audit-events?page%5Bsize%5D=100&sort=at`, { headers })
  const { data } = (await answer.json()) as { data: { id: string; attributes: object }[] }
  return data.map(({ id, attributes }) => ({ type: 'audit', id, ...attributes }))
}

const byId = (lines: readonly Line[]): Line[] => [...lines].sort((a, b) => Number(a.id) - Number(b.id))

rule('§3 audit', '`AUDIT_LOG=stdout` writes each committed event as a line')
test('with AUDIT_LOG=stdout every event of the log is one line, refusals up to the stop included, and no secret is', async () => {
  const api = await start({ AUDIT_LOG: 'stdout', LOG_LEVEL: 'silent' })
  const token = await setUp(api)
  const statuses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => createVersion(api, token, `1.0.${i % 6}`)),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(6)
  await fetch(`${api.url}/api/v2/account/details`, { headers: { Authorization: 'Bearer nonsense' } })
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)

  const later = await start({})
  const log = await logOf(later, token)
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.create', 'engine-version.create', 'token.refuse']),
  )
  const lines = linesOf(api)
  expect(byId(lines)).toEqual(byId(log))
  expect(linesOf(later)).toEqual([])
  for (const secret of [token, 'nonsense', 'correct horse battery'])
    expect(api.output()).not.toContain(secret)
})
