import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { folderOf } from './folder.testing.js'
import { listening } from './platform.testing.js'
import { run } from './run.js'

interface Asked {
  readonly request: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Said {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Says by method and path; undefined: does not answer at all. What is not there is not found. */
type Script = Readonly<Record<string, Said | (() => Said | undefined)>>

const notFound: Said = { status: 404, body: { errors: [{ title: 'not found' }] } }

/** A stand-in for a platform, or for the token service of a CI system, and what it was asked. */
async function service(script: Script) {
  const asked: Asked[] = []
  const url = await listening(async (req, res) => {
    const request = `${req.method} ${req.url}`
    asked.push({ request, headers: req.headers, body: await text(req) })
    const found = script[request] ?? notFound
    const said = typeof found === 'function' ? found() : found
    if (!said) return
    res.writeHead(said.status, { 'TFP-API-Version': '2.6', ...said.headers })
    res.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  })
  return { url, asked, requests: () => asked.map(({ request }) => request) }
}

const listing = 'GET /api/v2/organizations/acme/registry-modules?page[size]=1'
const exchanging = 'POST /api/v2/authentication-tokens/actions/exchange'
const ending = 'DELETE /api/v2/authentication-tokens/at-1'
const giving = 'GET /idtoken?api-version=2.0&audience='
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOmFjbWUvbmV0d29yayJ9.c2lnbmF0dXJl'
const own = 'own-token.secret'
const exchanged: Said = {
  status: 201,
  body: { data: { id: 'at-1', type: 'authentication-tokens', attributes: { token: own, scopes: null } } },
}
const ended: Said = { status: 204 }
const given: Said = { status: 200, body: { value: jwt } }

const versions = '/api/v2/organizations/acme/registry-modules/private/acme/network/aws'
const link = 'https://public.example/api/uploads/object/modver-1?signature=x'
const version = (status: string) => ({
  data: { id: 'modver-1', attributes: { status, error: null }, links: { upload: link } },
})
const publishing: Script = {
  [`POST ${versions}/versions`]: { status: 201, body: version('pending') },
  'PUT /api/uploads/object/modver-1?signature=x': { status: 200 },
  [`GET ${versions}/version?module_version=1.0.0`]: { status: 200, body: version('ok') },
}
const publication = ['--to', 'acme/network/aws', '--version', '1.0.0']

type Ci = 'GitHub' | 'GitLab' | 'none'

/** Runs the program as a job of a CI system does. */
async function job(
  args: readonly string[],
  platform: Script,
  {
    ci = 'GitHub' as Ci,
    service: ciService = { [giving]: given } as Script,
    audience = undefined as string | undefined,
    env = {} as Readonly<Record<string, string>>,
    stop = new AbortController(),
  } = {},
) {
  const there = await service(platform)
  const asking = `${giving}${encodeURIComponent(audience ?? there.url)}`
  const here = await service(
    Object.fromEntries(Object.entries(ciService).map(([key, said]) => [key === giving ? asking : key, said])),
  )
  const variables = {
    GitHub: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${here.url}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a-request-token',
    },
    GitLab: { ENGINE_ID_TOKEN: jwt },
    none: {},
  }[ci]
  const [out, messages]: [string[], string[]] = [[], []]
  const code = await run({
    args,
    env: { ENGINE_URL: there.url, ...variables, ...env },
    out: { write: (written: string) => out.push(written) > 0 },
    messages: { write: (written: string) => messages.push(written) > 0 },
    signal: stop.signal,
  })
  return { code, out: out.join(''), messages: messages.join(''), there, here, asking }
}

const module = () => folderOf({ 'main.tf': 'output "a" {\n  value = 1\n}\n' })

describe('engine-publish token', () => {
  test('asks GitHub for an ID token, exchanges it, and prints the token and nothing else', async () => {
    const { code, out, messages, there, here, asking } = await job(['token'], { [exchanging]: exchanged })
    expect({ code, out, messages }).toEqual({ code: 0, out: `${own}\n`, messages: '' })
    expect(here.requests()).toEqual([asking])
    expect(here.asked[0]?.headers['authorization']).toBe('Bearer a-request-token')
    expect(there.requests(), 'a token that was printed is not ended').toEqual([exchanging])
    expect(there.asked[0]).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: jwt }),
    })
    expect(there.asked[0]?.headers['authorization']).toBeUndefined()
  })

  test('exchanges what GitLab gave the job', async () => {
    const { code, out, messages, there, here } = await job(
      ['token'],
      { [exchanging]: exchanged },
      { ci: 'GitLab' },
    )
    expect({ code, out, messages }).toEqual({ code: 0, out: `${own}\n`, messages: '' })
    expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({ token: jwt })
    expect(here.asked).toEqual([])
  })

  test('sends what is wanted, and asks for the audience that is named', async () => {
    const wanted = ['--scopes', 'registry,workspaces', '--organization', 'acme', '--identity', 'plan']
    const { code, there } = await job(
      ['token', ...wanted, '--audience', 'engine'],
      { [exchanging]: exchanged },
      { audience: 'engine' },
    )
    expect(code).toBe(0)
    expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({
      token: jwt,
      organization: 'acme',
      identity: 'plan',
      scopes: ['registry', 'workspaces'],
    })
  })

  test('prints no token that was given, and asks nothing', async () => {
    const stored = { ENGINE_TOKEN: 'a-stored-secret' }
    const { code, out, messages, there } = await job(['token'], {}, { ci: 'none', env: stored })
    expect({ code, out, asked: there.asked }).toEqual({ code: 2, out: '', asked: [] })
    expect(messages).toContain('ENGINE_ID_TOKEN')
    expect(messages).not.toContain('a-stored-secret')
  })

  test.each([
    [['token', '--token-file', 'x'], 'takes no --token-file; a folder of that name is ./token'],
    [['token', ...publication], 'takes no --to, --version'],
    [['token', 'folder'], 'takes no folder'],
    [['.', '--scopes', 'read', '--dry-run'], '--scopes is an option of engine-publish token alone'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, out, messages, there } = await job(args, { [exchanging]: exchanged })
    expect({ code, out, asked: there.asked }).toEqual({ code: 2, out: '', asked: [] })
    expect(messages).toContain(message)
  })
})

