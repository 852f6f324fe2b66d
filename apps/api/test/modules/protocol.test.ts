import { createHash } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'
import {
  archiveLink,
  createModule,
  listed,
  moduleArchive,
  modulePath,
  publish,
  publishModule,
  registry,
  uploadLink,
} from './module-requests.js'

const archive = moduleArchive()

const app = await startTestApp({ LOG_LEVEL: 'silent', ENGINE_ALIASES: 'terraform,other' })
const owner = await app.make.user('ana')
const member = await app.make.member(await app.make.organization(owner, 'Acme'))
await createModule(app, owner, 'Acme/Network/aws')
await publish(app, owner, 'Acme/Network/aws', '1.2.0', archive)

const checksum = createHash('sha256').update(archive).digest('hex')
const mounts = ['/v1/modules', '/api/registry/v1/modules']
const notFound = { errors: ['Not Found'] }

/** Publishes versions of a new module. */
async function moduleWith(name: string, versions: readonly string[]): Promise<string> {
  const address = `Acme/${name}/aws`
  await createModule(app, owner, address)
  for (const version of versions) await publish(app, owner, address, version)
  return address
}

describe.each(mounts)('versions under %s', (mount) => {
  rule('§7 versions', 'Newest first, releases above their pre-releases')
  test('tells the source and its versions, newest first, releases above their pre-releases', async () => {
    const versions = ['1.9.0', '1.10.0', '2.0.0-rc.1', '2.0.0', '1.10.0-beta.2', '1.10.0-beta.11']
    const address = await moduleWith(`sorted${mounts.indexOf(mount)}`, versions)
    await uploadLink(app, owner, address, '3.0.0')
    const answer = await registry(app, member, `${mount}/${address}/versions`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.body).toEqual({
      modules: [
        {
          source: address,
          versions: ['2.0.0', '2.0.0-rc.1', '1.10.0', '1.10.0-beta.11', '1.10.0-beta.2', '1.9.0'].map(
            (version) => ({
              version,
              deprecation: null,
              root: { providers: [], dependencies: [] },
              submodules: [],
            }),
          ),
        },
      ],
    })
  })

  test('finds namespace and name in any case, and answers as they were created', async () => {
    const answer = await registry(app, member, `${mount}/ACME/network/aws/versions`)
    expect(answer.body.modules[0].source).toBe('Acme/Network/aws')
  })

  test('carries a tag, and answers 304 while nothing changed', async () => {
    const path = `${mount}/Acme/Network/aws/versions`
    const first = await registry(app, member, path)
    const headers = { 'If-None-Match': first.headers['etag'] }
    const second = await registry(app, owner, path, { headers })
    expect([second.status, second.text]).toEqual([304, ''])
    expect(second.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' })
    const head = await registry(app, member, path, { method: 'head' })
    expect([head.status, head.headers['etag']]).toEqual([200, first.headers['etag']])
    expect(head.headers['content-length']).toBe(String(first.text.length))
  })

  test('of a module without any is an empty list', async () => {
    const address = await moduleWith(`empty${mounts.indexOf(mount)}`, [])
    expect(await listed(app, owner, address)).toEqual([])
  })
})

describe.each(mounts)('download under %s', (mount) => {
  rule('Spec modules', 'A download has no body and the location in `X-Engine-Get`')
  rule('§1 aliases', 'The download endpoint sends the header of each word with the same value')
  rule(
    '§7 download',
    '204 without a body and `X-Engine-Get`: root-relative, `.tar.gz`, with the checksum; HEAD answers the same',
  )
  test.each(['get', 'head'] as const)(
    'by %s answers 204 with the location and its alias twins',
    async (method) => {
      const answer = await registry(app, member, `${mount}/Acme/Network/aws/1.2.0/download`, { method })
      expect(answer.status).toBe(204)
      expect(answer.text ?? '').toBe('')
      expect(answer.headers['content-type']).toBeUndefined()
      const location = answer.headers['x-engine-get'] ?? ''
      expect(location).toMatch(/^\/(api|v1)\/[^?]*\.tar\.gz\?checksum=sha256:[0-9a-f]{64}&/)
      expect(new URL(location, app.url).searchParams.get('checksum')).toBe(`sha256:${checksum}`)
      expect(answer.headers['x-terraform-get']).toBe(location)
      expect(answer.headers['x-other-get']).toBe(location)
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' })
    },
  )

  rule('Spec modules', '302 redirects to the latest version, whichever it is at the time')
  rule('§7 download', 'Without a version it is 302 to the newest release')
  test('without a version leads to the newest release, under the same mount', async () => {
    const address = await moduleWith(`newest${mounts.indexOf(mount)}`, [
      '1.0.0',
      '1.10.0',
      '1.9.0',
      '2.0.0-rc.1',
    ])
    const answer = await registry(app, member, `${mount}/${address}/download`)
    expect(answer.status).toBe(302)
    expect(answer.headers['location']).toBe(`${mount}/${address}/1.10.0/download`)
    expect((await registry(app, member, answer.headers['location'] ?? '')).status).toBe(204)
  })

  rule(
    '§7 download',
    'Without a version it is 302 to the newest release … to a pre-release only where there is nothing else',
  )
  test('leads to a pre-release only where there is nothing else', async () => {
    const address = await moduleWith(`pre${mounts.indexOf(mount)}`, ['1.0.0-alpha', '1.0.0-beta+build.1'])
    const answer = await registry(app, member, `${mount}/${address}/download`)
    expect(answer.headers['location']).toBe(`${mount}/${address}/1.0.0-beta%2Bbuild.1/download`)
    expect((await registry(app, member, answer.headers['location'] ?? '')).status).toBe(204)
    expect((await registry(app, member, `${mount}/${address}/1.0.0-beta/download`)).status).toBe(204)
  })

  rule('§7 download', 'What was not published is 404')
  test('of what was not published is a miss', async () => {
    const address = await moduleWith(`waiting${mounts.indexOf(mount)}`, [])
    await uploadLink(app, owner, address, '1.0.0')
    for (const path of ['/download', '/1.0.0/download', '/2.0.0/download', '/latest/download']) {
      const answer = await registry(app, member, `${mount}/${address}${path}`)
      expect([answer.status, answer.body], path).toEqual([404, notFound])
    }
  })
})

describe.each(mounts)('a caller under %s', (mount) => {
  const versions = `${mount}/Acme/Network/aws/versions`

  rule('§7 mounts', 'A bearer token is needed')
  test.each([undefined, 'nonsense', 'at-unknown.atlasv1.token'])(
    'with %j for a token gets 401',
    async (token) => {
      const answer = await registry(app, token, versions)
      expect(answer.status).toBe(401)
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.body).toEqual({ errors: ['Unauthorized'] })
      expect((await registry(app, token, mount)).status).toBe(401)
    },
  )

  rule('Spec module errors', 'The body of 401 is `{errors: [text, …]}` on every path … of 404')
  rule('§7 visibility', 'Anything else is 404 `{"errors":["Not Found"]}`, whether it is there or not')
  test('gets the same 404 for modules of another organization, missing ones, and impossible names', async () => {
    const stranger = await app.make.user()
    const paths = [
      versions,
      `${mount}/Acme/Network/aws/1.2.0/download`,
      `${mount}/Acme/Network/aws/download`,
      `${mount}/Acme/gone/aws/versions`,
      `${mount}/missing/Network/aws/versions`,
      `${mount}/Acme/-bad-/aws/versions`,
      `${mount}/Acme/Network/AWS/versions`,
      `${mount}/Acme/%00/aws/versions`,
      `${mount}/Acme/%ff/aws/versions`,
      `${mount}/Acme/Network/aws/versions/more`,
    ]
    const seen = new Set<string>()
    for (const path of paths) {
      const answer = await registry(app, stranger, path)
      expect([answer.status, answer.body], path).toEqual([404, notFound])
      expect(answer.headers['etag']).toBeUndefined()
      seen.add(JSON.stringify({ ...answer.headers, date: '', 'x-request-id': '' }))
    }
    expect([...seen]).toHaveLength(1)
  })

  test('may only read: another method is 405, but 404 for a stranger', async () => {
    for (const path of [
      versions,
      `${mount}/Acme/Network/aws/1.2.0/download`,
      `${mount}/Acme/Network/aws/download`,
    ]) {
      const answer = await registry(app, owner, path, { method: 'post' })
      expect([answer.status, answer.body]).toEqual([405, { errors: ['Method Not Allowed'] }])
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS')
      const options = await registry(app, owner, path, { method: 'options' })
      expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
      expect((await registry(app, await app.make.user(), path, { method: 'post' })).status).toBe(404)
    }
  })

  test('with a token that may only use the registry, reads', async () => {
    const token = await app.make.token(member, { scopes: ['registry'] })
    expect((await registry(app, token, versions)).status).toBe(200)
    const link = await archiveLink(app, token, 'Acme/Network/aws', '1.2.0')
    expect((await app.http.get(link)).status).toBe(200)
    expect((await as(app, token).get(modulePath('Acme/Network/aws'))).status).toBe(200)
    expect((await as(app, token).get('/organizations/Acme')).status).toBe(404)
  })
})

