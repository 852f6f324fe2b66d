import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, detailsOf, documentOf, faultsOf, graphql, notFoundBody } from '../rest.js'
import { createWebhook } from './webhook-site.js'

const good = { name: 'chat', url: 'https://hooks.example/a', triggers: ['sharing.changed'] }

const app = await startTestApp()
const administrator = await app.make.administrator()
const owner = await app.make.user()
const member = await app.make.member(await app.make.organization(owner, 'acme'))

const create = (by: Person, path: string, attributes: object) =>
  as(app, by).post(path, { body: documentOf('webhooks', attributes) })

rule('§12 webhooks', 'The secret is shown once and sealed in the database')
test('a creation shows the secret, no later answer does, and no row, audit event or GraphQL list holds it', async () => {
  const made = await create(owner, '/organizations/acme/webhooks', good)
  expect(made.status).toBe(201)
  const { id, attributes } = made.body.data
  const secret: string = attributes.secret
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const later = await as(app, owner).get(`/webhooks/${id}`)
  expect(later.body.data.attributes).toMatchObject({ ...good, secret: null, enabled: true })
  const row = await app.prisma.webhook.findUniqueOrThrow({ where: { id } })
  const audited = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
  expect(audited.map(({ action }) => action)).toEqual(['webhook.create'])
  const stored = JSON.stringify([row, audited], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(stored).not.toContain(secret.slice(6, 30))
  expect(JSON.stringify(audited[0]?.after)).not.toContain('secret')
})

test('all faults of a creation are reported at once', async () => {
  const answer = await create(owner, '/organizations/acme/webhooks', {
    name: '',
    url: 'https://user:secret@hooks.example',
    triggers: ['everything', 'sharing.changed'],
  })
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toEqual([
    ['/data/attributes/name', "Name can't be blank"],
    ['/data/attributes/url', 'Url is invalid'],
    ['/data/attributes/triggers/0', 'Triggers is not included in the list'],
  ])
})

rule('§12 webhooks', 'Site administrators have those of the site, owners those of their organization')
test('a member, and an owner for the site, get what a stranger gets: 404', async () => {
  const { path } = await createWebhook(app, administrator, good)
  for (const [by, at] of [
    [member, '/organizations/acme/webhooks'],
    [owner, '/admin/webhooks'],
    [owner, path],
    [owner, `${path}/deliveries`],
  ] as const) {
    const answer = await as(app, by).get(at)
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  }
  expect((await create(member, '/organizations/acme/webhooks', good)).status).toBe(404)
  const { data } = await graphql(app, owner, '{ webhooks { totalCount } }')
  expect(data['webhooks']).toBeNull()
})

test('the eleventh of an organization is refused, also of several at once', async () => {
  const rich = await app.make.user()
  await app.make.organization(rich, 'rich')
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => create(rich, '/organizations/rich/webhooks', good)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const [refused] = answers.filter(({ status }) => status !== 201)
  expect([refused?.status, refused && detailsOf(refused)]).toEqual([
    422,
    ['The organization has reached its limit of 10 webhooks (WEBHOOK_LIMIT)'],
  ])
})

test('a change with an old state is 412, a deletion takes its deliveries along', async () => {
  const { path, id } = await createWebhook(app, administrator, { ...good, name: 'one' })
  const { etag } = (await as(app, administrator).get(path)).headers
  const body = documentOf('webhooks', { name: 'two' })
  expect((await as(app, administrator).patch(path, { body })).body.data.attributes.name).toBe('two')
  const stale = await as(app, administrator).patch(path, { body, headers: { 'If-Match': String(etag) } })
  expect(stale.status).toBe(412)
  await as(app, administrator).post(`${path}/actions/verify`)
  expect((await as(app, administrator).delete(path)).status).toBe(204)
  expect(await app.prisma.webhookDelivery.count({ where: { webhookId: id } })).toBe(0)
})