describe('a refused exchange ends with 1, prints no token, and says', () => {
  const refused = (status: number, ...errors: object[]): Script => ({
    [exchanging]: { status, body: { errors }, headers: { 'Retry-After': '0.01' } },
  })
  const told = async (platform: Script, ci: Ci = 'GitHub') => {
    const { code, out, messages, there } = await job(['token'], platform, { ci })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(messages).not.toContain(jwt)
    return { messages, url: there.url, requests: there.requests() }
  }

  test('which audience was asked for', async () => {
    const { messages, url } = await told(refused(401, { title: 'unauthorized' }))
    expect(messages).toBe(
      `engine-publish: ${url} does not accept the ID token of this job\n` +
        `The CI system was asked for the audience ${url}; --audience names another\n`,
    )
  })

  test('of the one that GitLab gave, which audience it needs', async () => {
    const { messages, url } = await told(refused(401, { title: 'unauthorized' }), 'GitLab')
    expect(messages).toContain(
      `ENGINE_ID_TOKEN must be for an audience that it accepts, such as ${url}, and is`,
    )
  })

  test('which claims were compared, without what would move the cursor of a terminal', async () => {
    const claims = {
      repository: 'acme/network',
      repository_id: 7,
      ref: 'refs/heads/a\u001b[2Kb',
      environment: null,
    }
    const error = { title: 'invalid attribute', detail: 'Token fits no CI identity', meta: { claims } }
    const { messages } = await told(refused(422, error))
    expect(messages).toBe(
      'engine-publish: Token fits no CI identity\n' +
        '  repository = acme/network\n  repository_id = 7\n  ref = refs/heads/a\ufffd[2Kb\n  environment = null\n',
    )
  })

  test.each([
    ["Organization can't be blank", '--organization names it'],
    ['Token fits several CI identities: plan, release', '--identity names one'],
  ])('after %j, which option helps', async (detail, hint) => {
    const { messages } = await told(refused(422, { title: 'invalid attribute', detail }))
    expect(messages).toBe(`engine-publish: ${detail}; ${hint}\n`)
  })

  test('after several tries that the platform is too busy', async () => {
    const { messages, requests } = await told(refused(429, { title: 'Too many requests' }))
    expect(messages).toContain('the platform refused (429): Too many requests')
    expect(requests).toEqual(Array(5).fill(exchanging))
  })

  test('after several tries that the issuer does not answer, and to come again: not that the audience is wrong', async () => {
    const detail = 'The issuer of the token does not answer with its keys. Try again in half a minute'
    const { code, out, messages, there } = await job(
      ['token', '--organization', 'acme'],
      refused(503, { title: 'service unavailable', detail }),
    )
    expect({ code, out, requests: there.requests() }).toEqual({
      ...{ code: 3, out: '', requests: Array(5).fill(exchanging) },
    })
    expect(messages).toBe(
      `engine-publish: ${there.url} cannot exchange the ID token of this job now: ${detail}\n` +
        'Run the job again in a few minutes\n',
    )
  })

  test('nothing, where the issuer answers after all', async () => {
    let tries = 0
    const away: Said = { status: 503, body: { errors: [] }, headers: { 'Retry-After': '0.01' } }
    const { code, out, there } = await job(['token'], {
      [exchanging]: () => (++tries < 3 ? away : exchanged),
    })
    expect({ code, out }).toEqual({ code: 0, out: `${own}\n` })
    expect(there.requests()).toHaveLength(3)
  })

  test('that an answer without a token is none', async () => {
    const { messages } = await told({
      [exchanging]: { status: 201, body: { data: { id: 'at-1', attributes: {} } } },
    })
    expect(messages).toContain('the platform refused (201)')
  })
})

