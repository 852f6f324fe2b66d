import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'
import nextConfig from '../next.config.mjs'
import { config } from './config'
import { config as proxyConfig, proxy } from './proxy'
import { sealSession } from './session/cookie'

const origin = 'https://console.example.com'

beforeEach(() => {
  vi.stubGlobal('fetch', api)
  api.mockReset().mockImplementation(ready)
})

const ready = async (): Promise<Response> => new Response('ok\n')
const answers =
  (ofReadiness: number, ofGraphql: number): typeof fetch =>
  async (input) =>
    new Response('', { status: String(input).endsWith('/readyz') ? ofReadiness : ofGraphql })
const refused = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
const api = vi.fn<typeof fetch>(ready)

const visit = (path: string, init: ConstructorParameters<typeof NextRequest>[1] = {}) =>
  proxy(new NextRequest(new URL(path, origin), init))

const sessionCookie = async (): Promise<string> =>
  `__Host-engine-session=${await sealSession({ token: 't' }, config().sessionKeys)}`

const passedOn = (response: Response): boolean => response.headers.get('x-middleware-next') === '1'

test('a page without a session leads to the sign-in page, which knows where to go back to', async () => {
  const response = await visit('/engine-versions?search=1.9')
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe(`${origin}/sign-in?next=%2Fengine-versions%3Fsearch%3D1.9`)
})

test('a page with a session is shown, and a forged session is none', async () => {
  expect(passedOn(await visit('/engine-versions', { headers: { cookie: await sessionCookie() } }))).toBe(true)
  const forged = await visit('/engine-versions', { headers: { cookie: '__Host-engine-session=Fe26.2*1*x' } })
  expect(forged.status).toBe(307)
})

test('over https a session under the name without the prefix counts for nothing', async () => {
  const cookie = (await sessionCookie()).replace('__Host-', '')
  expect((await visit('/', { headers: { cookie } })).status).toBe(307)
})

test('sign-in, set-up and the health check need no session', async () => {
  for (const path of ['/sign-in', '/set-up?token=x', '/healthz'])
    expect(passedOn(await visit(path)), path).toBe(true)
})

test.each([
  ['is not there', refused],
  ['has no database', answers(503, 503)],
  ['is behind a proxy that reaches none', answers(502, 502)],
])(
  'without a platform, whose API %s, each page is 503 and says so, with the headers of all pages',
  async (_, how) => {
    api.mockImplementation(how)
    const cookie = await sessionCookie()
    for (const [path, headers] of [
      ['/sign-in', {}],
      ['/set-up?token=x', {}],
      ['/invitations/x', {}],
      ['/modules?page=2', { cookie }],
      ['/missing', { cookie, 'sec-fetch-dest': 'document' }],
    ] as const) {
      const response = await visit(path, { headers })
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '5'])
      expect(response.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      const text = await response.text()
      expect(text, path).toContain('<h1>The platform does not answer</h1>')
      expect(text, path).toContain(`Request ${response.headers.get('x-request-id')}`)
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    }
  },
)

test('an API that is about to stop, or refuses the question, still answers: its pages are shown', async () => {
  for (const status of [200, 429]) {
    api.mockImplementation(answers(503, status))
    expect(passedOn(await visit('/sign-in')), String(status)).toBe(true)
  }
})

test('what is no page, and what a page that is shown asks for, is answered for itself without a platform', async () => {
  api.mockImplementation(refused)
  const cookie = await sessionCookie()
  for (const path of ['/healthz', '/icon.svg', '/console/audit-export'])
    expect(passedOn(await visit(path)), path).toBe(true)
  const part = await visit('/modules', { headers: { cookie, 'sec-fetch-dest': 'empty' } })
  expect(passedOn(part)).toBe(true)
  expect(api).not.toHaveBeenCalled()
})

test('a write of a foreign page is refused before anything else, also with a session', async () => {
  const headers = { cookie: await sessionCookie(), origin: 'https://evil.example', 'X-Engine-Console': '1' }
  const response = await visit('/console/graphql', { method: 'POST', headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'REFUSED' } }] })
  expect(passedOn(response)).toBe(false)
})

test('a write to any address passes only from a page of the console', async () => {
  const ours = { origin, 'X-Engine-Console': '1' }
  expect(passedOn(await visit('/console/sign-in', { method: 'POST', headers: ours }))).toBe(true)
  for (const path of ['/', '/sign-in', '/console/sign-out', '/healthz'])
    expect((await visit(path, { method: 'POST', headers: { origin } })).status, path).toBe(403)
})

test('each answer has a policy with a nonce of its own, and the request id that was sent if it is sane', async () => {
  const [one, other] = [await visit('/sign-in'), await visit('/sign-in')]
  const policyOf = (response: Response) => response.headers.get('content-security-policy')
  expect(policyOf(one)).toContain("frame-ancestors 'none'")
  expect(policyOf(one)).not.toBe(policyOf(other))

  const idOf = async (id: string) =>
    (await visit('/sign-in', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await idOf('request-0001')).toBe('request-0001')
  expect(await idOf('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a file of a module has a policy that lets it do nothing, and so has the logo', async () => {
  for (const path of ['/console/module-file?path=a.png', '/console/logo?v=1']) {
    const { headers } = await visit(path)
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
  }
})

test('every answer has the headers that keep browsers from running, framing, guessing and telling', async () => {
  const passing = new RegExp(`^${proxyConfig.matcher}$`)
  const cookie = await sessionCookie()
  for (const path of [
    '/',
    '/sign-in',
    '/healthz',
    '/nothing',
    '/modules/a/b/c',
    '/console/sign-in',
    '/icon.svg',
  ]) {
    expect(path).toMatch(passing)
    for (const init of [{}, { headers: { cookie } }, { method: 'POST' }]) {
      const { headers } = await visit(path, init)
      expect(Object.fromEntries(headers), path).toMatchObject({
        'content-security-policy': expect.stringContaining("object-src 'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  }
})

test('what does not pass here, the files of the build, is not guessed at either', async () => {
  const [rule, ...others] = (await nextConfig.headers?.()) ?? []
  expect(others).toEqual([])
  expect(rule).toEqual({
    source: '/_next/static/:path*',
    headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }],
  })
})
