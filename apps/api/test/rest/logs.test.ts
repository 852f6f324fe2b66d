import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import { setUp, setUpToken, startApi } from '../process/api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const dataDir = await temporaryFolder()
const api = await startApi(dataDir, { LOG_LEVEL: 'trace' })
const token = await setUp(api)
afterAll(async () => {
  api.child.kill('SIGTERM')
  await api.ended
})

rule('§3 first administrator', 'Query strings of this path are never logged')
test('logs are JSON lines with the request id, and contain no secret of any request', async () => {
  const password = 'a password that must not show'
  const query = `mutation { signIn(input: { login: "ana", password: "${password}" }) { token } }`
  await fetch(`${api.url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'Content-Type': 'application/json' },
  })
  const answer = await fetch(`${api.url}/api/v2/account/details?secret=in-the-query`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': 'find-me' },
  })
  expect(answer.status).toBe(200)
  await expect.poll(() => api.output()).toContain('find-me')
  const lines = api.output().trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(parsed.find((line) => line['requestId'] === 'find-me')).toMatchObject({
    method: 'GET',
    path: '/api/v2/account/details',
    status: 200,
  })
  for (const secret of [token, password, 'in-the-query', setUpToken])
    expect(api.output()).not.toContain(secret)
})
