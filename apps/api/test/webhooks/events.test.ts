import { webhookEventTypes } from '@engine/shared'
import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { cli, counted } from '../engine-sightings/asking.js'
import {
  administer,
  createModule,
  modulePath,
  publish,
  publishModule,
  registry,
  setStatus,
} from '../modules/module-requests.js'
import { as, documentOf } from '../rest.js'
import type { Receiver } from './receiver.js'
import { send, taking } from '../modules/interfaces.js'
import { deliver, receiving, startWebhookApp } from './webhook-site.js'

const app = await startWebhookApp({ ENGINE_ALIASES: 'terraform' })
const administrator = await app.make.administrator()
const owner = await app.make.user()
await app.make.organization(owner, 'acme')
const other = await app.make.user()
await app.make.organization(other, 'other')
const all = [...webhookEventTypes]
const site = (await receiving(app, administrator, all)).receiver
const ours = (await receiving(app, owner, all, 'acme')).receiver
const theirs = (await receiving(app, other, all, 'other')).receiver

beforeEach(() => {
  for (const { events } of [site, ours, theirs]) events.length = 0
})
const heard = ({ events }: Receiver) =>
  events.map(({ type, data }) => [type, data.subject.name, data.attributes])

rule('§12 webhooks', 'A receiver that verifies by the Standard Webhooks specification accepts every event')
test('the life of a module version is told in its order, to its organization and to the site', async () => {
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  await setStatus(app, owner, 'acme/network/aws', '1.0.0', 'Deprecated', {
    reason: 'old',
    link: 'https://a.example',
  })
  await setStatus(app, owner, 'acme/network/aws', '1.0.0', 'Revoked', { reason: 'a hole' })
  await setStatus(app, owner, 'acme/network/aws', '1.0.0', 'Undeprecated')
  await deliver(app)
  const name = 'acme/network/aws 1.0.0'
  const version = '1.0.0'
  const told = [
    ['module-version.published', name, { version, deprecation: null }],
    [
      'module-version.deprecated',
      name,
      { version, deprecation: { status: 'deprecated', reason: 'old', link: 'https://a.example' } },
    ],
    [
      'module-version.revoked',
      name,
      { version, deprecation: { status: 'revoked', reason: 'a hole', link: '' } },
    ],
    ['module-version.restored', name, { version, deprecation: null }],
  ]
  expect(heard(ours)).toEqual(told)
  expect(heard(site)).toEqual(told)
  expect(ours.events[0]?.data).toMatchObject({
    organization: 'acme',
    actor: { type: 'user', name: owner.username },
  })
  expect(theirs.events).toEqual([])
})

rule(
  '§17 guard',
  '`module-version.interface-broken` tells the producer what was published and breaks, unless it observes',
)
test('a version that breaks its callers by more than its number says is told under warn, and where it was accepted', async () => {
  const address = 'acme/broken/aws'
  await createModule(app, owner, address)
  await publish(app, owner, address, '1.2.4', taking('cidr', 'name', 'tags'))
  await send(app, owner, address, { version: '1.3.0' }, taking('cidr', 'name'))
  const change = (policy: string) =>
    as(app, owner).patch(modulePath(address), {
      body: documentOf('registry-modules', { 'module-interface-policy': policy }),
    })
  await change('warn')
  await send(app, owner, address, { version: '1.4.0' }, taking('name'))
  await send(app, owner, address, { version: '2.0.0' }, taking('other'))
  await change('refuse')
  await send(app, owner, address, { version: '2.1.0' }, taking())
  const accepted = { version: '2.2.0', 'accept-breaking': 'It has no callers' }
  await send(app, owner, address, accepted, taking())
  await deliver(app)
  const broken = (from: string, to: string, wanted: string, name: string, reason: string | null) => [
    'module-version.interface-broken',
    `${address} ${to}`,
    {
      ...{ version: to, 'compared-with': from, step: 'minor', 'wanted-step': 'major' },
      'wanted-version': wanted,
      breaking: [{ path: '', kind: 'input', name, reason: 'input-removed' }],
      ...{ 'breaking-count': 1, 'accept-breaking': reason },
    },
  ]
  const told = [
    broken('1.3.0', '1.4.0', '2.0.0', 'cidr', null),
    broken('2.0.0', '2.2.0', '3.0.0', 'other', 'It has no callers'),
  ]
  const aboutInterfaces = (receiver: typeof ours) =>
    heard(receiver)
      .filter(([type]) => type === 'module-version.interface-broken')
      .toSorted(([, one], [, other]) => String(one).localeCompare(String(other)))
  expect(aboutInterfaces(ours)).toEqual(told)
  expect(aboutInterfaces(site)).toEqual(told)
  expect(theirs.events).toEqual([])
})

rule('§12 webhooks', 'An organization hears of an engine version that its members may know of')
test('an engine version is told to every organization once it is enabled, without who did it', async () => {
  const { id } = await app.make.engineVersion(administrator, '1.9.2', { enabled: false })
  const change = (attributes: object) =>
    as(app, administrator).patch(`/admin/engine-versions/${id}`, {
      body: documentOf('engine-versions', attributes),
    })
  await change({ enabled: true })
  await change({ enabled: false, deprecated: true, 'deprecated-reason': 'a flaw' })
  await as(app, administrator).delete(`/admin/engine-versions/${id}`)
  await deliver(app)
  expect(site.events.map(({ type }) => type)).toEqual([
    'engine-version.created',
    'engine-version.changed',
    'engine-version.changed',
    'engine-version.deleted',
  ])
  expect(site.events[0]?.data.actor).toEqual({ type: 'user', name: administrator.username })
  for (const { events } of [ours, theirs]) {
    expect(events.map(({ type }) => type)).toEqual(['engine-version.changed', 'engine-version.changed'])
    expect(events[1]?.data).toMatchObject({
      organization: null,
      actor: null,
      subject: { type: 'engine-version', name: '1.9.2' },
      attributes: { enabled: false, deprecated: true, 'deprecated-reason': 'a flaw' },
    })
  }
})