rule(
  'Spec module errors',
  'The body of 401 is `{errors: [text, …]}` on every path … of 429, which says how long to wait',
)
rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path … 429')
test('the registry has a limit of its own: 429 with the time to wait', async () => {
  const limited = await startTestApp({ LOG_LEVEL: 'silent', REGISTRY_RATE_LIMIT: '4' })
  const ana = await limited.make.user()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => registry(limited, ana, '/v1/modules/acme/network/aws/versions')),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(1)
  expect(refused[0]?.body).toEqual({ errors: ['Too Many Requests'] })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(answers[0]?.headers['x-ratelimit-limit']).toBe('4')
  expect((await as(limited, ana).get('/account/details')).headers['x-ratelimit-limit']).toBe('0')
})

test('an archive counts for the caller that its link was made for, from whatever address it is asked', async () => {
  const limited = await startTestApp({ LOG_LEVEL: 'silent', REGISTRY_RATE_LIMIT: '5' })
  const ana = await limited.make.user()
  await limited.make.organization(ana, 'acme')
  await publishModule(limited, ana, 'acme/network/aws', '1.0.0')
  const link = await archiveLink(limited, ana, 'acme/network/aws', '1.0.0')
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await limited.http.head(link)).status),
  )
  expect(statuses).toContain(429)
  expect(statuses).toContain(200)
  const ben = await limited.make.user()
  expect((await registry(limited, ben, '/v1/modules/acme/network/aws/versions')).status).toBe(404)
})

rule(
  'Spec module errors',
  'The body of 401 is `{errors: [text, …]}` on every path … of 500, without its cause',
)
rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path … 500')
test('a failure of our own is 500 without any of its cause', async () => {
  const broken = await startTestApp({ LOG_LEVEL: 'silent' })
  const ana = await broken.make.user()
  await broken.prisma.$executeRaw`ALTER TABLE organizations RENAME TO renamed`
  const answer = await registry(broken, ana, '/v1/modules/acme/network/aws/versions')
  expect([answer.status, answer.body]).toEqual([500, { errors: ['Internal Server Error'] }])
})

rule('§7 archives', 'It lives 5 minutes')
test('a link of five minutes ago is no good any more', async () => {
  const link = await archiveLink(app, member, 'Acme/Network/aws', '1.2.0')
  app.clock.move(minutes(5) - 1000)
  expect((await app.http.head(link)).status).toBe(200)
  app.clock.move(1000)
  const late = await app.http.get(link)
  expect([late.status, late.body]).toEqual([404, notFound])
})
