import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { createProviderVersion, freshProvider, providerPath } from '../providers.js'
import { as, documentOf, expectFaults, notFoundBody } from '../rest.js'
import { openStateSetup, stateText } from '../states/states.js'
import { createWorkspace, path as workspaces } from './workspaces.js'

const setup = await openStateSetup()
const { app, owner, acme } = setup
const stranger = await app.make.user('stranger')
const other = await app.make.organization(stranger, 'Other')
const team = await app.make.team(owner, acme)
const tokensOfTeam = `/teams/${team.id}/authentication-tokens`

const at = (path: string, by = owner) => as(app, by).get(path)
const post = (path: string, body: object, by = owner) => as(app, by).post(path, { body })

describe('a document', () => {
  rule('§19 payloads', 'Types are taken in both spellings that the vendor documents')
  test('of a platform or a token may have the longer or the singular type; another one is 422', async () => {
    const address = await freshProvider(app, owner)
    await createProviderVersion(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const platform = { os: 'linux', arch: 'amd64', shasum: 'ab'.repeat(32), filename: 'a.zip' }
    const made = await post(path, documentOf('registry-provider-version-platforms', platform))
    expect([made.status, made.body.data?.type], made.text).toEqual([201, 'registry-provider-platforms'])
    for (const owned of [
      `/users/${owner.id}/authentication-tokens`,
      tokensOfTeam,
      '/organizations/Acme/authentication-token',
    ]) {
      const token = await post(owned, documentOf('authentication-token', { description: `of ${owned}` }))
      expect([token.status, token.body.data?.type], token.text).toEqual([201, 'authentication-tokens'])
      const wrong = await post(owned, documentOf('tokens', {}))
      expectFaults(wrong, ['/data/type', 'Type is invalid'])
    }
  })

  rule('§19 payloads', 'A time without an offset is UTC; without seconds, with a bare date: taken')
  test.each([
    ['2027-01-01T00:00:00', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T10:30', '2027-01-01T10:30:00.000Z'],
    ['2027-01-01T10:30Z', '2027-01-01T10:30:00.000Z'],
    ['2027-01-01T10:30+02:00', '2027-01-01T08:30:00.000Z'],
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.250', '2027-01-01T00:00:00.250Z'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('has the time %s as %s', async (sent, read) => {
    const made = await post(tokensOfTeam, documentOf('', { description: sent, 'expired-at': sent }))
    expect([made.status, made.body.data?.attributes['expired-at']], made.text).toEqual([201, read])
    const day = await at(`/organizations/Acme/registry-modules?filter[from]=${sent}`)
    expect(day.status).toBe(400)
  })

  test.each([
    '2027-02-30',
    '2027-13-01T00:00',
    '2027-01-01T25:00',
    '2027',
    '01/02/2027',
    '',
    '2027-01-01T',
    7,
  ])('is 422 with the time %j, which is none', async (sent) => {
    const made = await post(tokensOfTeam, documentOf('', { description: 'x', 'expired-at': sent }))
    expect([made.status, made.body.errors?.[0].source.pointer]).toEqual([422, '/data/attributes/expired-at'])
  })

  rule('§19 payloads', 'Underscores in names of attributes and relationships are taken on every resource')
  test('may have underscores for hyphens in names; two that contradict each other are 422', async () => {
    const provider = await post('/organizations/Acme/registry-providers', {
      data: {
        type: 'registry-providers',
        attributes: { name: 'underscored', namespace: 'Acme', registry_name: 'private' },
      },
    })
    expect([provider.status, provider.body.data?.attributes['registry-name']], provider.text).toEqual([
      201,
      'private',
    ])
    const made = await post(workspaces, {
      data: {
        type: 'workspaces',
        attributes: { name: 'underscored', engine_version: '1.11.4', working_directory: 'net' },
        relationships: {
          tag_bindings: { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'x' } }] },
        },
      },
    })
    expect([made.status, made.body.data?.attributes], made.text).toMatchObject([
      201,
      { 'engine-version': '1.11.4', 'working-directory': 'net', 'tag-names': ['env'] },
    ])
    const both = documentOf('workspaces', { name: 'both', 'working-directory': 'a', working_directory: 'b' })
    expectFaults(await post(workspaces, both), [
      '/data/attributes/working_directory',
      'It contradicts working-directory',
    ])
  })
})

