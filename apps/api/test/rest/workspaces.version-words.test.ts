import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, documentOf, graphql } from '../rest.js'
import { fresh, openWorkspaceSetup, path, workspace } from './workspaces.js'

const { app, admin, owner, create, setRules } = await openWorkspaceSetup()

const patch = (id: string, attributes: object) =>
  as(app, owner).patch(`/workspaces/${id}`, { body: workspace(attributes) })

async function versionsOf(id: string): Promise<unknown> {
  const { attributes } = (await as(app, owner).get(`/workspaces/${id}`)).body.data
  return [attributes['terraform-version'], attributes['resolved-engine-version']]
}

/** Waits for a background job that runs twice a second. */
async function expectVersions(id: string, versions: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      await app.services.versionWords.follow(admin.ctx)
      return versionsOf(id)
    })
    .toEqual(versions)
}

async function publish(version: string, attributes: object = {}): Promise<string> {
  const facts = { version, url: 'https://releases.example/engine.zip', sha: 'ab'.repeat(32), ...attributes }
  const body = documentOf('engine-versions', facts)
  const made = await as(app, admin).post('/admin/engine-versions', { body })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

async function change(id: string, attributes: object): Promise<void> {
  const body = documentOf('engine-versions', attributes)
  expect((await as(app, admin).patch(`/admin/engine-versions/${id}`, { body })).status).toBe(200)
}

describe('a version that is written in words', () => {
  rule('§19 States and workspaces', '`latest` and constraints are kept as written, resolved beside')
  test.each([
    ['latest', '1.10.0'],
    ['~> 1.9.0', '1.9.0'],
    ['>= 1.0.0, < 1.10', '1.9.0'],
    ['1.9', '1.9.0'],
    [' = 1.0.0 ', '1.0.0'],
    ['= 2.1.0-rc1', '2.1.0-rc1'],
  ])('is kept, with what it stands for beside it: %j is %s', async (words, resolved) => {
    const made = await create({ 'terraform-version': words })
    expect(made.attributes).toMatchObject({
      'engine-version': words,
      'terraform-version': words,
      'resolved-engine-version': resolved,
      'resolved-terraform-version': resolved,
    })
    expect(await versionsOf(made.id)).toEqual([words, resolved])
    const other = await create({ 'engine-version': '1.0.0' })
    expect((await patch(other.id, { 'engine-version': words })).status).toBe(200)
    expect(await versionsOf(other.id)).toEqual([words, resolved])
  })

  test('stays where a change leaves it out, says it again, and goes where a number is given', async () => {
    const { id } = await create({ 'engine-version': '~> 1.9.0' })
    for (const attributes of [{ description: 'Cables' }, { 'engine-version': '~> 1.9.0' }]) {
      expect((await patch(id, attributes)).status).toBe(200)
      expect(await versionsOf(id)).toEqual(['~> 1.9.0', '1.9.0'])
    }
    await patch(id, { 'engine-version': '1.9.0' })
    expect(await versionsOf(id)).toEqual(['1.9.0', '1.9.0'])
    const events = await auditOf(app, id)
    expect(events.map(({ after }) => after)).toMatchObject([
      { engineVersion: '~> 1.9.0', resolvedEngineVersion: '1.9.0' },
      { engineVersion: '~> 1.9.0', resolvedEngineVersion: '1.9.0' },
      { engineVersion: '~> 1.9.0', resolvedEngineVersion: '1.9.0' },
      { engineVersion: '1.9.0' },
    ])
    expect(events.at(-1)?.after).not.toHaveProperty('resolvedEngineVersion')
  })

  test('is told by GraphQL too, and a workspace that names none has the number of the newest', async () => {
    const { id } = await create({ 'engine-version': 'latest' })
    const query = `{ workspace(id: "${id}") { engineVersion resolvedEngineVersion } }`
    expect((await graphql(app, owner, query)).data['workspace']).toEqual({
      engineVersion: 'latest',
      resolvedEngineVersion: '1.10.0',
    })
    expect((await create()).attributes).toMatchObject({
      'engine-version': '1.10.0',
      'resolved-engine-version': '1.10.0',
    })
  })

  rule('§19 States and workspaces', 'A constraint that no enabled version meets is 422, and what to do')
  test.each([
    [
      '~> 9.0',
      'no enabled version meets ~> 9.0; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to add one',
    ],
    [
      '= 3.0.0',
      'no enabled version meets = 3.0.0; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to add one',
    ],
    ['= 2.0.0', '2.0.0 is a beta version'],
    [
      '^1.9',
      '“^” is no operator: there are =, !=, >, >=, <, <=, ~>; write a version, latest, or a constraint such as ~> 1.9.0',
    ],
    [
      '>= 1.0.0 < 2',
      'a comma is missing between two conditions; write a version, latest, or a constraint such as ~> 1.9.0',
    ],
  ])('is refused where nothing meets it, or where it is none: %s', async (words, why) => {
    const detail = `Engine version is invalid: ${why}`
    const body = workspace({ name: fresh(app), 'engine-version': words })
    const made = await as(app, owner).post(path, { body })
    expect([made.status, detailsOf(made)]).toEqual([422, [detail]])
    const { id } = await create({ 'engine-version': '1.0.0' })
    const changed = await patch(id, { 'engine-version': words })
    expect([changed.status, detailsOf(changed)]).toEqual([422, [detail]])
    expect(await versionsOf(id)).toEqual(['1.0.0', '1.0.0'])
  })

  test('has up to 500 characters, and a beta version by its number is for those with access', async () => {
    const words = `>= 1.0.0${', != 1.0.0'.repeat(60)}`
    const refused = await as(app, owner).post(path, {
      body: workspace({ name: fresh(app), 'engine-version': words }),
    })
    expect(detailsOf(refused)).toEqual(['Engine version is too long (maximum is 500 characters)'])
    await setRules({ accessBetaTools: true })
    expect((await create({ 'engine-version': '= 2.0.0' })).attributes).toMatchObject({
      'resolved-engine-version': '2.0.0',
    })
    await setRules({ accessBetaTools: false })
  })
})

describe('what the words stand for', () => {
  rule('§19 States and workspaces', 'Words are resolved anew within a second of a change of the versions')
  test('follows the versions: published, disabled, renumbered, enabled again', async () => {
    const [any, minor, exact] = [
      (await create({ 'engine-version': 'latest' })).id,
      (await create({ 'engine-version': '~> 1.10.0' })).id,
      (await create({ 'engine-version': '1.10.0' })).id,
    ]
    const newest = await publish('1.10.7')
    await expectVersions(any, ['latest', '1.10.7'])
    await expectVersions(minor, ['~> 1.10.0', '1.10.7'])
    await expectVersions(exact, ['1.10.0', '1.10.0'])
    await change(newest, { version: '1.11.7' })
    await expectVersions(any, ['latest', '1.11.7'])
    await expectVersions(minor, ['~> 1.10.0', '1.10.0'])
    await change(newest, { enabled: false })
    await expectVersions(any, ['latest', '1.10.0'])
    await change(newest, { enabled: true, beta: true })
    await expectVersions(any, ['latest', '1.10.0'])
    expect((await as(app, admin).delete(`/admin/engine-versions/${newest}`)).status).toBe(204)
  })

  test('stays where nothing else meets them, and counts as a use of that version', async () => {
    const only = await publish('0.4.2')
    const { id } = await create({ 'engine-version': '~> 0.4.0' })
    await change(only, { enabled: false })
    await expectVersions(id, ['~> 0.4.0', '0.4.2'])
    const shown = await as(app, admin).get(`/admin/engine-versions/${only}`)
    expect(shown.body.data.attributes['usage']).toBe(1)
    expect((await as(app, admin).delete(`/admin/engine-versions/${only}`)).status).toBe(422)
    const outdated = `{ siteWorkspaces(filter: { engineVersion: "0.4.2", needsUpgrade: true }) { nodes { id } } }`
    expect((await graphql(app, admin, outdated)).data['siteWorkspaces']).toEqual({ nodes: [{ id }] })
    await publish('0.4.3')
    await expectVersions(id, ['~> 0.4.0', '0.4.3'])
    expect((await as(app, admin).delete(`/admin/engine-versions/${only}`)).status).toBe(204)
  })

  test('moves without a change of the workspace itself', async () => {
    await publish('0.5.1')
    const { id, attributes } = await create({ 'engine-version': '~> 0.5.0, != 0.5.9' })
    app.clock.move(1000)
    for (const version of ['0.5.9', '0.5.2-rc1', '0.5.2']) await publish(version)
    await expectVersions(id, ['~> 0.5.0, != 0.5.9', '0.5.2'])
    const after = (await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes
    expect(after['updated-at']).toBe(attributes['updated-at'])
  })
})
