import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { fresh, openWorkspaceSetup, path, workspace } from './workspaces.js'

const { app, admin, owner, acme, create } = await openWorkspaceSetup()

describe('list', () => {
  rule('§2 sorting', 'Workspaces by name, byte by byte')
  test('is by name, byte by byte, and search[name] finds a part of it, literally and in any case', async () => {
    const other = await app.make.organization(owner)
    const list = `/organizations/${other.name}/workspaces`
    for (const name of ['b_1', 'B-2', 'a', 'c1'])
      await as(app, owner).post(list, { body: workspace({ name }) })
    const names = async (query = ''): Promise<string[]> => {
      const answer = await as(app, owner).get(`${list}${query}`)
      expect(answer.status).toBe(200)
      return answer.body.data.map((each: { attributes: { name: string } }) => each.attributes.name)
    }
    expect(await names()).toEqual(['B-2', 'a', 'b_1', 'c1'])
    expect(await names('?search[name]=B')).toEqual(['B-2', 'b_1'])
    expect(await names('?search[name]=_')).toEqual(['b_1'])
    expect(await names('?search[name]=%25')).toEqual([])
    expect(await names('?page[size]=2&page[number]=2')).toEqual(['b_1', 'c1'])
    expect((await as(app, owner).get(`${list}?filter[name]=a`)).status).toBe(400)
    expect((await as(app, owner).get(`${list}?search[name]=%00`)).status).toBe(400)
  })

  rule('§11 workspaces', '`search[wildcard-name]` takes `*` at either end')
  test.each([
    ['web-*', ['WEB-prod', 'web-test']],
    ['*-PROD', ['WEB-prod', 'db-prod']],
    ['*b-*', ['WEB-prod', 'db-prod', 'web-test']],
    ['web-prod', ['WEB-prod']],
    ['web', []],
    ['w*d', []],
    ['*_*', ['a_b']],
    ['_*', []],
    ['%*', []],
    ['**', ['WEB-prod', 'a_b', 'db-prod', 'web-test']],
    ['*&search[name]=test', ['web-test']],
  ])('search[wildcard-name]=%s finds %j', async (query, names) => {
    const { name } = await app.make.organization(owner)
    const list = `/organizations/${name}/workspaces`
    for (const each of ['web-test', 'WEB-prod', 'db-prod', 'a_b'])
      await as(app, owner).post(list, { body: workspace({ name: each }) })
    const sent = query.replaceAll('%', '%25')
    const { status, body } = await as(app, owner).get(`${list}?search[wildcard-name]=${sent}`)
    const found = body.data.map((each: { attributes: { name: string } }) => each.attributes.name)
    expect([status, found, body.meta.pagination['total-count']]).toEqual([200, names, names.length])
  })
})

describe('who may ask', () => {
  rule('§3 teams', '`manage-workspaces` is the right to manage workspaces')
  test('members read, holders of manage-workspaces write, strangers get 404, callers without a token 401', async () => {
    const made = await create()
    const member = await app.make.member(acme)
    const manager = await app.make.manager(acme, { manageWorkspaces: true })
    const stranger = await app.make.user()
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const ask = as(app, caller)
      const body = workspace({ description: 'x' })
      const answers = [
        await ask.get(path),
        await ask.get(`/workspaces/${made.id}`),
        await ask.post(path, { body: workspace({ name: fresh(app) }) }),
        await ask.patch(`/workspaces/${made.id}`, { body }),
        await ask.patch(`${path}/${made.attributes.name}`, { body }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(manager)).toEqual([200, 200, 201, 200, 200])
    expect(await statuses(member)).toEqual([200, 200, 404, 404, 404])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await as(app, undefined).get(path)).body).toEqual(unauthorizedBody)
    const seen = await as(app, member).get(`/workspaces/${made.id}`)
    expect(seen.body.data.attributes.permissions).toMatchObject({ 'can-update': false, 'can-destroy': false })
    expect((await as(app, member).delete(`/workspaces/${made.id}`)).body).toEqual(notFoundBody)
    expect((await as(app, manager).delete(`/workspaces/${made.id}`)).status).toBe(204)
  })

  test('what a site administrator does here is audited as an override', async () => {
    const made = await create({}, admin)
    expect(await auditOf(app, made.id)).toMatchObject([
      { action: 'workspace.create', administratorOverride: true },
    ])
  })

  test('of a disabled organization nothing is there, by name or id', async () => {
    const gone = await app.make.organization(owner)
    const made = await app.make.workspace(owner, gone, '1.0.0')
    await app.prisma.organization.update({ where: { id: gone.id }, data: { isDisabled: true } })
    for (const address of [`/organizations/${gone.name}/workspaces`, `/workspaces/${made.id}`]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })
})
