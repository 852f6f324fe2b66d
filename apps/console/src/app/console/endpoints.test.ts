import { NextRequest } from 'next/server'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { config } from '~/config'
import { sealSession } from '~/session/cookie'
import { POST } from './graphql/route'

const origin = 'https://console.example.com'

const folder = fileURLToPath(new URL('.', import.meta.url))
const endpoints = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

/** Endpoints that only read, and forward nothing that could change anything. */
const reading = {
  'audit-export': '?format=csv',
  'list-export': '?list=modules',
  'module-file': '?namespace=acme&name=network&provider=aws&version=1.0.0',
}

const methodsOf = async (name: string): Promise<string[]> =>
  Object.keys((await import(`./${name}/route.ts`)) as object).filter((key) => /^[A-Z]+$/.test(key))

test('each endpoint that changes something answers to one method that browsers do not use by themselves', async () => {
  const methods = await Promise.all(endpoints.map(async (name) => [name, await methodsOf(name)]))
  expect(Object.fromEntries(methods)).toEqual({
    'audit-export': ['GET'],
    graphql: ['POST'],
    invitation: ['POST'],
    'list-export': ['GET'],
    logo: ['GET'],
    'module-file': ['GET'],
    'set-up': ['POST'],
    'sign-in': ['POST'],
    'sign-out': ['POST'],
    // A link that leads away to the provider: it changes nothing of ours, what it needs later is in a sealed cookie.
    'single-sign-on': ['GET'],
    upload: ['PUT'],
  })
})

async function request(path: string, init: { method?: string; body?: string } = {}): Promise<NextRequest> {
  const seal = await sealSession({ token: 'engs_ended' }, config().sessionKeys)
  return new NextRequest(new URL(path, origin), {
    ...init,
    headers: { cookie: `__Host-engine-session=${seal}`, origin, 'x-engine-console': '1' },
  })
}

test.each(Object.entries(reading))(
  'the endpoint %s reads, and asks the API by GET alone',
  async (name, query) => {
    const asked = vi.fn(async (..._: Parameters<typeof fetch>) => new Response('id\r\n'))
    vi.stubGlobal('fetch', asked)
    const { GET } = (await import(`./${name}/route.ts`)) as typeof import('./audit-export/route')
    await GET(await request(`/console/${name}${query}`))
    expect(asked.mock.calls.map(([, options]) => options?.method ?? 'GET')).toEqual(['GET'])
  },
)

test('a link that set a password leads to the sign-in where that wants a code, or fails', async () => {
  const { POST: accept } = await import('./invitation/route')
  const done = { data: { invitationAccept: { user: { id: 'user-1', username: 'ana' }, userErrors: [] } } }
  const challenged = { signIn: { token: null, challenge: 'c', user: null, userErrors: [] } }
  const outcomes: object[] = [
    { data: challenged },
    { errors: [{ message: 'x', extensions: { code: 'RATE_LIMITED' } }] },
  ]
  for (const outcome of outcomes) {
    const answers = [done, outcome]
    vi.stubGlobal('fetch', async () => Response.json(answers.shift()))
    const body = JSON.stringify({ token: 't', password: 'a new password' })
    const answer = await accept(await request('/console/invitation', { method: 'POST', body }))
    expect([answer.status, await answer.json()]).toEqual([200, { userErrors: [], made: true }])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

test('a session that the API no longer knows ends at the console too', async () => {
  const errors = [{ message: 'Sign in first', extensions: { code: 'UNAUTHENTICATED' } }]
  vi.stubGlobal('fetch', async () => Response.json({ errors }, { status: 401 }))
  const answer = await POST(await request('/console/graphql', { method: 'POST', body: '{}' }))
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-engine-session=;.*Max-Age=0/)
})
