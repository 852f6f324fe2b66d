import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import { as, dataOf, documentOf, notFoundBody } from '../rest.js'
import { taking } from './interfaces.js'
import { createModule, forgedLink, modulePath, pathOf, publish, put, type Caller } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', MODULE_UPLOAD_LIMIT: '100000' })
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme)
const address = 'acme/network/aws'
const { id } = await createModule(app, owner, address, { 'module-interface-policy': 'refuse' })
await publish(app, owner, address, '1.2.4', taking('cidr', 'name'))

async function checkUrl(by: Caller, version: string): Promise<string | null> {
  const query = `query ($id: ID!, $version: String!) { registryModule(id: $id) { interfaceCheckUrl(version: $version) } }`
  const module = (await dataOf(app, by, query, { id, version }))['registryModule'] as {
    readonly interfaceCheckUrl: string | null
  }
  return module.interfaceCheckUrl
}

const linkOf = async (by: Caller, version: string): Promise<string> =>
  pathOf((await checkUrl(by, version)) ?? '')

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.storage.list('modules')) keys.push(key)
  return keys
}

rule(
  '§17 guard',
  'Sources are judged before they are published, for those who may publish; nothing of them is kept',
)
test('says what sources would break as a version, and keeps nothing', async () => {
  const before = await storedFiles()
  const link = await linkOf(owner, '1.3.0')
  const breaking = await put(app, link, taking('name'))
  expect([breaking.status, breaking.body]).toEqual([
    200,
    {
      comparedWith: '1.2.4',
      step: 'minor',
      wantedStep: 'major',
      breaking: [{ path: '', kind: 'input', name: 'cidr', reason: 'input-removed' }],
      breakingCount: 1,
      missingStep: 'major',
      breaksPromise: true,
      policy: 'refuse',
      refused: true,
      sentence: '1.3.0 breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0.',
      wantedVersion: '2.0.0',
    },
  ])
  // The link is good for another try.
  expect((await put(app, link, taking('cidr', 'name'))).body).toMatchObject({
    refused: false,
    sentence: null,
    wantedVersion: null,
  })
  expect((await put(app, await linkOf(owner, '2.0.0+b.1'), taking('name'))).body).toMatchObject({
    ...{ step: 'major', wantedStep: 'major', breakingCount: 1, refused: false, sentence: null },
  })
  expect(await storedFiles()).toEqual(before)
  const module = await as(app, owner).get(modulePath(address))
  expect(module.body.data.attributes['version-statuses']).toEqual([{ version: '1.2.4', status: 'ok' }])
})

test('is refused as an upload is, with the reason, and keeps nothing of that either', async () => {
  const before = await storedFiles()
  const link = await linkOf(owner, '1.3.0')
  const rubbish = await put(app, link, Buffer.from('rubbish'))
  expect([rubbish.status, rubbish.body.errors[0].detail]).toEqual([
    422,
    expect.stringMatching(/not a gzip file/),
  ])
  expect((await put(app, link, Buffer.alloc(100_001))).status).toBe(413)
  expect(await storedFiles()).toEqual(before)
})

test('is for who may publish a version of the module, as long as that is so', async () => {
  expect(await checkUrl(member, '1.3.0')).toBeNull()
  expect(await checkUrl(owner, 'v1')).toBeNull()
  const link = await linkOf(owner, '1.3.0')
  expect((await put(app, forgedLink(link), taking('name'))).status).toBe(404)
  expect((await put(app, link.replace('1.3.0', '1.4.0'), taking('name'))).status).toBe(404)
  const manager = await app.make.manager(acme, { manageModules: true })
  const ended = await linkOf(manager, '1.3.0')
  await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
  expect((await put(app, ended, taking('name'))).body).toEqual(notFoundBody)
})

rule('§17 guard', 'The comparison of two versions over REST: 404 when one is missing, 422 for the same twice')
test('two versions are compared over REST', async () => {
  await publish(app, owner, address, '2.0.0', taking('name', 'tags'))
  const path = `${modulePath(address)}/comparison`
  const answer = await as(app, member).get(`${path}?from=1.2.4&to=2.0.0`)
  expect([answer.status, answer.body.data.type, answer.body.data.attributes]).toEqual([
    200,
    'module-comparisons',
    {
      from: '1.2.4',
      to: '2.0.0',
      'missing-step': null,
      'breaking-count': 1,
      changes: [
        {
          ...{ path: '', kind: 'input', name: 'cidr', change: 'removed', breaking: 'input-removed' },
          facts: expect.arrayContaining([{ name: 'default', before: '"x"', after: null }]),
        },
        {
          ...{ path: '', kind: 'input', name: 'tags', change: 'added', breaking: null },
          facts: expect.arrayContaining([{ name: 'default', before: null, after: '"x"' }]),
        },
      ],
    },
  ])
  for (const query of ['?from=1.2.4&to=3.0.0', '?from=v1&to=2.0.0', '?from=3.0.0&to=3.0.0'])
    expect((await as(app, member).get(path + query)).status, query).toBe(404)
  const same = await as(app, member).get(`${path}?from=2.0.0&to=2.0.0%2Bb`)
  expect([same.status, same.body.errors[0].source]).toEqual([422, { parameter: 'to' }])
  for (const [query, parameters] of [
    ['', ['from', 'to']],
    ['?from=1.2.4', ['to']],
    ['?from=&to=2.0.0', ['from']],
  ] as const) {
    const { status, body } = await as(app, member).get(path + query)
    const sources = (body.errors as { source: { parameter: string } }[]).map(({ source }) => source.parameter)
    expect([status, sources], query).toEqual([400, parameters])
  }
  const stranger = await app.make.user()
  expect((await as(app, stranger).get(`${path}?from=1.2.4&to=2.0.0`)).status).toBe(404)
  expect((await as(app, owner).post(path, { body: documentOf('module-comparisons', {}) })).status).toBe(405)
})

test('does not look for the folders that sources call: nothing but sources is sent', async () => {
  const sources = 'module "rules" {\n  source = "./rules"\n}\nvariable "cidr" {}\nvariable "name" {}\n'
  const answer = await put(app, await linkOf(owner, '1.3.0'), archive(file('main.tf', sources)))
  expect([answer.status, answer.body.policy], answer.text).toEqual([200, 'refuse'])
})