describe('a path or a parameter', () => {
  test('of consumers of a state may have underscores', async () => {
    const { id } = await createWorkspace(app, owner, { 'engine-version': '1.11.4' })
    const path = `/workspaces/${id}/relationships`
    const [one, two] = [
      await at(`${path}/remote_state_consumers`),
      await at(`${path}/remote-state-consumers`),
    ]
    expect([one.status, one.body.data]).toEqual([200, two.body.data])
  })

  rule('§19 payloads', 'Documented filters and includes that find nothing here are taken')
  test('that the vendor documents is taken, where it finds nothing too', async () => {
    const id = await setup.workspace()
    const version = await setup.write(id, stateText())
    for (const path of [
      `/state-versions/${version}?include=created_by,run,run.created_by,run.configuration_version`,
      `/workspaces/${id}/state-versions?include=run`,
      `/workspaces/${id}/current-state-version?include=created_by`,
      `/workspaces/${id}?include=project,current_configuration_version`,
      `${workspaces}?include=current_run.plan`,
      '/organizations/Acme?include=subscription',
      '/organizations?include=subscription',
      '/organizations/Acme?include=default-project',
    ]) {
      const answer = await at(path)
      expect([answer.status, answer.body.included ?? []], path).toEqual([200, []])
    }
    expect((await at(`${workspaces}?filter[current-run][status]=applied`)).body.data).toEqual([])
    expect((await at(`/state-versions/${version}?include=nothing`)).status).toBe(400)
  })

  rule('§19 payloads', '`filter[status]` of team tokens tells those that work from those that have expired')
  test('of team tokens tells those that work from those that have expired', async () => {
    const list = async (status: string) => {
      const answer = await at(`/organizations/Acme/team-tokens?page[size]=100&filter[status]=${status}`)
      return answer.body.data?.map(
        ({ attributes }: { attributes: { description: string } }) => attributes.description,
      )
    }
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await post(tokensOfTeam, documentOf('', { description: 'short', 'expired-at': soon }))
    await post(tokensOfTeam, documentOf('', { description: 'long' }))
    app.clock.move(120_000)
    expect(await list('active')).toContain('long')
    expect(await list('active')).not.toContain('short')
    expect(await list('expired')).toEqual(['short'])
    expect((await at('/organizations/Acme/team-tokens?filter[status]=other')).status).toBe(400)
  })
})

