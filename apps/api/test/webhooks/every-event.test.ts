import { webhookEventTypes, webhookTestType } from '@engine/shared'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import type { TestApp } from '../app.js'
import { cli, counted } from '../engine-sightings/asking.js'
import type { Person } from '../makers.js'
import { administer, modulePath, publishModule, registry } from '../modules/module-requests.js'
import { providerPath } from '../providers.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, documentOf, must } from '../rest.js'
import { deliver, receiving, startWebhookApp } from './webhook-site.js'

/** Deprecates, revokes and restores what is there. */
async function wearOut(app: TestApp, by: Person, path: string, type: string): Promise<void> {
  for (const status of ['Deprecated', 'Revoked', 'Undeprecated']) {
    const body = documentOf(type, { deprecation: { 'deprecated-status': status, reason: 'Worn out' } })
    await must(as(app, by).patch(path, { body }))
  }
}

rule('§12 webhooks', 'Every type of event is sent, signed by the Standard Webhooks specification')
test('a receiver that verifies with the kept library accepts an event of every type, each with an id of its own', async () => {
  const app = await startWebhookApp({ ENGINE_ALIASES: 'terraform' })
  const administrator = await app.make.administrator()
  const owner = await app.make.user()
  await app.make.organization(owner, 'acme')
  const { receiver, webhook } = await receiving(app, administrator, [...webhookEventTypes])
  await must(as(app, administrator).post(`${webhook.path}/actions/verify`))

  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  await wearOut(app, owner, `${modulePath('acme/network/aws')}/1.0.0`, 'registry-module-versions')

  const [provider, pair] = ['acme/private/acme/cloud', await newSigningKey()]
  await registerKey(app, owner, 'acme', pair)
  await releaseProvider(app, owner, provider, pair)
  await wearOut(app, owner, `${providerPath(provider)}/versions/1.0.0`, 'registry-provider-versions')
  await wearOut(app, owner, providerPath(provider), 'registry-providers')

  const { id } = await app.make.engineVersion(administrator, '1.9.2')
  const reason = documentOf('engine-versions', { deprecated: true, 'deprecated-reason': 'It leaks' })
  await must(as(app, administrator).patch(`/admin/engine-versions/${id}`, { body: reason }))
  await administer(app, administrator, 'acme', { 'engine-policy': 'refuse' })
  const path = '/v1/modules/acme/network/aws/1.0.0/download'
  expect((await registry(app, owner.token, path, { headers: cli('1.9.2') })).status).toBe(403)
  await counted(app, administrator)
  await must(as(app, administrator).delete(`/admin/engine-versions/${id}`))

  await administer(app, administrator, 'acme', { 'global-module-sharing': true })
  const invited = documentOf('organization-memberships', { email: 'new@example.com' })
  await must(as(app, owner).post('/organizations/acme/organization-memberships', { body: invited }))

  await deliver(app)
  expect(receiver.refused).toEqual([])
  const types = new Set(receiver.events.map(({ type }) => type))
  expect([...types].sort()).toEqual([...webhookEventTypes, webhookTestType].sort())
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(receiver.events.length)
  for (const headers of receiver.headers) expect(headers['content-type']).toBe('application/json')
})
