import { archive, file } from '@engine/module-source/testing'
import { webhookEventTypes, webhookTestType } from '@engine/shared'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import type { TestApp } from '../app.js'
import { cli, counted } from '../engine-sightings/asking.js'
import type { Person } from '../makers.js'
import { taking } from '../modules/interfaces.js'
import {
  administer,
  modulePath,
  pathOf,
  publish,
  publishModule,
  put,
  registry,
  setStatus,
} from '../modules/module-requests.js'
import { download, system } from '../modules/usage.js'
import { providerPath } from '../providers.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { startOrigin } from '../public-providers/controlled.js'
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

/** A version takes away what the one before it gives, under a policy that tells of it. */
async function breakCallers(app: TestApp, by: Person, address: string): Promise<void> {
  const body = documentOf('registry-modules', { 'module-interface-policy': 'warn' })
  await must(as(app, by).patch(modulePath(address), { body }))
  await publish(app, by, address, '1.0.1', taking())
}

/** A public provider is looked at, wanted, and decided on. */
async function controlProvider(app: TestApp, administrator: Person, owner: Person, twin: ProviderTwin) {
  const { services, prisma } = app
  const { ctx } = administrator
  const list = () => registry(app, owner.token, `/api/registry/public${twin.path}/versions`)
  expect((await list()).status).toBe(200)
  app.clock.move(1000)
  await twin.release({ version: '2.0.0' })
  await twin.republish('1.0.0')
  const { id } = await prisma.publicProvider.findFirstOrThrow()
  await services.adminPublicProviders.sync(ctx, id)
  // Before it is checked it is not held, and no event tells of it.
  const checked = { version: '2.0.0', checkedAt: { not: null } }
  const idOf = async () => (await prisma.publicProviderVersion.findFirst({ where: checked }))?.id ?? ''
  await expect.poll(idOf).not.toBe('')
  await expect.poll(() => prisma.publicProviderVersion.count({ where: { alteredAt: { not: null } } })).toBe(1)
  const released = await idOf()
  await services.adminPublicProviders.decide(ctx, released, { decision: 'release' })
  await services.adminPublicProviders.decide(ctx, released, { decision: 'block', reason: 'It leaks' })
  await administer(app, administrator, 'acme', { 'public-providers': 'listed' })
  expect((await list()).status).toBe(200)
  await services.publicProviderUses.stop(ctx)
}

rule('§12 webhooks', 'Every type of event is sent, signed by the Standard Webhooks specification')
test('a receiver that verifies with the kept library accepts an event of every type, each with an id of its own', async () => {
  const origin = await startOrigin()
  const app = await startWebhookApp({
    ENGINE_ALIASES: 'terraform',
    PUBLIC_REGISTRY_URL: origin.twin.url,
    PROVIDER_COOLDOWN: '72h',
  })
  const administrator = await app.make.administrator()
  const owner = await app.make.user()
  await app.make.organization(owner, 'acme')
  const { receiver, webhook } = await receiving(app, administrator, [...webhookEventTypes])
  await must(as(app, administrator).post(`${webhook.path}/actions/verify`))

  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  await breakCallers(app, owner, 'acme/network/aws')
  await download(app, owner, 'acme/network/aws', '1.0.0')
  await must(setStatus(app, owner, 'acme/network/aws', '1.0.0', 'Deprecated'))
  await app.services.upgradeDispatcher.dispatch(system(app))
  await wearOut(app, owner, `${modulePath('acme/network/aws')}/1.0.0`, 'registry-module-versions')

  const [provider, pair] = ['acme/private/acme/cloud', await newSigningKey()]
  await registerKey(app, owner, 'acme', pair)
  await releaseProvider(app, owner, provider, pair)
  const version = `${providerPath(provider)}/versions/1.0.0`
  const { links } = (await as(app, owner).get(version)).body.data
  await must(put(app, pathOf(links['docs-upload']), archive(file('index.md', '# Cloud\n'))))
  await wearOut(app, owner, version, 'registry-provider-versions')
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

  await controlProvider(app, administrator, owner, await origin.provider())

  await deliver(app)
  expect(receiver.refused).toEqual([])
  const types = new Set(receiver.events.map(({ type }) => type))
  expect([...types].sort()).toEqual([...webhookEventTypes, webhookTestType].sort())
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(receiver.events.length)
  for (const headers of receiver.headers) expect(headers['content-type']).toBe('application/json')
})
