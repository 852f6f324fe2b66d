import { expect, test, vi } from 'vitest'
import { signIn } from './sign-in'

test('signing in tells the page who it is, and never the token', async () => {
  const payload = { token: 'engs_very-secret', user: { id: 'user-1' }, userErrors: [] }
  vi.stubGlobal('fetch', async () => Response.json({ data: { signIn: payload } }))
  const caller = { requestId: 'request-0001', forwardedFor: null }
  const answer = await signIn(caller, { login: 'ana', password: 'correct horse battery' })
  expect(await answer.json()).toEqual({ userErrors: [], userId: 'user-1' })
  expect(JSON.stringify([...answer.headers])).not.toContain('very-secret')
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-engine-session=/)
})
