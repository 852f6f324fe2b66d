import { isNewOrganizationName } from '@engine/shared'
import { rule } from '@engine/shared/rule'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { createModule, createVersion } from '../modules/module-requests.js'
import { createProviderWithPlatform } from '../providers.js'
import { as, detailsOf, documentOf } from '../rest.js'

const app = await startTestApp({ ENGINE_ALIASES: 'terraform' })
const admin = await app.make.administrator()
const acme = await app.make.organization(admin, 'Acme')

async function created(path: string, body: object) {
  const answer = await as(app, admin).post(path, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

/** One resource of every kind there is. */
async function oneOfEach(): Promise<Record<string, { id: string }>> {
  const url = 'https://releases.example/engine.zip'
  const version = documentOf('engine-versions', { version: '1.0.0', url, sha })
  const { made, build } = await createProviderWithPlatform(app, admin)
  const module = await createModule(app, admin, 'Acme/network/aws')
  const invitation = { email: 'someone@example.com' }
  const providers = await as(app, admin).get('/organizations/Acme/registry-providers')
  return {
    tool: await created('/admin/engine-versions', version),
    user: (await as(app, admin).get('/account/details')).body.data,
    team: await created('/organizations/Acme/teams', documentOf('teams', { name: 'crew' })),
    ou: await created(
      '/organizations/Acme/organization-memberships',
      documentOf('organization-memberships', invitation),
    ),
    at: await created(`/users/${admin.id}/authentication-tokens`, { data: {} }),
    ws: await created('/organizations/Acme/workspaces', documentOf('workspaces', { name: 'net' })),
    prov: providers.body.data[0],
    provver: made,
    provpltfrm: build,
    mod: module,
    modver: (await createVersion(app, admin, 'Acme/network/aws', '1.0.0')).body.data,
  }
}

describe('every resource', () => {
  let resources: Record<string, { id: string }>
  beforeAll(async () => {
    resources = await oneOfEach()
  })

  rule('§1 ids', 'Every id is its prefix and 16 letters and digits')
  test('has an id of its prefix and 16 letters and digits, never the same twice', async () => {
    for (const [prefix, { id }] of Object.entries(resources))
      expect(id, prefix).toMatch(new RegExp(`^${prefix}-[A-Za-z0-9]{16}$`))
    const again = await created('/organizations/Acme/teams', documentOf('teams', { name: 'another' }))
    expect(again.id).not.toBe(resources['team']?.id)
  })

  rule('§1 times', 'Times have milliseconds and a literal `Z`')
  test('writes its times in UTC with milliseconds and a literal Z', () => {
    const times = [...JSON.stringify(resources).matchAll(/"[a-z-]+-at":"?([^",}]*)/g)].map(([, time]) => time)
    expect(times.length).toBeGreaterThan(10)
    for (const time of times.filter((each) => each !== 'null'))
      expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  })

  rule('§1 times', 'Times are always UTC')
  test('is written in UTC also when a time was sent with another offset', async () => {
    const attributes = { 'expired-at': '2027-01-01T02:00:00+02:00' }
    const token = await created(`/users/${admin.id}/authentication-tokens`, { data: { attributes } })
    expect(token.attributes['expired-at']).toBe('2027-01-01T00:00:00.000Z')
  })
})

describe('an organization', () => {
  rule('§1 ids', 'The id of an organization resource is its name, `external-id` its `org-` id')
  test('has its name as the id of its resource, and its org- id as external-id', async () => {
    for (const path of ['/organizations/acme', '/admin/organizations/acme']) {
      const { data } = (await as(app, admin).get(path)).body
      expect([data.id, data.attributes['external-id']]).toEqual(['Acme', acme.id])
    }
    expect(acme.id).toMatch(/^org-[A-Za-z0-9]{16}$/)
  })

  rule('§1 names', 'Words that are path segments of the API are reserved')
  test('is never named as a path segment of the API is', async () => {
    const segments = Object.keys(routes({} as FaceServices)).flatMap((route) => route.split('/'))
    const words = new Set(segments.filter((segment) => /^[a-z0-9_-]{3,}$/.test(segment)))
    expect(words.size).toBeGreaterThan(20)
    expect([...words].filter(isNewOrganizationName)).toEqual([])
    for (const name of ['users', 'Ping', 'organizations']) {
      const body = documentOf('organizations', { name, email: 'a@example.com' })
      const answer = await as(app, admin).post('/organizations', { body })
      expect([answer.status, detailsOf(answer)], name).toEqual([422, ['Name is invalid']])
    }
    expect(await app.prisma.organization.count({ where: { nameKey: 'users' } })).toBe(0)
  })

  test('that had its name before the word was reserved goes on under it', async () => {
    const { id } = await app.make.organization(admin, 'soon-reserved')
    await app.prisma.organization.update({ where: { id }, data: { name: 'projects', nameKey: 'projects' } })
    for (const path of ['/organizations/projects', '/admin/organizations/projects'])
      expect((await as(app, admin).get(path)).status, path).toBe(200)
    const workspaces = await as(app, admin).get('/organizations/projects/workspaces')
    expect([workspaces.status, workspaces.body.data]).toEqual([200, []])
  })
})

rule('§1 aliases', 'Values are never renamed')
test('under an alias names and values stay as they are, whatever word they hold', async () => {
  const engine = await app.make.organization(admin, 'engine-room')
  const path = `/organizations/${engine.name}`
  const attributes = { name: 'engine-versions', description: 'terraform-versions of engine' }
  const workspace = await created(`${path}/workspaces`, documentOf('workspaces', attributes))
  expect(workspace.attributes).toMatchObject(attributes)
  expect(workspace.links.self).toBe('/api/v2/organizations/engine-room/workspaces/engine-versions')
  const shown = await as(app, admin).get('/admin/organizations/engine-room')
  expect(shown.body.data).toMatchObject({ id: 'engine-room', attributes: { name: 'engine-room' } })
  expect((await as(app, admin).get('/organizations/terraform-room')).status).toBe(404)
  const reason = 'terraform-versions and engine-versions are the same'
  const old = { version: '0.9.0', url: 'https://engine.example/engine-versions.zip', sha, deprecated: true }
  const facts = { ...old, 'deprecated-reason': reason }
  const version = await created('/admin/terraform-versions', documentOf('terraform-versions', facts))
  expect(version.attributes).toMatchObject(facts)
})
