import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { ownersOf } from '../makers.js'
import { as, dataOf, documentOf, faultsOf } from '../rest.js'
import { Receiver } from './receiver.js'
import { deliver, deliveriesOf, startWebhookApp } from './webhook-site.js'

const app = await startWebhookApp()
const owner = await app.make.user()
const owners = await ownersOf(app, await app.make.organization(owner, 'acme'))

const header = { 'header-name': 'Authorization', 'header-value': 'Basic YW5hOnNlc2FtZQ==' }
const good = { name: 'jobs', url: 'https://jobs.example/a', triggers: ['sharing.changed'] }
const body = (attributes: object) => ({ body: documentOf('webhooks', attributes) })
const create = (attributes: object, by: typeof owner | string = owner) =>
  as(app, by).post('/organizations/acme/webhooks', body({ ...good, ...attributes }))
const rowOf = (id: string) => app.prisma.webhook.findUniqueOrThrow({ where: { id } })

async function sent(attributes: object): Promise<Record<string, unknown>> {
  const receiver = await Receiver.open()
  const made = await create({ ...attributes, url: receiver.url })
  const { id, attributes: shown } = made.body.data
  receiver.secret = shown.secret
  await as(app, owner).post(`/webhooks/${id}/actions/verify`)
  await deliver(app)
  expect(receiver.refused).toEqual([])
  expect(receiver.events).toHaveLength(1)
  return receiver.headers[0] ?? {}
}

rule(
  '§19 Sign-in, CI, network',
  'A webhook may have one header beside ours (`header-name`, `header-value`; the value sealed and shown once as secrets are; `Authorization` included, ours not)',
)
test('a header of the receiver goes out beside ours, credentials included', async () => {
  const headers = await sent(header)
  expect(headers['authorization']).toBe('Basic YW5hOnNlc2FtZQ==')
  expect(headers['content-type']).toBe('application/json')
  expect(await sent({ 'header-name': 'X-Splunk', 'header-value': 'Splunk 1' })).toMatchObject({
    'x-splunk': 'Splunk 1',
  })
})

test('its value is shown with the creation alone, and stands sealed in the database and in no audit row', async () => {
  const made = await create(header)
  expect([made.status, made.body.data.attributes]).toMatchObject([201, header])
  const { id } = made.body.data
  const shown = { 'header-name': 'Authorization', 'header-value': null }
  expect((await as(app, owner).get(`/webhooks/${id}`)).body.data.attributes).toMatchObject(shown)
  const changed = await as(app, owner).patch(`/webhooks/${id}`, body({ 'header-value': 'Bearer secret' }))
  expect([changed.status, changed.body.data.attributes]).toMatchObject([200, shown])
  const { headerValue } = await rowOf(id)
  expect(headerValue).not.toBeNull()
  const audited = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
  expect(audited.map(({ after }) => after)).toMatchObject([
    { headerName: 'Authorization' },
    { headerName: 'Authorization' },
  ])
  const stored = JSON.stringify([headerValue, audited.map(({ before, after }) => [before, after])])
  for (const value of ['YW5hOnNlc2FtZQ', 'Bearer secret']) expect(stored).not.toContain(value)
})

test('the token of a team is shown no value', async () => {
  const made = await as(app, owner).post(`/teams/${owners}/authentication-token`, { body: { data: {} } })
  const answer = await create(header, made.body.data.attributes.token as string)
  expect([answer.status, answer.body.data.attributes]).toMatchObject([
    201,
    { 'header-name': 'Authorization', 'header-value': null },
  ])
})

describe('a header is refused', () => {
  test.each([
    ['of ours', { 'header-name': 'Webhook-Signature' }, 'name', 'Header name is reserved'],
    ['of the connection', { 'header-name': 'transfer-encoding' }, 'name', 'Header name is reserved'],
    ['that is no name', { 'header-name': 'X Key:' }, 'name', 'Header name is invalid'],
    ['with a line end', { 'header-value': 'a\r\nHost: b' }, 'value', 'Header value is invalid'],
    ['with a blank at its end', { 'header-value': 'a ' }, 'value', 'Header value is invalid'],
    ['that is too long', { 'header-value': 'a'.repeat(4097) }, 'value', expect.stringContaining('too long')],
    ['without a value', { 'header-value': null }, 'value', "Header value can't be blank"],
    ['without a name', { 'header-name': null }, 'name', "Header name can't be blank"],
  ])('%s', async (_, attributes, at, detail) => {
    const answer = await create({ ...header, ...attributes })
    expect([answer.status, faultsOf(answer)]).toEqual([422, [[`/data/attributes/header-${at}`, detail]]])
  })
})

test('a value goes to no other address than it was given for, and goes with its name', async () => {
  const { id } = (await create(header)).body.data
  const patch = (attributes: object) => as(app, owner).patch(`/webhooks/${id}`, body(attributes))
  const again = [['/data/attributes/header-value', "Header value can't be blank"]]
  expect(faultsOf(await patch({ url: 'https://elsewhere.example/a' }))).toEqual(again)
  expect(faultsOf(await patch({ 'header-name': 'X-Other' }))).toEqual(again)
  expect((await patch({ url: 'https://jobs.example/b', name: 'other' })).status).toBe(200)
  const before = (await rowOf(id)).headerValue
  expect((await patch({ url: 'https://elsewhere.example/a', 'header-value': 'new' })).status).toBe(200)
  expect((await rowOf(id)).headerValue).not.toBe(before)
  const gone = await patch({ 'header-name': null })
  expect([gone.status, gone.body.data.attributes['header-name']]).toEqual([200, null])
  expect(await rowOf(id)).toMatchObject({ headerName: null, headerValue: null })
})

test('a value that no key opens is not sent, and says what to do', async () => {
  const receiver = await Receiver.open()
  const made = (await create({ ...header, url: receiver.url })).body.data
  await app.prisma.webhook.update({ where: { id: made.id }, data: { headerValue: 'broken' } })
  await as(app, owner).post(`/webhooks/${made.id}/actions/verify`)
  await deliver(app)
  expect(receiver.bodies).toEqual([])
  const webhook = { id: made.id, secret: '', path: `/webhooks/${made.id}` }
  expect((await deliveriesOf(app, owner, webhook))[0]?.attributes['problem']).toBe(
    'The header cannot be read with the keys of this installation: give its value again',
  )
})

test('GraphQL says and takes the same, and never shows the value', async () => {
  const input = { ...good, organization: 'acme', headerName: 'X-Key', headerValue: 'k1' }
  const made = await dataOf(
    app,
    owner,
    'mutation ($input: WebhookCreateInput!) { webhookCreate(input: $input) { webhook { id headerName } userErrors { message } } }',
    { input },
  )
  const { webhook, userErrors } = made['webhookCreate'] as unknown as {
    webhook: { id: string; headerName: string }
    userErrors: unknown[]
  }
  expect([webhook.headerName, userErrors]).toEqual(['X-Key', []])
  const changed = await dataOf(
    app,
    owner,
    'mutation ($input: WebhookUpdateInput!) { webhookUpdate(input: $input) { webhook { headerName } userErrors { message } } }',
    { input: { id: webhook.id, headerName: 'X-Other', headerValue: 'k2' } },
  )
  expect(changed['webhookUpdate']).toEqual({ webhook: { headerName: 'X-Other' }, userErrors: [] })
})
