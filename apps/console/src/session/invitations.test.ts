import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Caller } from './upstream'

beforeAll(() => {
  vi.stubEnv('CONSOLE_URL', 'https://console.example.com')
  vi.stubEnv('SECRET_KEY', 'k'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const caller: Caller = { requestId: 'request-0001', forwardedFor: null }

/** The API answers so; what it was asked is kept. */
function theApiAnswers(status: number, body: object | string) {
  const asked = vi.fn(async (..._: Parameters<typeof fetch>) => Response.json(body, { status }))
  vi.stubGlobal('fetch', asked)
  return asked
}

const blank = (name: string) => ({
  status: '422',
  title: 'invalid attribute',
  detail: `${name} can't be blank`,
  source: { pointer: `/${name}` },
})

/** Loaded only now, since the settings are read once. */
const invitations = () => import('./invitations')

test('what a link is for is what the API misses in an empty answer to it', async () => {
  const { findInvitation } = await invitations()
  theApiAnswers(422, { errors: [blank('username'), blank('password')] })
  expect(await findInvitation(caller, 't')).toBe('account')
  theApiAnswers(422, { errors: [blank('password')] })
  expect(await findInvitation(caller, 't')).toBe('password')
})

test('a link that the API does not know is for nothing', async () => {
  theApiAnswers(404, { errors: [{ status: '404', title: 'not found' }] })
  expect(await (await invitations()).findInvitation(caller, 't')).toBeUndefined()
})

test('a token cannot leave its segment of the address', async () => {
  const asked = theApiAnswers(404, {})
  await (await invitations()).findInvitation(caller, '../admin/users?x')
  expect(asked.mock.calls[0]?.[0]).toMatch(/\/api\/v2\/invitations\/\.\.%2Fadmin%2Fusers%3Fx$/)
})

test('using a link tells whose password it set, or what is wrong by its input', async () => {
  const { acceptInvitation } = await invitations()
  theApiAnswers(201, { data: { attributes: { username: 'ivy' } } })
  expect(await acceptInvitation(caller, 't', { username: 'ivy', password: 'p' })).toEqual({ username: 'ivy' })
  theApiAnswers(422, { errors: [blank('password')] })
  expect(await acceptInvitation(caller, 't', {})).toMatchObject({
    userErrors: [{ field: ['password'], message: "password can't be blank" }],
  })
})

test('an API that answers nothing good is no refusal', async () => {
  const { acceptInvitation } = await invitations()
  theApiAnswers(429, {})
  await expect(acceptInvitation(caller, 't', {})).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  theApiAnswers(500, 'oops')
  await expect(acceptInvitation(caller, 't', {})).rejects.toMatchObject({ code: 'UNREADABLE' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(acceptInvitation(caller, 't', {})).rejects.toMatchObject({ code: 'UNREACHABLE' })
})
