import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as, documentOf, expectDetails, expectFaults, notFoundBody } from '../rest.js'
import { openWorkspaceSetup, path as workspaces, workspace } from './workspaces.js'

const setup = await openWorkspaceSetup()
const { app, owner, acme } = setup
const stranger = await app.make.user('stranger')
const other = await app.make.organization(stranger, 'Other')

const projectId = `prj-${acme.id.slice('org-'.length)}`
const otherProjectId = `prj-${other.id.slice('org-'.length)}`
const refusal = 'Projects other than Default Project are not offered here'
const at = (path: string, by = owner) => as(app, by).get(path)
const namesAt = async (path: string) =>
  (await at(path)).body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)

const inProject = (id: string, attributes: object = {}, type = 'projects') => ({
  data: { type: 'workspaces', attributes, relationships: { project: { data: { type, id } } } },
})

describe('the project of an organization', () => {
  rule('§19 projects', 'An organization has one project, Default Project, listed and shown to its members')
  test('is listed, found by its name alone, and shown; others do not find it', async () => {
    const list = await at('/organizations/Acme/projects')
    expect(list.status).toBe(200)
    expect(list.body.data).toMatchObject([
      {
        id: projectId,
        type: 'projects',
        attributes: { name: 'Default Project', description: '' },
        relationships: { organization: { data: { id: 'Acme', type: 'organizations' } } },
      },
    ])
    expect(list.body.meta.pagination).toMatchObject({ 'total-count': 1 })
    for (const [query, found] of [
      ['filter[names]=Default Project', 1],
      ['filter[names]=other,Default Project', 1],
      ['filter[names]=other', 0],
      ['filter[names]=', 1],
      ['q=default', 1],
      ['q=other', 0],
      ['page[number]=2', 0],
      ['include=effective_tag_bindings', 1],
    ] as const)
      expect((await at(`/organizations/Acme/projects?${query}`)).body.data, query).toHaveLength(found)
    const shown = await at(`/projects/${projectId}`)
    expect([shown.status, shown.body.data]).toEqual([200, list.body.data[0]])
    for (const path of ['/organizations/Acme/projects', `/projects/${projectId}`, '/projects/prj-x']) {
      const hidden = await at(path, stranger)
      expect([hidden.status, hidden.body], path).toEqual([404, notFoundBody])
    }
    const { data } = (await at('/organizations/Acme')).body
    expect(data.relationships['default-project'].data).toEqual({ id: projectId, type: 'projects' })
  })

  rule('§19 projects', 'What would make, change or remove a project is 422 with a sentence')
  test('is the only one: creating, changing and deleting are refused with words', async () => {
    const body = documentOf('projects', { name: 'x' })
    expectDetails(await as(app, owner).post('/organizations/Acme/projects', { body }), 422, refusal)
    for (const answer of [
      await as(app, owner).patch(`/projects/${projectId}`, { body }),
      await as(app, owner).delete(`/projects/${projectId}`),
    ])
      expectDetails(answer, 422, 'Default Project cannot be changed or deleted')
    const hidden = await as(app, stranger).post('/organizations/Acme/projects', { body })
    expect([hidden.status, hidden.body]).toEqual([404, notFoundBody])
  })

  test('has no tags and no rights of teams, and says so where clients set them', async () => {
    for (const path of ['tag-bindings', 'effective-tag-bindings'])
      expect((await at(`/projects/${projectId}/${path}`)).body.data, path).toEqual([])
    const rights = '/team-projects'
    expect((await at(`${rights}?filter[project][id]=${projectId}`)).body.data).toEqual([])
    for (const answer of [
      await as(app, owner).patch(`/projects/${projectId}/tag-bindings`, { body: { data: [] } }),
      await as(app, owner).post(rights, { body: documentOf('team-projects', {}) }),
      await as(app, owner).post(`/projects/${projectId}/relationships/workspaces`, { body: { data: [] } }),
    ])
      expect([answer.status, answer.body.errors[0].detail], answer.text).toEqual([
        422,
        expect.stringMatching(/^.{20,}$/),
      ])
  })

  test('is for the token of one workspace too, whose CLI looks the project up', async () => {
    const { attributes } = await setup.create()
    const team = await app.make.team(owner, acme, {
      organizationAccess: { 'manage-workspaces': true },
    })
    const scopes = [`workspace:Acme/${attributes.name}`]
    const made = await as(app, owner).post(`/teams/${team.id}/authentication-tokens`, {
      body: documentOf('authentication-tokens', { description: 'ci', scopes }),
    })
    const { token } = made.body.data.attributes
    expect((await as(app, token).get('/organizations/Acme/projects')).status).toBe(200)
    expect((await as(app, token).get(`/projects/${projectId}`)).status).toBe(200)
    expect((await as(app, token).get(`/projects/${otherProjectId}`)).status).toBe(404)
  })
})

describe('a workspace', () => {
  rule('§19 projects', 'A workspace is in Default Project, and takes no other')
  test('names its project, takes that one, and is 422 with any other, written or changed', async () => {
    const made = await as(app, owner).post(workspaces, { body: inProject(projectId, { name: 'named' }) })
    expect([made.status, made.body.data?.relationships.project], made.text).toEqual([
      201,
      { data: { id: projectId, type: 'projects' } },
    ])
    const own = `/workspaces/${made.body.data.id}`
    expect((await as(app, owner).patch(own, { body: inProject(projectId) })).status).toBe(200)
    for (const id of [otherProjectId, 'prj-x', '']) {
      const created = await as(app, owner).post(workspaces, { body: inProject(id, { name: 'elsewhere' }) })
      const changed = await as(app, owner).patch(own, { body: inProject(id, { description: 'moved' }) })
      for (const answer of [created, changed])
        expectFaults(answer, ['/data/relationships/project/data/id', refusal])
    }
    expect((await at(`${workspaces}/elsewhere`)).status).toBe(404)
    expect((await at(own)).body.data.attributes.description).toBeNull()
    const wrong = await as(app, owner).patch(own, { body: inProject(projectId, {}, 'teams') })
    expectFaults(wrong, ['/data/relationships/project/data/type', 'Type is invalid'])
  })

  test('is found by its project', async () => {
    await as(app, owner).post(workspaces, { body: workspace({ name: 'listed' }) })
    expect(await namesAt(`${workspaces}?filter[project][id]=${projectId}`)).toContain('listed')
    expect(await namesAt(`${workspaces}?filter[project][id]=${otherProjectId}`)).toEqual([])
    expect((await at(`${workspaces}?include=project`)).status).toBe(200)
  })
})

rule('§19 projects', 'Runs and variables, which are not here, are empty lists; creating them is 422')
test('lists that clients read and nothing is in are empty, and what would fill them is refused with words', async () => {
  const { id } = await setup.create()
  for (const [path, thing] of [
    [`/workspaces/${id}/vars`, 'Variables'],
    [`/workspaces/${id}/runs`, 'Runs'],
    ['/organizations/Acme/runs', 'Runs'],
  ]) {
    const list = await at(`${path}`)
    expect([list.status, list.body.data], path).toEqual([200, []])
    const refused = await as(app, owner).post(`${path}`, { body: documentOf('vars', { key: 'a' }) })
    expect([refused.status, refused.body.errors[0].detail], path).toEqual([
      422,
      expect.stringContaining(`${thing} are not offered here`),
    ])
    for (const answer of [await at(`${path}`, stranger), await as(app, stranger).post(`${path}`)])
      expect([answer.status, answer.body], path).toEqual([404, notFoundBody])
  }
})
