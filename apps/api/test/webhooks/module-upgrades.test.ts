import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { modulePath, publishModule, setStatus } from '../modules/module-requests.js'
import { download, downloaded, system } from '../modules/usage.js'
import { atOnce } from '../races.js'
import { as, documentOf, must } from '../rest.js'
import type { Receiver } from './receiver.js'
import { deliver, receiving, startWebhookApp } from './webhook-site.js'

const app = await startWebhookApp()
const second = await startTestApp({ LOG_LEVEL: 'silent' }, app)
const admin = await app.make.administrator()
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'acme')
const other = await app.make.user()
const globex = await app.make.organization(other, 'globex')
const idle = await app.make.user()
await app.make.organization(idle, 'idle')
const share = (names: readonly string[]) =>
  app.services.registryPartnerships.set(admin.ctx, acme.id, { modules: names.map((name) => ({ name })) })
await share(['globex', 'idle'])
const triggers = ['module-upgrade.due']
const ours = (await receiving(app, owner, triggers, 'acme')).receiver
const theirs = (await receiving(app, other, triggers, 'globex')).receiver
const idles = (await receiving(app, idle, triggers, 'idle')).receiver

beforeEach(() => {
  for (const { events } of [ours, theirs, idles]) events.length = 0
})

const heard = ({ events }: Receiver) =>
  events.map(({ data }) => [data.organization, data.subject.name, data.attributes?.['status']])

/** What the job does, and the sending after it. */
async function tell(): Promise<void> {
  await app.services.upgradeTelling.tell(system(app))
  await deliver(app)
}

const maintain = () => app.services.upgradeTelling.run(system(app))

/** A module of acme of which both organizations downloaded 1.0.0. */
async function used(name: string): Promise<string> {
  const address = `acme/${name}/aws`
  await publishModule(app, owner, address, '1.0.0', '1.1.0')
  await download(app, owner, address, '1.0.0')
  await download(app, other, address, '1.0.0', 2)
  return address
}

const ends = (address: string, inDays: number) => {
  const date = later(app.clock.now(), days(inDays)).toISOString()
  const body = documentOf('registry-module-versions', { 'end-of-life': { date, reason: 'Over' } })
  return must(as(app, owner).patch(`${modulePath(address)}/1.0.0`, { body }))
}

rule(
  '§17 who has to move',
  'Once for each version and status the webhooks of those who use it are told, shared modules too',
)
test('organizations that use a version are told once when it is deprecated, and once when it is revoked', async () => {
  const address = await used('network')
  await must(setStatus(app, owner, address, '1.0.0', 'Deprecated', { reason: 'Old' }))
  await tell()
  const told = (organization: string, status: string) => [organization, `${address} 1.0.0`, status]
  expect(heard(ours)).toEqual([told('acme', 'deprecated')])
  expect(heard(theirs)).toEqual([told('globex', 'deprecated')])
  expect(theirs.events[0]?.data.attributes).toEqual({
    module: address,
    version: '1.0.0',
    status: 'deprecated',
    'end-of-life': null,
    deprecation: { status: 'deprecated', reason: 'Old', link: '' },
    'last-downloaded-at': app.clock.now().toISOString(),
    downloads: 2,
  })
  await must(setStatus(app, owner, address, '1.0.0', 'Undeprecated'))
  await must(setStatus(app, owner, address, '1.0.0', 'Deprecated', { reason: 'Old again' }))
  await must(setStatus(app, owner, address, '1.0.0', 'Revoked', { reason: 'A hole' }))
  await tell()
  await tell()
  expect(heard(theirs)).toEqual([told('globex', 'deprecated'), told('globex', 'revoked')])
  expect(idles.events).toEqual([])
})

test('that a version ends is told 30 days before, and at once where that is near', async () => {
  const near = await used('near')
  await ends(near, 29)
  await tell()
  expect(heard(theirs)).toEqual([['globex', `${near} 1.0.0`, 'end-of-life']])
  const far = await used('far')
  await ends(far, 40)
  await maintain()
  await tell()
  expect(theirs.events).toHaveLength(1)
  app.clock.move(days(11))
  await maintain()
  await maintain()
  await tell()
  expect(heard(theirs).slice(1)).toEqual([['globex', `${far} 1.0.0`, 'end-of-life']])
})

test('what was taken back meanwhile is not told, nor what was last downloaded 30 days ago or is not shared any more', async () => {
  const restored = await used('restored')
  await must(setStatus(app, owner, restored, '1.0.0', 'Deprecated'))
  await must(setStatus(app, owner, restored, '1.0.0', 'Undeprecated'))
  const old = 'acme/old/aws'
  await publishModule(app, owner, old, '1.0.0')
  await downloaded(app, old, '1.0.0', { ago: 30, organizationId: globex.id })
  await must(setStatus(app, owner, old, '1.0.0', 'Deprecated'))
  await tell()
  expect(theirs.events).toEqual([])
  // It becomes deprecated after all.
  await must(setStatus(app, owner, restored, '1.0.0', 'Deprecated'))
  await tell()
  expect(heard(theirs)).toEqual([['globex', `${restored} 1.0.0`, 'deprecated']])
  const lent = await used('lent')
  await share([])
  await must(setStatus(app, owner, lent, '1.0.0', 'Deprecated'))
  await tell()
  await share(['globex', 'idle'])
  expect(theirs.events).toHaveLength(1)
  expect(heard(ours).at(-1)).toEqual(['acme', `${lent} 1.0.0`, 'deprecated'])
})

test('two processes tell it once, and so does one that was killed in the middle', async () => {
  const address = await used('raced')
  await must(setStatus(app, owner, address, '1.0.0', 'Deprecated'))
  const { upgradeTelling } = app.services
  const { emit } = upgradeTelling as unknown as { emit: (...args: unknown[]) => Promise<void> }
  Object.assign(upgradeTelling, {
    emit: async (...args: unknown[]) => {
      await emit(...args)
      throw new Error('killed')
    },
  })
  await expect(upgradeTelling.tell(system(app))).rejects.toThrow('killed')
  Object.assign(upgradeTelling, { emit })
  expect(await app.prisma.webhookDelivery.count({ where: { payload: { contains: address } } })).toBe(0)
  await atOnce((n) => (n % 2 ? app : second).services.upgradeTelling.tell(system(app)))
  await deliver(app)
  expect(heard(theirs)).toEqual([['globex', `${address} 1.0.0`, 'deprecated']])
  expect(ours.events).toHaveLength(1)
})
