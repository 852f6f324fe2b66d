import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, documentOf, faultsOf } from '../rest.js'
import { namesIn, openSite, pathOf } from './admin-organizations.js'

const { app, admin, owner, change, attributesOf } = await openSite()

describe('an update', () => {
  rule('Spec organizations', 'PATCH changes the attributes that are sent')
  rule('§5 organizations', 'PATCH answers 200 with the full resource')
  test('changes what is sent, keeps the rest, answers the full resource and is audited', async () => {
    const acme = await app.make.organization(owner)
    const answer = await change(acme, {
      'access-beta-tools': true,
      'workspace-limit': 0,
      'apply-timeout': '1h30m',
      'engine-worker-sudo-enabled': true,
      'notification-email': 'ignored@example.com',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({
      'access-beta-tools': true,
      'workspace-limit': 0,
      'apply-timeout': '1h30m',
      'engine-build-worker-apply-timeout': '1h30m',
      'plan-timeout': null,
      'engine-worker-sudo-enabled': true,
      'notification-email': acme.email,
    })
    expect(await attributesOf(acme)).toEqual(answer.body.data.attributes)
    const again = await change(acme, { 'workspace-limit': 7 })
    expect(again.body.data.attributes).toMatchObject({ 'access-beta-tools': true, 'workspace-limit': 7 })
    const rows = await app.prisma.auditEvent.findMany({
      where: { subjectId: acme.id, action: 'organization.set' },
    })
    expect(rows.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id])
  })

  test('is accepted without a type, or with an empty one, and with no other', async () => {
    const acme = await app.make.organization(owner)
    const attributes = { 'workspace-limit': 3 }
    for (const data of [{ attributes }, { type: '', attributes }, { type: 'organizations', attributes }])
      expect((await as(app, admin).patch(pathOf(acme), { body: { data } })).status).toBe(200)
    const wrong = await as(app, admin).patch(pathOf(acme), { body: { data: { type: 'teams', attributes } } })
    expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/type'])
    const without = await as(app, admin).patch(pathOf(acme), { body: {} })
    expect([without.status, without.body.errors[0].source.pointer]).toEqual([422, '/data'])
  })

  rule(
    '§5 settings',
    '`workspace-limit` is null or an integer from 0; wrong values are told at once and change nothing',
  )
  test('tells all wrong types and values at once and changes nothing', async () => {
    const acme = await app.make.organization(owner)
    const before = await attributesOf(acme)
    const answer = await change(acme, {
      'access-beta-tools': 'true',
      'global-module-sharing': 1,
      'is-disabled': null,
      'workspace-limit': -1,
      'engine-build-worker-apply-timeout': 'soon',
      'plan-timeout': 90,
    })
    expect(answer.status).toBe(422)
    const faults = faultsOf(answer)
    expect(faults).toEqual([
      ['/data/attributes/access-beta-tools', 'Access beta tools is invalid'],
      ['/data/attributes/global-module-sharing', 'Global module sharing is invalid'],
      ['/data/attributes/is-disabled', "Is disabled can't be blank"],
      ['/data/attributes/workspace-limit', 'Workspace limit is invalid'],
      ['/data/attributes/engine-build-worker-apply-timeout', 'Engine build worker apply timeout is invalid'],
      ['/data/attributes/plan-timeout', 'Plan timeout is invalid'],
    ])
    for (const limit of [1.5, '5', true, 2 ** 31, [], {}])
      expect((await change(acme, { 'workspace-limit': limit })).status, String(limit)).toBe(422)
    expect(await attributesOf(acme)).toEqual(before)
  })

  rule('§5 settings', 'A duration is echoed as sent; null and an empty text unset it')
  test('keeps a duration as it was sent; null and an empty text unset it', async () => {
    const acme = await app.make.organization(owner)
    for (const duration of ['90m', '1.5h', '1h30m', '.5h', '100ms']) {
      const set = await change(acme, { 'plan-timeout': duration })
      expect(set.body.data.attributes['engine-build-worker-plan-timeout']).toBe(duration)
    }
    for (const nothing of [null, '']) {
      await change(acme, { 'plan-timeout': '5m' })
      const unset = await change(acme, { 'engine-build-worker-plan-timeout': nothing })
      expect([unset.status, unset.body.data.attributes['plan-timeout']]).toEqual([200, null])
    }
    for (const wrong of ['5', 'm', '-5m', '5 m', '5w', '1h 30m', '5m\n'])
      expect((await change(acme, { 'plan-timeout': wrong })).status, wrong).toBe(422)
  })

  rule('§19', 'Durations end at 100 years')
  test('what cannot compute is closed: no duration is longer than 100 years', async () => {
    const acme = await app.make.organization(owner)
    const names = { 'provider-cooldown': 'Provider cooldown', 'plan-timeout': 'Plan timeout' }
    for (const [name, human] of Object.entries({ ...names, 'apply-timeout': 'Apply timeout' })) {
      expect((await change(acme, { [name]: '36500d' })).status, name).toBe(200)
      for (const long of ['36501d', '100000000d', '99999999999999h', `${'9'.repeat(63)}d`]) {
        const refused = await change(acme, { [name]: long })
        const pointer = `/data/attributes/${name}`
        expect([refused.status, faultsOf(refused)], long).toEqual([
          ...[422, [[pointer, `${human} is too long (maximum is 100 years)`]]],
        ])
      }
      expect((await attributesOf(acme))[name]).toBe('36500d')
    }
  })

  rule('§5 settings', 'null lifts the limit of workspaces')
  test('null lifts the limit of workspaces', async () => {
    const acme = await app.make.organization(owner)
    await change(acme, { 'workspace-limit': 5 })
    expect(
      (await change(acme, { 'workspace-limit': null })).body.data.attributes['workspace-limit'],
    ).toBeNull()
  })

  rule('§5 organizations', 'The short twins of the timeouts are accepted, and 422 when they differ')
  test('takes both names of a timeout, and refuses them when they differ', async () => {
    const acme = await app.make.organization(owner)
    const same = await change(acme, { 'apply-timeout': '2h', 'engine-build-worker-apply-timeout': '2h' })
    expect([same.status, same.body.data.attributes['apply-timeout']]).toEqual([200, '2h'])
    const apart = await change(acme, { 'apply-timeout': '3h', 'engine-build-worker-apply-timeout': '4h' })
    expect([apart.status, apart.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/attributes/engine-build-worker-apply-timeout',
    ])
    expect((await attributesOf(acme))['apply-timeout']).toBe('2h')
  })

  rule('Spec resources', 'Enabling `global-module-sharing` disables the consumers configured before')
  rule('§5 sharing', 'Global sharing empties the consumers')
  test('sharing with all empties the list of consumers', async () => {
    const acme = await app.make.organization(owner)
    const other = await app.make.organization(owner)
    const consumers = `${pathOf(acme)}/relationships/module-consumers`
    await as(app, admin).patch(consumers, { body: { data: [{ id: other.name, type: 'organizations' }] } })
    expect(namesIn(await as(app, admin).get(consumers))).toEqual([other.name])
    expect((await change(acme, { 'global-module-sharing': true })).status).toBe(200)
    expect(namesIn(await as(app, admin).get(consumers))).toEqual([])
    expect(await app.prisma.moduleConsumer.count({ where: { producerId: acme.id } })).toBe(0)
  })

  test('with If-Match applies only to what was read', async () => {
    const acme = await app.make.organization(owner)
    const { etag = '' } = (await as(app, admin).get(pathOf(acme))).headers
    const body = documentOf('organizations', { 'workspace-limit': 1 })
    const ask = () => as(app, admin).patch(pathOf(acme), { body, headers: { 'If-Match': etag } })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(9)
    const stale = await as(app, admin).delete(pathOf(acme), { headers: { 'If-Match': etag } })
    expect(stale.status).toBe(412)
    expect((await as(app, admin).get(pathOf(acme))).status).toBe(200)
  })
})

rule('§1 aliases', 'The timeouts and the sudo setting of an organization are taken and given in each word')
test('attributes with the neutral word are written and understood in every alias', async () => {
  const aliased = await startTestApp({ ENGINE_ALIASES: 'terraform' })
  const root = await aliased.make.administrator()
  await aliased.make.organization(root, 'acme')
  const answer = await as(aliased, root).patch('/admin/organizations/acme', {
    body: documentOf('', {
      'terraform-build-worker-apply-timeout': '6h',
      'terraform-worker-sudo-enabled': true,
    }),
  })
  expect(answer.status).toBe(200)
  expect(answer.body.data.attributes).toMatchObject({
    'apply-timeout': '6h',
    'engine-build-worker-apply-timeout': '6h',
    'terraform-build-worker-apply-timeout': '6h',
    'terraform-build-worker-plan-timeout': null,
    'engine-worker-sudo-enabled': true,
    'terraform-worker-sudo-enabled': true,
  })
  const apart = await as(aliased, root).patch('/admin/organizations/acme', {
    body: documentOf('', {
      'engine-build-worker-plan-timeout': '1h',
      'terraform-build-worker-plan-timeout': '2h',
    }),
  })
  expect([apart.status, apart.body.errors[0].source.pointer]).toEqual([
    422,
    '/data/attributes/terraform-build-worker-plan-timeout',
  ])
})
