import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testJob } from '../makers.js'
import { as, dataOf } from '../rest.js'
import {
  auditOf,
  createModule,
  createVersion,
  moduleArchive,
  modulePath,
  pathOf,
  publish,
  put,
  uploadLink,
  versionIdOf,
  type Caller,
} from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')
const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-modules': true } })

let address: string

beforeEach(async () => {
  address = `acme/module${app.make.next()}/aws`
  await createModule(app, owner, address)
})

const ciToken = () => app.make.ciToken(team, [`publish:${address}`, 'registry'])

const job = {
  issuer: testJob.issuer,
  subject: testJob.subject,
  repository: 'acme/network',
  ref: 'refs/tags/v1.0.0',
  commit: testJob.commit,
  workflow: 'release.yml',
  'run-url': testJob.runUrl,
}

/** The provenance in every document of the version; asserts that all have the same. */
async function provenanceOf(version: string, by: Caller = owner): Promise<unknown> {
  const paths = [
    `${modulePath(address)}/${version}`,
    `${modulePath(address)}/version?module_version=${version}`,
  ]
  const said: unknown[] = []
  for (const path of paths) said.push((await as(app, by).get(path)).body.data.attributes.provenance)
  expect(said[1]).toEqual(said[0])
  return said[0]
}

describe('a version of a module', () => {
  rule(
    '§15 provenance',
    'A module version that a CI token published keeps its job, on every document and in GraphQL',
  )
  test('that a job of a CI published keeps which one it was, in every document and in the log', async () => {
    const made = await createVersion(app, await ciToken(), address, '1.0.0')
    expect(made.body.data.attributes.provenance).toBeNull()
    const sent = await put(app, pathOf(made.body.data.links.upload), moduleArchive())
    expect(sent.status, sent.text).toBe(200)
    expect(await provenanceOf('1.0.0')).toEqual(job)
    const [, name, provider] = address.split('/')
    const query = `{ registryModuleNamespace(name: "acme") { registryModule(name: "${name}", provider: "${provider}") {
      version(version: "1.0.0") { provenance { issuer subject repository ref commit workflow runUrl } } } } }`
    expect(await dataOf(app, owner, query)).toEqual({
      registryModuleNamespace: { registryModule: { version: { provenance: testJob } } },
    })
    const rows = await auditOf(app, await versionIdOf(app, address, '1.0.0'))
    expect(rows.at(-1)).toMatchObject({ action: 'module-version.publish', after: { provenance: testJob } })
  })

  rule('§15 provenance', 'All other versions of modules have none')
  test('that a person, or a token of a team, published has none', async () => {
    await publish(app, owner, address, '1.0.0')
    const owned = { type: 'team', id: team.id, organizationId: acme.id } as const
    const { value } = await app.services.tokens.create(owner.ctx, owned, { description: 'static' })
    await publish(app, value, address, '1.1.0')
    expect([await provenanceOf('1.0.0'), await provenanceOf('1.1.0')]).toEqual([null, null])
  })

  test('keeps it when it is deprecated, and after the token and its identity are gone', async () => {
    await publish(app, await ciToken(), address, '1.0.0')
    await app.prisma.ciIdentity.deleteMany({ where: { organizationId: acme.id } })
    const body = {
      data: { type: 'module-versions', attributes: { deprecation: { 'deprecated-status': 'Deprecated' } } },
    }
    const changed = await as(app, owner).patch(`${modulePath(address)}/1.0.0`, { body })
    expect(changed.body.data.attributes.provenance).toEqual(job)
    expect(await provenanceOf('1.0.0')).toEqual(job)
  })

  test('that a person uploads in place of what a job sent and was refused has none, and the other way round', async () => {
    const refused = await put(
      app,
      await uploadLink(app, await ciToken(), address, '1.0.0'),
      Buffer.from('no'),
    )
    expect(refused.status).toBe(422)
    expect(await provenanceOf('1.0.0')).toBeNull()
    await as(app, owner).delete(`${modulePath(address)}/1.0.0`)
    await publish(app, owner, address, '1.0.0')
    const link = await uploadLink(app, owner, address, '1.1.0')
    await put(app, link, Buffer.from('no'))
    await as(app, owner).delete(`${modulePath(address)}/1.1.0`)
    await publish(app, await ciToken(), address, '1.1.0')
    expect([await provenanceOf('1.0.0'), await provenanceOf('1.1.0')]).toEqual([null, job])
  })

  test('is published by nothing that a job has begun, once its token has ended', async () => {
    const link = await uploadLink(app, await ciToken(), address, '1.0.0')
    app.clock.move(15 * 60_000)
    expect((await put(app, link, moduleArchive())).status).toBe(404)
    expect(await provenanceOf('1.0.0')).toBeNull()
  })

  test('shows nulls for what its issuer does not tell', async () => {
    const unknown = { repository: null, ref: null, commit: null, workflow: null, runUrl: null }
    const { issuer, subject } = testJob
    const told = { issuer, subject, ...unknown }
    await publish(app, await app.make.ciToken(team, [`publish:${address}`], told), address, '1.0.0')
    const { runUrl: _, ...others } = told
    expect(await provenanceOf('1.0.0')).toEqual({ ...others, 'run-url': null })
  })
})
