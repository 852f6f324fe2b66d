import { rule } from '@engine/shared/rule'
import { afterEach, describe, expect, test } from 'vitest'
import { auditOf, registry } from '../modules/module-requests.js'
import { createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, documentOf, graphql, notFoundBody } from '../rest.js'
import {
  detailPath,
  downloadPath,
  fresh,
  nameIn,
  startNamespace,
  versionsPath,
} from './provider-namespace.js'
import { releaseProvider } from './signed-provider.js'

const { app, owner, acme, pair, listed } = await startNamespace()
const member = await app.make.member(acme)
const address = fresh(app)
for (const version of ['1.0.0', '1.1.0']) await releaseProvider(app, owner, address, pair, { version })

afterEach(async () => {
  for (const path of [providerPath(address), versionPath('1.0.0'), versionPath('1.1.0')])
    await set(path, 'Undeprecated')
})

const leak = { reason: 'It leaks', link: 'https://news.example/leak' }

const versionPath = (version: string) => `${providerPath(address)}/versions/${version}`

async function set(path: string, status: string, facts: object = leak) {
  const body = documentOf('', { deprecation: { 'deprecated-status': status, ...facts } })
  const answer = await as(app, owner).patch(path, { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.attributes.deprecation
}

const warnings = async () => (await registry(app, member, versionsPath(address))).body.warnings

describe('a deprecated version of a provider', () => {
  rule('§12 providers', 'A version is deprecated by `PATCH` as those of modules are, and shows it')
  rule('§12 providers', 'A deprecated version adds a line to `warnings` of the versions document')
  test('works as before, and the versions document warns of it', async () => {
    expect(await warnings()).toBeUndefined()
    const shown = { 'deprecated-status': 'Deprecated', ...leak }
    expect(await set(versionPath('1.0.0'), 'Deprecated')).toEqual(shown)
    const { body } = await as(app, member).get(versionPath('1.0.0'))
    expect(body.data.attributes.deprecation).toEqual(shown)
    expect(await warnings()).toEqual([
      `Acme/${nameIn(address)} 1.0.0 is deprecated: It leaks See https://news.example/leak`,
    ])
    expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
    expect((await registry(app, member, downloadPath(address))).status).toBe(200)
    expect(await set(versionPath('1.0.0'), 'Undeprecated', {})).toBeNull()
    expect(await warnings()).toBeUndefined()
  })
})

describe('a revoked version of a provider', () => {
  rule('§12 providers', 'A revoked version is listed nowhere, its download is 410 with the reason')
  test('is in no list, its download is gone for the reason given, and its files are no more', async () => {
    const { download_url: link } = (await registry(app, member, downloadPath(address, '1.1.0'))).body
    await set(versionPath('1.1.0'), 'Revoked')
    expect(await listed(address)).toEqual(['1.0.0'])
    expect(await warnings()).toBeUndefined()
    for (const path of [downloadPath(address, '1.1.0'), detailPath(address, '1.1.0')]) {
      const { status, body } = await registry(app, member, path)
      expect([status, body], path).toEqual([410, { errors: ['It leaks'] }])
      expect((await registry(app, await app.make.user(), path)).status).toBe(404)
    }
    expect((await app.http.get(link)).status).toBe(404)
    await set(versionPath('1.1.0'), 'Undeprecated')
    expect((await registry(app, member, downloadPath(address, '1.1.0'))).status).toBe(200)
    expect((await app.http.get(link)).status).toBe(200)
  })

  test('is revoked and taken back as the vendor’s clients do, to the deprecation that was there', async () => {
    await set(versionPath('1.1.0'), 'Deprecated')
    const change = async (status: string) => {
      const attributes = { revocation: { status, message: 'Worse', link: '' } }
      const { body } = await as(app, owner).patch(versionPath('1.1.0'), { body: documentOf('', attributes) })
      return body.data.attributes.deprecation
    }
    expect(await change('Revoked')).toEqual({ 'deprecated-status': 'Revoked', reason: 'Worse', link: null })
    expect(await listed(address)).toEqual(['1.0.0'])
    expect(await change('Unrevoked')).toEqual({ 'deprecated-status': 'Deprecated', ...leak })
  })
})

describe('a provider of which nothing is left', () => {
  rule('§12 providers', 'A private provider all of whose versions are revoked says why')
  test('lists one entry that no constraint takes, with the reasons of its versions', async () => {
    await set(versionPath('1.1.0'), 'Revoked')
    await set(versionPath('1.0.0'), 'Revoked', { reason: 'Too old' })
    expect((await registry(app, member, versionsPath(address))).body).toEqual({
      versions: [{ version: '0.0.0-not-available', protocols: [], platforms: [] }],
      warnings: [
        `Acme/${nameIn(address)} 1.1.0 is revoked: It leaks See https://news.example/leak`,
        `Acme/${nameIn(address)} 1.0.0 is revoked: Too old`,
      ],
    })
    for (const path of [detailPath, downloadPath].map((of) => of(address, '0.0.0-not-available'))) {
      const { status, body } = await registry(app, member, path)
      expect([status, body], path).toEqual([404, { errors: ['Not Found'] }])
    }
    await set(versionPath('1.0.0'), 'Undeprecated')
    expect(await listed(address)).toEqual(['1.0.0'])
    expect(await warnings()).toBeUndefined()
  })

  test('says so of the provider alone where that is revoked itself', async () => {
    await set(versionPath('1.1.0'), 'Revoked')
    await set(providerPath(address), 'Revoked', { reason: 'Unsafe' })
    expect((await registry(app, member, versionsPath(address))).body).toEqual({
      versions: [{ version: '0.0.0-not-available', protocols: [], platforms: [] }],
      warnings: [`Acme/${nameIn(address)} is revoked: Unsafe`],
    })
  })

  test('is empty as before where nothing was ever published', async () => {
    const waiting = fresh(app)
    await createProvider(app, owner, waiting)
    await createProviderVersion(app, owner, waiting, '1.0.0')
    expect((await registry(app, member, versionsPath(waiting))).body).toEqual({ versions: [] })
  })
})

describe('a provider as a whole', () => {
  rule('§12 providers', 'A provider is deprecated by `PATCH`, and adds a line to `warnings`')
  test('is deprecated with one line, and its versions install as before', async () => {
    const { id } = (await as(app, owner).get(providerPath(address))).body.data
    expect(await set(providerPath(address), 'Deprecated', { reason: 'Use acme/sky' })).toEqual({
      ...{ 'deprecated-status': 'Deprecated', reason: 'Use acme/sky', link: null },
    })
    expect(await warnings()).toEqual([`Acme/${nameIn(address)} is deprecated: Use acme/sky`])
    expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
    const [event] = (await auditOf(app, id)).slice(-1)
    expect(event).toMatchObject({
      action: 'registry-provider.deprecate',
      before: { deprecation: null },
      after: { deprecation: { status: 'deprecated', reason: 'Use acme/sky' } },
    })
  })

  rule('§12 providers', 'Of a revoked provider no version is listed or downloaded')
  test('is revoked with all its versions, and restored with them', async () => {
    await set(providerPath(address), 'Revoked')
    expect(await listed(address)).toEqual(['0.0.0-not-available'])
    expect(await warnings()).toEqual([
      `Acme/${nameIn(address)} is revoked: It leaks See https://news.example/leak`,
    ])
    const gone = await registry(app, member, downloadPath(address))
    expect([gone.status, gone.body]).toEqual([410, { errors: ['It leaks'] }])
    await set(providerPath(address), 'Undeprecated')
    expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
    expect((await registry(app, member, downloadPath(address))).status).toBe(200)
  })
})

describe('what cannot be deprecated', () => {
  test('is a version that is not published, and a public provider: 422 at the attribute', async () => {
    const waiting = fresh(app)
    await createProvider(app, owner, waiting)
    await createProviderVersion(app, owner, waiting, '1.0.0')
    await createProvider(app, owner, `Acme/public/hashicorp/${nameIn(waiting)}`)
    const asked = {
      deprecation: { 'deprecated-status': 'Revoked' },
      revocation: { status: 'Revoked' },
    }
    for (const path of [
      `${providerPath(waiting)}/versions/1.0.0`,
      providerPath(`Acme/public/hashicorp/${nameIn(waiting)}`),
    ])
      for (const [name, value] of Object.entries(asked)) {
        const body = documentOf('', { [name]: value })
        const { status, body: answer } = await as(app, owner).patch(path, { body })
        expect([status, answer.errors[0].source], path).toEqual([
          422,
          { pointer: `/data/attributes/${name}` },
        ])
      }
    const { body } = await as(app, owner).get(providerPath(`Acme/public/hashicorp/${nameIn(waiting)}`))
    expect(body.data.attributes.deprecation).toBeNull()
  })

  test.each([
    { 'deprecated-status': 'Gone' },
    { 'deprecated-status': 'Revoked', link: 'javascript:alert(1)' },
    { 'deprecated-status': 'Revoked', reason: 'a'.repeat(1001) },
    'Revoked',
    {},
  ])('is anything by %j, and nothing changes', async (deprecation) => {
    const body = documentOf('', { deprecation })
    for (const path of [providerPath(address), versionPath('1.0.0')])
      expect((await as(app, owner).patch(path, { body })).status).toBe(422)
    expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
    expect(await warnings()).toBeUndefined()
  })

  test('is anything by a member without the right, nor by a token that publishes only: 404', async () => {
    const publisher = await app.make.token(owner, { scopes: [`publish:Acme/${nameIn(address)}`] })
    const body = documentOf('', { deprecation: { 'deprecated-status': 'Revoked' } })
    for (const caller of [member, publisher])
      for (const path of [providerPath(address), versionPath('1.0.0')]) {
        const answer = await as(app, caller).patch(path, { body })
        expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      }
    expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
  })
})

test('with a stale tag nothing changes: 412', async () => {
  for (const path of [providerPath(address), versionPath('1.0.0')]) {
    const { headers } = await as(app, owner).get(path)
    await set(path, 'Deprecated')
    const body = documentOf('', { deprecation: { 'deprecated-status': 'Revoked' } })
    const stale = { 'If-Match': headers['etag'] as string }
    expect((await as(app, owner).patch(path, { body, headers: stale })).status).toBe(412)
  }
  expect(await listed(address)).toEqual(['1.1.0', '1.0.0'])
})

test('GraphQL deprecates and shows it as REST does', async () => {
  const { id } = (await as(app, owner).get(versionPath('1.0.0'))).body.data
  const changed = await graphql(
    app,
    owner,
    `
      mutation ($input: RegistryProviderVersionUpdateInput!) {
        registryProviderVersionUpdate(input: $input) {
          registryProviderVersion {
            deprecation {
              status
              reason
              link
            }
          }
          userErrors {
            message
          }
        }
      }
    `,
    { input: { id, deprecation: { status: 'REVOKED', ...leak }, reason: 'As reported' } },
  )
  expect(changed.data?.['registryProviderVersionUpdate']).toEqual({
    registryProviderVersion: { deprecation: { status: 'REVOKED', ...leak } },
    userErrors: [],
  })
  const { body } = await as(app, owner).get(versionPath('1.0.0'))
  expect(body.data.attributes.deprecation).toEqual({ 'deprecated-status': 'Revoked', ...leak })
  expect(await listed(address)).toEqual(['1.1.0'])
})
