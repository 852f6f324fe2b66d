import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { as, documentOf } from '../rest.js'
import {
  auditOf,
  createModule,
  createVersion,
  listed,
  moduleArchive,
  modulePath,
  pathOf,
  publish,
  put,
  uploadLink,
} from './module-requests.js'
import { taken, Publisher } from './publisher.js'

const publisher = await Publisher.open()
const { app, owner } = publisher

describe('a new version', () => {
  rule(
    '§7 publishing',
    'POST of a version is 201 with `links.upload`: absolute, with `/object/`, shown only there',
  )
  test('waits for its upload, and its link is shown this once', async () => {
    const address = await publisher.freshModule()
    const answer = await createVersion(app, owner, address, '1.0.0')
    expect(answer.status).toBe(201)
    const { upload } = answer.body.data.links
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^modver-[A-Za-z0-9]{16}$/),
      type: 'registry-module-versions',
      attributes: {
        version: '1.0.0',
        status: 'pending',
        error: null,
        warnings: [],
        interface: null,
        'accept-breaking': null,
        'commit-sha': null,
        'engine-constraints': null,
        provenance: null,
        deprecation: null,
        'end-of-life': null,
        revocation: null,
        source: 'tfe-api',
        'created-at': '2026-03-01T12:00:00.000Z',
        'updated-at': '2026-03-01T12:00:00.000Z',
      },
      relationships: {
        'registry-module': { data: { id: expect.stringMatching(/^mod-/), type: 'registry-modules' } },
      },
      links: { upload: expect.stringMatching(/^http:\/\/registry\.test\/.*\/object\//) },
    })
    expect(await publisher.statusOf(address)).toEqual({ status: 'pending', error: null })
    const shown = await as(app, owner).get(`${modulePath(address)}/version?module_version=1.0.0`)
    expect(shown.text).not.toContain('/object/')
    expect(await listed(app, owner, address)).toEqual([])
    const [row, ...others] = await auditOf(app, answer.body.data.id)
    expect(row).toMatchObject({ action: 'module-version.create', after: { version: '1.0.0' } })
    expect(others).toEqual([])
    expect(JSON.stringify(row?.after)).not.toContain(new URL(upload).searchParams.get('signature'))
  })

  test('says what its folders require of the engine, the same in every document', async () => {
    const address = await publisher.freshModule()
    const sources = archive(
      file('main.tf', 'engine {\n  required_version = ">= 1.5"\n}\n'),
      file('modules/net/main.tf', 'language {\n  compatible_with {\n    opentofu = ">= 1.12"\n  }\n}\n'),
    )
    await publish(app, owner, address, '1.0.0', sources)
    const path = modulePath(address)
    const attributes = { 'end-of-life': null }
    const answers = [
      await as(app, owner).get(`${path}/version?module_version=1.0.0`),
      await as(app, owner).get(`${path}/1.0.0`),
      await as(app, owner).patch(`${path}/1.0.0`, { body: documentOf('module-versions', attributes) }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.data.attributes['engine-constraints']).toEqual([
        { path: '', constraint: '>= 1.5', engines: [] },
        { path: 'modules/net', constraint: '', engines: [{ engine: 'opentofu', constraint: '>= 1.12' }] },
      ])
    }
  })

  test('says of what was published before it was read that it is not known', async () => {
    const address = await publisher.freshModule()
    await publish(app, owner, address, '1.0.0', moduleArchive())
    const path = `${modulePath(address)}/1.0.0`
    const { id, attributes } = (await as(app, owner).get(path)).body.data
    expect(attributes['engine-constraints'][0]).toMatchObject({ engines: [] })
    await app.prisma.$executeRaw`
      UPDATE module_version_documents SET parts = replace(parts, '"engine_constraints":[],', '')
      WHERE version_id = ${id}`
    await app.prisma.$executeRaw`
      UPDATE module_versions SET interface = interface - 'wantedVersion' WHERE id = ${id}`
    const before = (await as(app, owner).get(path)).body.data.attributes
    expect(before['engine-constraints'][0]).toMatchObject({ engines: null })
    expect(before.interface).toMatchObject({ 'wanted-step': null, 'wanted-version': null })
  })

  rule('§7 publishing', '`POST /registry-modules/:org/:name/:provider/versions` does the same')
  test('can be made where older clients ask', async () => {
    const address = await publisher.freshModule()
    const body = documentOf('registry-module-versions', { version: '1.0.0' })
    const answer = await as(app, owner).post(`/registry-modules/${address}/versions`, { body })
    expect(answer.status).toBe(201)
    expect((await put(app, pathOf(answer.body.data.links.upload), moduleArchive())).status).toBe(200)
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
  })

  rule('§7 versions', 'They are strict SemVer 2.0 without `v`')
  test.each([
    [undefined, "Version can't be blank"],
    ['', "Version can't be blank"],
    [1, 'Version is invalid'],
    ['v1.0.0', 'Version is invalid'],
    ['1.0', 'Version is invalid'],
    ['1.0.0-01', 'Version is invalid'],
    ['1'.repeat(129), 'Version is too long (maximum is 128 characters)'],
  ])('has a number of SemVer: %j is refused', async (version, detail) => {
    const answer = await createVersion(app, owner, await publisher.freshModule(), version)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ detail, source: { pointer: '/data/attributes/version' } }])
  })

  rule(
    '§7 publishing',
    'The same version again is 422 `Version has already been taken`, build metadata aside',
  )
  test('has a number that is not taken yet, build metadata aside', async () => {
    const address = await publisher.freshModule()
    await publish(app, owner, address, '1.0.0+build.1')
    await uploadLink(app, owner, address, '1.1.0')
    for (const version of ['1.0.0', '1.0.0+build.1', '1.0.0+other', '1.1.0']) {
      const answer = await createVersion(app, owner, address, version)
      expect(answer.status, version).toBe(422)
      expect(answer.body.errors).toMatchObject(taken)
    }
    expect((await createVersion(app, owner, address, '1.0.0-rc.1')).status).toBe(201)
  })

  test('of many at once exactly one is made', async () => {
    const address = await publisher.freshModule()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createVersion(app, owner, address, `1.0.0+try${i}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 422),
    ])
  })

  test('with another number each, many at once are all made', async () => {
    const address = await publisher.freshModule()
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, i) => uploadLink(app, owner, address, `1.${i}.0`)),
    )
    const answers = await Promise.all(links.map((link) => put(app, link, moduleArchive())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await listed(app, owner, address)).toHaveLength(8)
  })
})

describe('a published number', () => {
  rule('§7 publishing', 'A deleted version’s number is 422')
  test('is never given again, not after its version, its module, or both were deleted', async () => {
    const address = await publisher.freshModule()
    await publish(app, owner, address, '1.0.0')
    await publish(app, owner, address, '1.1.0+build')
    expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
    expect((await createVersion(app, owner, address, '1.0.0')).body.errors).toMatchObject(taken)
    expect((await as(app, owner).delete(modulePath(address))).status).toBe(204)
    const again = address.toUpperCase().replace('ACME', 'acme').replace('AWS', 'aws')
    await createModule(app, owner, again)
    for (const version of ['1.0.0', '1.0.0+x', '1.1.0'])
      expect((await createVersion(app, owner, again, version)).body.errors, version).toMatchObject(taken)
    await publish(app, owner, again, '1.2.0')
  })

  test('is free again when it never was published', async () => {
    const { address, link } = await publisher.freshLink()
    await put(app, link, Buffer.from('rubbish'))
    expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
    await publish(app, owner, address, '1.0.0')
  })
})