describe('tags of an organization', () => {
  const tagged = async (...keys: readonly string[]) => {
    const { id } = await createWorkspace(app, owner, { 'engine-version': '1.11.4' })
    const data = keys.map((name) => ({ type: 'tags', attributes: { name } }))
    if (keys.length > 0) await post(`/workspaces/${id}/relationships/tags`, { data })
    return id
  }
  const tags = async (query = '') => (await at(`/organizations/Acme/tags?q=of-org${query}`)).body.data
  const keysOf = async (id: string) => (await at(`/workspaces/${id}`)).body.data.attributes['tag-names']

  rule('§19 tags', 'Tags name their organization, and are found without those of a workspace')
  test('name it, and are listed without those that a workspace has', async () => {
    const id = await tagged('of-org-a', 'of-org-b')
    await tagged('of-org-c')
    const [first] = await tags()
    expect(first.relationships.organization.data).toEqual({ id: 'Acme', type: 'organizations' })
    const others = await tags(`&filter[exclude][taggable][id]=${id}`)
    expect(others.map((tag: { attributes: { name: string } }) => tag.attributes.name)).toEqual(['of-org-c'])
  })

  rule('§19 tags', 'A tag is added to workspaces, and removed from all of them, by its id')
  test('are added to workspaces and removed from all, by their ids, audited, and by none but who may', async () => {
    const [one, two] = [await tagged('of-org-x'), await tagged()]
    const id = (await tags()).find(
      (tag: { attributes: { name: string } }) => tag.attributes.name === 'of-org-x',
    ).id
    const path = `/tags/${id}/relationships/workspaces`
    const body = { data: [one, two].map((workspace) => ({ type: 'workspaces', id: workspace })) }
    for (const answer of [
      await post(path, body, stranger),
      await post('/tags/tag-x/relationships/workspaces', body),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect((await post(path, body)).status).toBe(204)
    expect([await keysOf(one), await keysOf(two)]).toEqual([['of-org-x'], ['of-org-x']])
    const foreign = await createWorkspaceIn(other.name)
    const wrong = await post(path, { data: [{ type: 'workspaces', id: foreign }] })
    expectFaults(wrong, ['/data/0/id', 'Id is invalid'])

    const removed = { body: { data: [{ type: 'tags', id }] } }
    expect((await as(app, stranger).delete('/organizations/Acme/tags', removed)).status).toBe(404)
    expect((await as(app, owner).delete('/organizations/Acme/tags', removed)).status).toBe(204)
    expect([await keysOf(one), await keysOf(two)]).toEqual([[], []])
    expect((await auditOf(app, acme.id)).at(-1)).toMatchObject({
      action: 'organization.update',
      before: { workspaceTags: ['of-org-x'] },
    })
    expect((await as(app, owner).delete('/organizations/Acme/tags', removed)).status).toBe(204)
  })

  async function createWorkspaceIn(name: string): Promise<string> {
    const made = await post(
      `/organizations/${name}/workspaces`,
      documentOf('workspaces', { name: 'foreign', 'engine-version': '1.11.4' }),
      stranger,
    )
    return made.body.data.id
  }

  rule('§19 tags', 'Tag bindings are answered in the order in which they were sent')
  test('are answered in the order in which they were sent', async () => {
    const id = await tagged('m')
    const data = ['z', 'a', 'm'].map((key) => ({ type: 'tag-bindings', attributes: { key, value: 'v' } }))
    const answer = await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, { body: { data } })
    expect(answer.body.data.map((each: { attributes: { key: string } }) => each.attributes.key)).toEqual([
      'z',
      'a',
      'm',
    ])
  })
})

rule('§19 states', 'Outputs of a state version have sensitive values for those who may read them')
test('the outputs of a state have their sensitive values for those who may read states, which is recorded', async () => {
  const id = await setup.workspace()
  const outputs = {
    secret: { value: 's3', type: 'string', sensitive: true },
    open: { value: 1, type: 'number' },
  }
  const version = await setup.write(id, stateText({ outputs }))
  const valuesAt = async (path: string) =>
    (await at(path)).body.data.map(({ attributes }: { attributes: { name: string; value: unknown } }) => [
      attributes.name,
      attributes.value,
    ])
  const all = [
    ['open', 1],
    ['secret', 's3'],
  ]
  expect(await valuesAt(`/state-versions/${version}/outputs`)).toEqual(all)
  expect(await valuesAt(`/state-versions/${version}/outputs?page[size]=10`)).toEqual(all)
  expect(await valuesAt(`/workspaces/${id}/current-state-version-outputs`)).toEqual([
    ['open', 1],
    ['secret', null],
  ])
  await app.services.stateReads.write({ ...owner.ctx, actor: { type: 'system', name: 'x' } }, true)
  expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'state-version.read' })
})

rule('§19 payloads', '413 and 415 name what came in place of a document')
test.each([
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data\r\n\r\n',
    /^A multipart form came: /,
  ],
  ['application/x-www-form-urlencoded', 'name=a', /^A form came: /],
  ['text/html', '<html></html>', /^HTML came: /],
  ['image/png', 'PK\u0003\u0004', /^A zip came: /],
])('a body of the type %s is 415 with what came', async (type, text, detail) => {
  const answer = await as(app, owner).post(workspaces, { body: text, headers: { 'Content-Type': type } })
  expect([answer.status, answer.body.errors[0].detail]).toEqual([415, expect.stringMatching(detail)])
})
