import { afterAll, beforeAll, expect, test, vi } from 'vitest'

beforeAll(() => {
  vi.stubEnv('CONSOLE_URL', 'https://console.example.com')
  vi.stubEnv('SECRET_KEY', 'k'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('signing in tells the page who it is, and never the token', async () => {
  const signIn = { token: 'engs_very-secret', user: { id: 'user-1' }, userErrors: [] }
  vi.stubGlobal('fetch', async () => Response.json({ data: { signIn } }))
  const module = await import('./sign-in')
  const caller = { requestId: 'request-0001', forwardedFor: null }
  const answer = await module.signIn(caller, { login: 'ana', password: 'correct horse battery' })
  expect(await answer.json()).toEqual({ userErrors: [], userId: 'user-1' })
  expect(JSON.stringify([...answer.headers])).not.toContain('very-secret')
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-engine-session=/)
})
