import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { config } from '~/config'
import { config as proxyConfig } from '~/proxy'
import { sealSession } from '~/session/cookie'
import { POST } from './route'

const origin = 'https://console.example.com'
const asked = vi.fn(async (..._: Parameters<typeof fetch>) => Response.json({ data: {} }))

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  asked.mockClear()
})

const ours = { origin, 'x-engine-console': '1' }

async function requestWith(headers: Record<string, string>): Promise<NextRequest> {
  const cookie = `__Host-engine-session=${await sealSession({ token: 'engs_own' }, config().sessionKeys)}`
  const init = { method: 'POST', headers: { cookie, ...headers }, body: '{}' }
  return new NextRequest(new URL('/console/graphql', origin), init)
}

test('nothing of a question is read before its session is known, so it lies outside of the proxy', async () => {
  expect('/console/graphql').not.toMatch(new RegExp(`^${proxyConfig.matcher}$`))
  for (const [headers, status] of [
    [{ ...ours, cookie: '' }, 401],
    [{ ...ours, cookie: '__Host-engine-session=forged' }, 401],
    [{}, 403],
    [{ origin }, 403],
    [{ ...ours, origin: 'https://evil.example' }, 403],
  ] as const) {
    const request = await requestWith(headers)
    expect((await POST(request)).status).toBe(status)
    expect(request.bodyUsed).toBe(false)
  }
  expect(asked).not.toHaveBeenCalled()
})

test('an answer has the headers of all others, and the request id that was sent if it is sane', async () => {
  const answer = await POST(await requestWith({ ...ours, 'x-request-id': 'request-0001' }))
  expect([answer.status, await answer.json()]).toEqual([200, { data: {} }])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("object-src 'none'"),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': 'request-0001',
  })
  const [[, options] = []] = asked.mock.calls
  expect(new Headers(options?.headers).get('authorization')).toBe('Bearer engs_own')
  const strange = await POST(await requestWith({ ...ours, 'x-request-id': '<script>' }))
  expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a question that its browser breaks off is no fault of the server, and is not passed on', async () => {
  const broken = new ReadableStream({ start: (body) => body.error(new Error('aborted')) })
  const sent = await requestWith(ours)
  const init = { method: 'POST', headers: sent.headers, body: broken, duplex: 'half' as const }
  const answer = await POST(new NextRequest(sent.url, init))
  expect(answer.status).toBe(502)
  expect(asked).not.toHaveBeenCalled()
})

test('a refusal by a limit says in how many seconds to ask again', async () => {
  const errors = [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }]
  asked.mockResolvedValueOnce(
    Response.json({ errors } as never, { status: 429, headers: { 'retry-after': '2' } }),
  )
  const answer = await POST(await requestWith(ours))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
})
