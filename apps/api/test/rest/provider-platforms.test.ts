import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { auditOf, pathOf, put } from '../modules/module-requests.js'
import { createPlatform, createProviderVersion, freshProvider, providerPath, shown } from '../providers.js'
import { as, detailsOf, documentOf, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'Acme')

const platform = (attributes: object): object => documentOf('registry-provider-platforms', attributes)

describe('platforms', () => {
  rule('§6 platforms', 'POST is 201 with an upload link; show and list know it')
  test('creation answers 201 with an upload link; show and list know it', async () => {
    const address = await freshProvider(app, owner)
    const { id } = await createProviderVersion(app, owner, address, '1.0.0')
    const attributes = { os: 'linux', arch: 'amd64', shasum: 'any text', filename: 'a file.zip' }
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const answer = await as(app, owner).post(path, { body: platform(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^provpltfrm-[A-Za-z0-9]{16}$/),
        type: 'registry-provider-platforms',
        attributes: {
          ...attributes,
          'provider-binary-uploaded': false,
          warnings: [],
          permissions: { 'can-delete': true, 'can-upload-asset': true },
        },
        relationships: {
          'registry-provider-version': { data: { id, type: 'registry-provider-versions' } },
        },
        links: {
          self: `/api/v2${path}/linux/amd64`,
          'provider-binary-upload': expect.stringMatching(/^http:\/\/registry\.test\//),
        },
      },
    })
    expect(await shown(app, owner, `${path}/linux/amd64`)).toEqual(answer.body.data)
    expect(await shown(app, owner, path)).toEqual([answer.body.data])
    expect(
      (await shown(app, owner, `${providerPath(address)}/versions/1.0.0`)).relationships.platforms.data,
    ).toEqual([{ id: answer.body.data.id, type: 'registry-provider-platforms' }])
    expect((await as(app, owner).get(`${path}/linux/arm64`)).body).toEqual(notFoundBody)
  })

  rule('§2 sorting', 'Platforms by os and arch')
  test('are listed by os and arch, paged', async () => {
    const address = await freshProvider(app, owner)
    await createProviderVersion(app, owner, address, '1.0.0')
    for (const each of ['linux/arm64', 'darwin/arm64', 'linux/amd64'])
      await createPlatform(app, owner, address, '1.0.0', each)
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const names = (body: { data: { attributes: { os: string; arch: string } }[] }): string[] =>
      body.data.map(({ attributes: a }) => `${a.os}/${a.arch}`)
    expect(names((await as(app, owner).get(path)).body)).toEqual([
      'darwin/arm64',
      'linux/amd64',
      'linux/arm64',
    ])
    const second = await as(app, owner).get(`${path}?page[size]=2&page[number]=2`)
    expect(names(second.body)).toEqual(['linux/arm64'])
    expect(second.body.meta.pagination).toMatchObject({ 'total-count': 3, 'prev-page': 1, 'next-page': null })
  })

  rule('§6 platforms', 'A platform twice is 422 `Platform has already been taken`')
  test('a platform twice is 422, also when many come at once', async () => {
    const address = await freshProvider(app, owner)
    await createProviderVersion(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const body = { data: { attributes: { os: 'linux', arch: 'amd64', shasum: 's', filename: 'f' } } }
    const answers = await Promise.all(
      Array.from({ length: racers }, () => as(app, owner).post(path, { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: racers - 1 }, () => 422),
    ])
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: 'Platform has already been taken' },
    ])
  })

  rule('§6 platforms', '`os`, `arch`, `shasum` and `filename` are required')
  test.each([
    [{}, ["Os can't be blank", "Arch can't be blank", "Shasum can't be blank", "Filename can't be blank"]],
    [{ os: 'a/b', arch: 1, shasum: 's', filename: 'f' }, ['Os is invalid', 'Arch is invalid']],
    [
      { os: 'x'.repeat(33), arch: 'a', shasum: 's', filename: 'f\u0000' },
      ['Os is too long (maximum is 32 characters)', 'Filename is invalid'],
    ],
  ])(
    'os, arch, shasum and filename are required, and all faults are told at once: %j is 422',
    async (attributes, expected) => {
      const address = await freshProvider(app, owner)
      await createProviderVersion(app, owner, address, '1.0.0')
      const path = `${providerPath(address)}/versions/1.0.0/platforms`
      const answer = await as(app, owner).post(path, { body: platform(attributes) })
      expect([answer.status, detailsOf(answer)]).toEqual([422, expected])
    },
  )
})

describe('deleting a platform', () => {
  rule('§6 platforms', 'DELETE takes a platform away')
  test('a platform goes by itself; with a stale If-Match it is 412 and stays', async () => {
    const address = await freshProvider(app, owner)
    await createProviderVersion(app, owner, address, '1.0.0')
    const { id, links } = await createPlatform(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    const { headers } = await as(app, owner).get(path)
    await put(app, pathOf(links['provider-binary-upload'] ?? ''), Buffer.from('x'))
    const stale = { 'If-Match': headers['etag'] as string }
    expect((await as(app, owner).delete(path, { headers: stale })).status).toBe(412)
    expect((await as(app, owner).delete(path)).status).toBe(204)
    expect((await as(app, owner).get(path)).status).toBe(404)
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual([
      'registry-provider-platform.create',
      'registry-provider-platform.upload',
      'registry-provider-platform.delete',
    ])
  })
})
