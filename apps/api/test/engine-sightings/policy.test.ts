import { rule } from '@engine/shared/rule'
import { afterEach, describe, expect, test } from 'vitest'
import { auditOf, registry } from '../modules/module-requests.js'
import { as, documentOf, graphql } from '../rest.js'
import { cli, counted, paths, startWithEngines } from './asking.js'

const { app, owner, member, admin, acme } = await startWithEngines()

afterEach(() => set(null))

async function set(policy: string | null): Promise<void> {
  const body = documentOf('organizations', { 'engine-policy': policy })
  const answer = await as(app, admin).patch('/admin/organizations/acme', { body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data.attributes['engine-policy']).toBe(policy)
}

const ask = (path: string, version: string, by = member.token) =>
  registry(app, by, path, { headers: cli(version) })
const sentences = {
  '1.9.2': 'Engine version 1.9.2 is deprecated: It leaks. Use 1.11.4.',
  '1.8.0': 'Engine version 1.8.0 is disabled. Use 1.11.4.',
  '0.12.31': 'Engine version 0.12.31 is not known here. Use 1.11.4.',
}
const fallen = Object.entries(sentences)

describe('the engine policy', () => {
  rule('§12 policy', '`observe`, the default, neither warns nor refuses')
  test('observes by default', async () => {
    for (const [version] of fallen) {
      expect((await ask(paths.providers, version)).body.warnings).toBeUndefined()
      expect((await ask(paths.module, version)).status).toBe(204)
      expect((await ask(paths.provider, version)).status).toBe(200)
    }
  })

  rule('§12 policy', '`warn` adds a line to the `warnings` of provider documents')
  test.each(fallen)(
    'warns of %s in the documents of providers, and refuses nothing',
    async (version, sentence) => {
      await set('warn')
      expect((await ask(paths.providers, version)).body.warnings).toEqual([sentence])
      expect((await ask(paths.module, version)).status).toBe(204)
      expect((await ask(paths.provider, version)).status).toBe(200)
    },
  )

  rule(
    '§12 policy',
    '`refuse` answers downloads 403 with a sentence that names version, reason and what to use',
  )
  test.each(fallen)('refuses downloads to %s with the sentence, and warns too', async (version, sentence) => {
    await set('refuse')
    expect((await ask(paths.providers, version)).body.warnings).toEqual([sentence])
    for (const path of [paths.module, paths.provider]) {
      const { status, body } = await ask(path, version)
      expect([status, body], path).toEqual([403, { errors: [sentence] }])
    }
  })

  rule('§12 policy', 'It is over versions of the engine: other clients, and versions that are fine, pass')
  test('lets versions that are fine pass, and other clients', async () => {
    await set('refuse')
    const others = [
      cli('1.11.4'),
      cli('1.12.0'),
      { ...cli('1.9.2'), 'User-Agent': 'OpenTofu/1.9.2' },
      { 'User-Agent': 'curl/8' },
    ]
    for (const headers of others) {
      expect((await registry(app, member.token, paths.module, { headers })).status).toBe(204)
      expect((await registry(app, member.token, paths.providers, { headers })).body.warnings).toBeUndefined()
    }
  })

  rule(
    '§12 policy',
    'A cached answer is never given to another version, nor after a change of the policy or version',
  )
  test('holds at once for answers that were cached: by version, and after each change', async () => {
    for (let n = 0; n < 2; n++) expect((await ask(paths.module, '1.9.2')).status).toBe(204)
    await set('refuse')
    expect((await ask(paths.module, '1.9.2')).status).toBe(403)
    for (let n = 0; n < 2; n++) expect((await ask(paths.module, '1.11.4')).status).toBe(204)
    expect((await ask(paths.module, '1.9.2')).status).toBe(403)
    const { items } = await app.services.engineVersions.list(
      admin.ctx,
      { version: '1.11.4' },
      { number: 1, size: 1 },
    )
    const id = items[0]?.id ?? ''
    await app.services.engineVersions.update(admin.ctx, id, { enabled: false })
    const { status, body } = await ask(paths.module, '1.11.4')
    await app.services.engineVersions.update(admin.ctx, id, { enabled: true })
    expect([status, body.errors]).toEqual([
      403,
      ['Engine version 1.11.4 is disabled. No version is enabled yet: ask a site administrator.'],
    ])
    expect((await ask(paths.module, '1.11.4')).status).toBe(204)
  })

  rule('§12 policy', "A token's own organization decides; for a person's, that of the things it asks for")
  test("is that of the token's organization, for a person that of the things asked for", async () => {
    const other = await app.make.user()
    const consumer = await app.make.organization(other)
    const { value } = await app.services.tokens.create(
      other.ctx,
      { type: 'organization', id: consumer.id },
      {},
    )
    const body = { data: [{ type: 'organizations', id: consumer.name }] }
    const path = '/admin/organizations/acme/relationships/module-consumers'
    expect((await as(app, admin).patch(path, { body })).status).toBe(204)
    await set('refuse')
    expect((await ask(paths.module, '1.9.2', value)).status).toBe(204)
    expect((await ask(paths.module, '1.9.2', other.token)).status).toBe(403)
  })

  rule('§12 policy', 'A revoked version stays 410, and what one may not know of 404')
  test('says nothing of what a stranger asks for', async () => {
    await set('refuse')
    const stranger = await app.make.user()
    expect((await ask(paths.module, '1.9.2', stranger.token)).status).toBe(404)
  })

  rule('§12 policy', 'A workspace whose own version falls under it can be refused')
  test('answers for the version of a workspace', async () => {
    const workspace = await app.make.workspace(owner, acme, '1.9.2')
    const { enginePolicy } = app.services
    await expect(enginePolicy.admitWorkspace(owner.ctx, workspace)).resolves.toBeUndefined()
    await set('refuse')
    await expect(enginePolicy.admitWorkspace(owner.ctx, workspace)).rejects.toMatchObject({
      failure: { kind: 'denied', message: sentences['1.9.2'] },
    })
  })
})

describe('a change of the policy', () => {
  rule('§12 policy', 'Site administrators set it; members see it')
  rule('§12 policy', 'Each change is audited')
  test('is by site administrators alone, audited, and shown to members', async () => {
    await set('warn')
    const shown = await as(app, member).get('/organizations/acme')
    expect(shown.body.data.attributes['engine-policy']).toBe('warn')
    const body = documentOf('organizations', { 'engine-policy': 'observe' })
    expect((await as(app, owner).patch('/admin/organizations/acme', { body })).status).toBe(404)
    await as(app, owner).patch('/organizations/acme', { body })
    const query = '{ organization(name: "acme") { enginePolicy effectiveEnginePolicy } }'
    expect((await graphql(app, member, query)).data['organization']).toEqual({
      enginePolicy: 'WARN',
      effectiveEnginePolicy: 'WARN',
    })
    const changes = (await auditOf(app, acme.id)).filter(({ action }) => action === 'organization.set')
    expect(changes.at(-1)).toMatchObject({ before: { enginePolicy: null }, after: { enginePolicy: 'warn' } })
  })

  rule('§12 policy', 'A preview says whom it would have refused in the last 30 days')
  rule('§12 policy', 'Refusals are counted and shown')
  test('is preceded by a preview, and followed by the number of refusals', async () => {
    await counted(app, owner)
    await app.prisma.engineSighting.deleteMany()
    for (const token of [member.token, owner.token]) await ask(paths.module, '1.9.2', token)
    await ask(paths.module, '1.11.4', owner.token)
    await set('refuse')
    await ask(paths.module, '1.8.0', owner.token)
    await counted(app, owner)
    const query = `{ enginePolicyPreview(organization: "acme") { sitePolicy tokens organizations versions refused } }`
    expect((await graphql(app, admin, query)).data['enginePolicyPreview']).toEqual({
      sitePolicy: 'OBSERVE',
      tokens: 2,
      organizations: 1,
      versions: 2,
      refused: 1,
    })
  })

  rule('§12 policy', 'Another word than the three is 422')
  test('of another word is refused', async () => {
    const body = documentOf('organizations', { 'engine-policy': 'forbid' })
    const answer = await as(app, admin).patch('/admin/organizations/acme', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].detail).toBe('Engine policy is not included in the list')
  })
})

rule('§12 everywhere', 'A workspace says `engine-version-status`')
test('a workspace says how its version stands, and which is the newest', async () => {
  const { name } = await app.make.workspace(owner, acme, '1.9.2')
  const { body } = await as(app, member).get(`/organizations/acme/workspaces/${name}`)
  expect(body.data.attributes['engine-version-status']).toEqual({
    enabled: true,
    deprecated: true,
    'deprecated-reason': 'It\nleaks',
    beta: false,
    newest: '1.11.4',
  })
  const query = `{ organization(name: "acme") { workspaces { nodes { name engineVersionStatus { newest deprecated } } } } }`
  const node = { name, engineVersionStatus: { newest: '1.11.4', deprecated: true } }
  expect((await graphql(app, member, query)).data['organization']).toEqual({
    workspaces: { nodes: expect.arrayContaining([node]) },
  })
})
