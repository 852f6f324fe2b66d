import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { config } from '~/config'
import { sealSession } from '~/session/cookie'
import { PUT } from './route'

const origin = 'https://console.example.com'
const link = 'https://engine.example.com/api/uploads/object/modver-0123456789abcdef?signature=s'
const asked = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(null, { status: 200 }))

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  asked.mockClear()
})

async function put(headers: Record<string, string>): Promise<Response> {
  const cookie = `__Host-engine-session=${await sealSession({ token: 'engs_own' }, config().sessionKeys)}`
  const init = { method: 'PUT', headers: { cookie, 'x-engine-upload': link, ...headers }, body: 'bytes' }
  return PUT(new NextRequest(new URL('/console/upload', origin), init))
}

const ours = { origin, 'x-engine-console': '1' }

test('an upload of the console itself is sent on to the link, without the bearer, and answered safely', async () => {
  const answer = await put(ours)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const [[target, options] = []] = asked.mock.calls
  expect(target).toBe('http://127.0.0.1:4000/api/uploads/object/modver-0123456789abcdef?signature=s')
  expect(new Headers(options?.headers).has('authorization')).toBe(false)
})

test('an upload of a foreign page is refused, and nothing is sent on', async () => {
  for (const headers of [{}, { origin }, { ...ours, origin: 'https://evil.example' }])
    expect((await put(headers)).status).toBe(403)
  expect((await put({ ...ours, cookie: '' })).status).toBe(401)
  expect((await put({ ...ours, 'x-engine-upload': `${origin}/graphql` })).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})
