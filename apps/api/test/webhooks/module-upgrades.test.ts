import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { modulePath, publishModule, setStatus } from '../modules/module-requests.js'
import { download, downloaded, system } from '../modules/usage.js'
import { atOnce } from '../races.js'
import { as, documentOf, must } from '../rest.js'
import { createWebhook, startWebhookApp, type MadeWebhook } from './webhook-site.js'

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
const url = 'https://hooks.example/'
const ours = await createWebhook(app, owner, { organization: 'acme', url, triggers })
const theirs = await createWebhook(app, other, { organization: 'globex', url, triggers })
const idles = await createWebhook(app, idle, { organization: 'idle', url, triggers })

interface Told {
  readonly organization: string
  readonly subject: { readonly name: string }
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Events about a module that wait for a webhook, in order. */
async function told({ id: webhookId }: MadeWebhook, address: string): Promise<readonly Told[]> {
  const rows = await app.prisma.webhookDelivery.findMany({
    where: { webhookId },
    orderBy: { sequence: 'asc' },
  })
  const events = rows.map(({ payload }) => (JSON.parse(payload) as { data: Told }).data)
  return events.filter(({ attributes }) => attributes['module'] === address)
}

const heard = async (webhook: MadeWebhook, address: string) =>
  (await told(webhook, address)).map(({ attributes }) => attributes['status'])

/** Runs the job. */
const tell = () => app.services.upgradeDispatcher.dispatch(system(app))

const maintain = () => app.services.upgradeDispatcher.run(system(app), async () => true)

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
  expect(await heard(ours, address)).toEqual(['deprecated'])
  expect(await told(theirs, address)).toMatchObject([
    {
      organization: 'globex',
      subject: { type: 'module-version', name: `${address} 1.0.0` },
      actor: { type: 'system' },
      attributes: {
        module: address,
        version: '1.0.0',
        status: 'deprecated',
        'end-of-life': null,
        deprecation: { status: 'deprecated', reason: 'Old', link: '' },
        'last-downloaded-at': app.clock.now().toISOString(),
        downloads: 2,
      },
    },
  ])
  await must(setStatus(app, owner, address, '1.0.0', 'Undeprecated'))
  await must(setStatus(app, owner, address, '1.0.0', 'Deprecated', { reason: 'Old again' }))
  await must(setStatus(app, owner, address, '1.0.0', 'Revoked', { reason: 'A hole' }))
  await tell()
  await tell()
  expect(await heard(theirs, address)).toEqual(['deprecated', 'revoked'])
  expect(await told(idles, address)).toEqual([])
})

test('that a version ends is told 30 days before, and at once where that is near', async () => {
  const [near, far] = [await used('near'), await used('far')]
  await ends(near, 29)
  await ends(far, 40)
  await maintain()
  await tell()
  expect([await heard(theirs, near), await heard(theirs, far)]).toEqual([['end-of-life'], []])
  app.clock.move(days(11))
  await maintain()
  await maintain()
  await tell()
  expect([await heard(theirs, near), await heard(theirs, far)]).toEqual([['end-of-life'], ['end-of-life']])
})

test('what was taken back meanwhile is not told, nor what was last downloaded 30 days ago or is not shared any more', async () => {
  const [restored, lent, old] = [await used('restored'), await used('lent'), 'acme/old/aws']
  await must(setStatus(app, owner, restored, '1.0.0', 'Deprecated'))
  await must(setStatus(app, owner, restored, '1.0.0', 'Undeprecated'))
  await publishModule(app, owner, old, '1.0.0')
  await downloaded(app, old, '1.0.0', { ago: 30, organizationId: globex.id })
  await must(setStatus(app, owner, old, '1.0.0', 'Deprecated'))
  await tell()
  expect([await heard(theirs, restored), await heard(theirs, old)]).toEqual([[], []])
  // It becomes deprecated after all.
  await must(setStatus(app, owner, restored, '1.0.0', 'Deprecated'))
  await tell()
  expect(await heard(theirs, restored)).toEqual(['deprecated'])
  await share([])
  await must(setStatus(app, owner, lent, '1.0.0', 'Deprecated'))
  await tell()
  await share(['globex', 'idle'])
  expect([await heard(theirs, lent), await heard(ours, lent)]).toEqual([[], ['deprecated']])
})

test('two processes tell it once, and so does one that was killed in the middle', async () => {
  const address = await used('raced')
  await must(setStatus(app, owner, address, '1.0.0', 'Deprecated'))
  const { receiver } = app.services.upgradeDispatcher as unknown as {
    receiver: { emit: (...args: unknown[]) => Promise<void> }
  }
  const { emit } = receiver
  Object.assign(receiver, {
    emit: async (...args: unknown[]) => {
      await emit(...args)
      throw new Error('killed')
    },
  })
  await expect(tell()).rejects.toThrow('killed')
  Object.assign(receiver, { emit })
  expect(await told(theirs, address)).toEqual([])
  await atOnce((n) => (n % 2 ? app : second).services.upgradeDispatcher.dispatch(system(app)))
  expect([await heard(ours, address), await heard(theirs, address)]).toEqual([['deprecated'], ['deprecated']])
})