describe('a CI system that gives no ID token', () => {
  test.each<[string, number, Said, string]>([
    ['refuses', 1, { status: 403, body: 'secret details' }, 'answers 403'],
    ['answers something else', 1, { status: 200, body: '<html>' }, 'answers 200'],
    ['answers without a value', 1, { status: 200, body: { value: null } }, 'answers 200'],
    ['answers with what is no token', 1, { status: 200, body: { value: 'a b' } }, 'answers 200'],
    ['answers too much', 3, { status: 200, body: { value: 'x'.repeat(70_000) } }, 'the answer is too large'],
  ])('because it %s is told, and the platform is not asked', async (_what, expected, said, message) => {
    const { code, out, messages, there, here } = await job(
      ['token'],
      { [exchanging]: exchanged },
      { service: { [giving]: said } },
    )
    expect({ code, out, asked: there.asked }).toEqual({ code: expected, out: '', asked: [] })
    expect(messages).toContain(here.url)
    expect(messages).toContain(message)
    expect(messages).not.toMatch(/a-request-token|secret details/)
  })

  test('but leads elsewhere is not followed with the secret', async () => {
    const elsewhere = await service({ 'GET /': given })
    const redirect: Said = { status: 302, headers: { location: `${elsewhere.url}/` } }
    const { code, messages } = await job(['token'], {}, { service: { [giving]: redirect } })
    expect(code).toBe(1)
    expect(messages).toContain('answers 302')
    expect(elsewhere.asked).toEqual([])
  })

  test('because it is away ends with 3', async () => {
    const { code, messages } = await job(
      ['token'],
      {},
      {
        env: { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:1/?x' },
      },
    )
    expect(code).toBe(3)
    expect(messages).toContain('http://127.0.0.1:1, which gives the ID tokens of CI, cannot be reached')
  })
})

describe('publishing', () => {
  test.each<Ci>(['GitHub', 'GitLab'])(
    'without a stored secret on %s asks by the namespace, and ends its token afterwards',
    async (ci) => {
      const { code, out, messages, there } = await job(
        [await module(), ...publication],
        { [exchanging]: exchanged, ...publishing, [ending]: ended },
        { ci },
      )
      expect(code, messages).toBe(0)
      expect(out).toContain('Published acme/network/aws 1.0.0')
      expect(there.requests()).toEqual([exchanging, ...Object.keys(publishing), ending])
      expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({ token: jwt, organization: 'acme' })
      const bearers = there.asked.map(({ headers }) => headers['authorization'])
      expect(bearers).toEqual([undefined, `Bearer ${own}`, undefined, `Bearer ${own}`, `Bearer ${own}`])
      expect(out + messages).not.toMatch(new RegExp(`${jwt}|${own}|a-request-token`))
    },
  )

  test('asks by the organization and the identity that are named', async () => {
    const named = ['--organization', 'other', '--identity', 'release']
    const { there } = await job([await module(), ...publication, ...named], { [exchanging]: exchanged })
    expect(JSON.parse(there.asked[0]?.body ?? '')).toEqual({
      token: jwt,
      organization: 'other',
      identity: 'release',
    })
  })

  test('that fails ends its token too', async () => {
    const denied: Said = { status: 403, body: { errors: [{ title: 'forbidden', detail: 'At its limit' }] } }
    const { code, messages, there } = await job([await module(), ...publication], {
      [exchanging]: exchanged,
      [`POST ${versions}/versions`]: denied,
      [ending]: ended,
    })
    expect({ code, messages }).toMatchObject({ code: 1, messages: expect.stringContaining('At its limit') })
    expect(there.requests().at(-1)).toBe(ending)
  })

  test('that is interrupted ends its token too', async () => {
    const stop = new AbortController()
    const silent = () => void stop.abort()
    const { code, there } = await job(
      [await module(), ...publication],
      { [exchanging]: exchanged, [`POST ${versions}/versions`]: silent, [ending]: ended },
      { stop },
    )
    expect(code).toBe(130)
    expect(there.requests()).toEqual([exchanging, `POST ${versions}/versions`, ending])
  })

  test.each<[string, Said]>([
    ['refused', { status: 403, body: { errors: [{ title: 'forbidden' }] } }],
    ['not understood', { status: 502, body: 'Bad gateway' }],
  ])('succeeds where the end of its token is %s, with a warning', async (_what, said) => {
    const platform = { [exchanging]: exchanged, ...publishing, [ending]: said }
    const { code, out, messages } = await job([await module(), ...publication], platform)
    expect(code).toBe(0)
    expect(out).toContain('Published acme/network/aws 1.0.0')
    expect(messages).toContain('Warning: The token of this run was not ended, and ends by itself: ')
  })

  test('by a token that was given exchanges none, and never ends that', async () => {
    const { code, there, here } = await job([await module(), ...publication], publishing, {
      env: { ENGINE_TOKEN: 'a-stored-secret' },
    })
    expect(code).toBe(0)
    expect(there.requests()).toEqual(Object.keys(publishing))
    expect(there.asked[0]?.headers['authorization']).toBe('Bearer a-stored-secret')
    expect(here.asked).toEqual([])
  })

  test('of a folder that does not parse exchanges nothing', async () => {
    const folder = await folderOf({ 'main.tf': 'output "a" {\n' })
    const { code, there, here } = await job([folder, ...publication], { [exchanging]: exchanged })
    expect({ code, asked: [...there.asked, ...here.asked] }).toEqual({ code: 4, asked: [] })
  })
})

describe('a dry run', () => {
  test('of a folder alone needs no token and exchanges none', async () => {
    const { code, there, here } = await job([await module(), '--dry-run'], { [exchanging]: exchanged })
    expect({ code, asked: [...there.asked, ...here.asked] }).toEqual({ code: 0, asked: [] })
  })

  test('that compares exchanges one, and ends it', async () => {
    const { code, out, messages, there } = await job(
      [await module(), '--dry-run', '--to', 'acme/network/aws'],
      {
        [exchanging]: exchanged,
        [listing]: { status: 200, body: { data: [] } },
        [ending]: ended,
      },
    )
    expect(code, messages).toBe(0)
    expect(out).toContain('this would be its first version')
    expect(there.requests()).toEqual([exchanging, `GET ${versions}`, listing, ending])
  })
})