test('sharing is told of its producer, by list and with all; another setting of it is not', async () => {
  const consumers = '/admin/organizations/acme/relationships/module-consumers'
  await as(app, administrator).patch(consumers, { body: { data: [{ id: 'other', type: 'organizations' }] } })
  await as(app, administrator).patch(consumers, { body: { data: [] } })
  await administer(app, administrator, 'acme', { 'workspace-limit': 7 })
  await administer(app, administrator, 'acme', { 'global-module-sharing': true })
  await deliver(app)
  const list = { 'global-module-sharing': false }
  expect(heard(ours)).toEqual([
    [
      'sharing.changed',
      'acme',
      {
        ...list,
        'module-consumers-count': 1,
        'module-consumers-added': ['other'],
        'module-consumers-removed': [],
      },
    ],
    [
      'sharing.changed',
      'acme',
      {
        ...list,
        'module-consumers-count': 0,
        'module-consumers-added': [],
        'module-consumers-removed': ['other'],
      },
    ],
    ['sharing.changed', 'acme', { 'global-module-sharing': true }],
  ])
  expect(theirs.events).toEqual([])
})

test('an invitation is told, with its address and without its link', async () => {
  const body = documentOf('organization-memberships', { email: 'new@example.com' })
  const made = await as(app, owner).post('/organizations/acme/organization-memberships', { body })
  expect(made.status, made.text).toBe(201)
  await deliver(app)
  expect(heard(ours)).toEqual([
    ['organization-membership.invited', 'new@example.com', { email: 'new@example.com' }],
  ])
  expect(ours.bodies.at(-1)).not.toContain('invitations/')
})

test('the life of a provider is told', async () => {
  const path = '/organizations/acme/registry-providers'
  const facts = { name: 'cloud', namespace: 'acme', 'registry-name': 'private' }
  const body = documentOf('registry-providers', facts)
  expect((await as(app, owner).post(path, { body })).status).toBe(201)
  const status = (word: string) =>
    as(app, owner).patch(`${path}/private/acme/cloud`, {
      body: documentOf('registry-providers', { deprecation: { 'deprecated-status': word, reason: 'r' } }),
    })
  for (const word of ['Deprecated', 'Revoked', 'Undeprecated']) expect((await status(word)).status).toBe(200)
  await deliver(app)
  expect(ours.events.map(({ type }) => type)).toEqual([
    'registry-provider.deprecated',
    'registry-provider.revoked',
    'registry-provider.restored',
  ])
})

rule('§12 webhooks', 'The first refusal of a version on a day is an event of its organization')
test('what the engine policy refuses first on a day is told, once for each version', async () => {
  await publishModule(app, owner, 'acme/policed/aws', '1.0.0')
  await administer(app, administrator, 'acme', { 'engine-policy': 'refuse' })
  await deliver(app)
  ours.events.length = 0
  const download = '/v1/modules/acme/policed/aws/1.0.0/download'
  for (const version of ['0.1.0', '0.1.0', '0.2.0'])
    expect((await registry(app, owner.token, download, { headers: cli(version) })).status).toBe(403)
  await counted(app, administrator)
  expect((await registry(app, owner.token, download, { headers: cli('0.2.0') })).status).toBe(403)
  await counted(app, administrator)
  await deliver(app)
  expect(heard(ours)).toEqual(
    ['0.1.0', '0.2.0'].map((version) => ['engine-policy.refused', 'acme', { engine: 'engine', version }]),
  )
  expect(theirs.events).toEqual([])
  await administer(app, administrator, 'acme', { 'engine-policy': null })
})

rule('§12 webhooks', 'Who may use providers is told as who may use modules')
test('sharing of providers is told as that of modules is', async () => {
  const path = '/admin/organizations/acme/registry-partnerships'
  const body = documentOf('registry-partnerships', { 'provider-consumers': ['other'] })
  expect((await as(app, administrator).put(path, { body })).status).toBe(204)
  await deliver(app)
  expect(heard(ours)).toEqual([
    [
      'sharing.changed',
      'acme',
      {
        'global-provider-sharing': false,
        'provider-consumers-count': 1,
        'provider-consumers-added': ['other'],
        'provider-consumers-removed': [],
      },
    ],
  ])
})

test('an event of a change that is rolled back is told to none', async () => {
  const taken = await as(app, administrator).post('/admin/engine-versions', {
    body: documentOf('engine-versions', { version: 'not a version', url: 'x', sha: 'y' }),
  })
  expect(taken.status).toBe(422)
  await deliver(app)
  expect(site.events).toEqual([])
})

test('a disabled organization hears of nothing until it is enabled again', async () => {
  await administer(app, administrator, 'other', { 'is-disabled': true })
  await app.make.engineVersion(administrator, '2.0.0')
  await deliver(app)
  expect(theirs.events).toEqual([])
  expect(ours.events).toHaveLength(1)
  await administer(app, administrator, 'other', { 'is-disabled': false })
})

test('no receiver has refused any of these events', () => {
  for (const { refused } of [site, ours, theirs]) expect(refused).toEqual([])
})
