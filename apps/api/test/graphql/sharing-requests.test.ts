import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import { inboxOf, kindsOf, system } from '../inbox/inbox.js'
import type { Person } from '../makers.js'
import { administer } from '../modules/module-requests.js'
import { atOnce } from '../races.js'
import { dataOf, must } from '../rest.js'
import { mutate } from './mutate.js'

const app = await startTestApp()
const beside = await startTestApp({}, app)
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme)
const globex = await app.make.organization(await app.make.user(), 'globex')

const ask = (by: Person, producer: string, reason = 'We build on it.', organization = 'acme') => {
  const input = { organization, producer, reason }
  const wanted =
    'userErrors { field code message } sharingRequest { id producer reason askedByName createdAt }'
  return mutate(app, by, 'sharingRequestCreate', input, wanted)
}

const asked = async (...given: Parameters<typeof ask>): Promise<string> =>
  ((await ask(...given))['sharingRequest'] as { id: string }).id

const end = (by: Person, how: 'Withdraw' | 'Decline', id: string, reason?: string) =>
  mutate(app, by, `sharingRequest${how}`, { id, reason }, 'deletedId userErrors { field code }')

async function openOf(by: Person, organization = 'acme') {
  const fields = 'sharingRequests { nodes { producer } totalCount }'
  const data = await dataOf(app, by, `{ organization(name: "${organization}") { ${fields} } }`)
  const list = data['organization']?.['sharingRequests'] as { nodes: { producer: string }[] } | null
  return list && list.nodes.map(({ producer }) => producer)
}

const answerable = async () =>
  (await attentionOf(app, admin, 'kind: SHARING_REQUESTED', 'organization name detail')).nodes

const withdrawAll = async () => void (await app.prisma.sharingRequest.deleteMany())

test('owners ask, administrators see it in what needs attention and in their inbox', async () => {
  await asked(owner, 'Globex')
  expect(await openOf(owner)).toEqual(['Globex'])
  expect(await openOf(member)).toBeNull()
  expect(await answerable()).toEqual([
    { organization: 'acme', name: 'globex', detail: expect.stringMatching(/: We build on it\.$/) },
  ])
  expect((await inboxOf(app, admin))[0]).toMatchObject({
    kind: 'SHARING_REQUESTED',
    organization: 'acme',
    producer: 'Globex',
    reason: 'We build on it.',
  })
  await withdrawAll()
})

test('the answer is the same whether there is such an organization or not, the second time too', async () => {
  const answers = async (producer: string) => {
    const { sharingRequest, ...rest } = await ask(owner, producer)
    const { id, ...facts } = sharingRequest as { id: string }
    expect(id).toMatch(/^shreq-/)
    return [{ ...rest, ...facts, producer: null }, await ask(owner, producer)]
  }
  expect(await answers('globex')).toEqual(await answers('nowhere'))
  expect((await openOf(owner))?.sort()).toEqual(['globex', 'nowhere'])
  expect(await answerable()).toHaveLength(1)
  await inboxOf(app, admin)
  expect(
    await app.prisma.inboxEntry.count({
      where: { notice: { facts: { path: ['producer'], equals: 'nowhere' } } },
    }),
  ).toBe(0)
  const hidden = await app.prisma.sharingRequest.findFirstOrThrow({ where: { producer: 'nowhere' } })
  expect(await end(admin, 'Decline', hidden.id, 'No.')).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  await withdrawAll()
})

test('the address of a module names its organization, with a host or without', async () => {
  for (const address of ['globex/network/aws', 'registry.test/globex/network/aws', ' globex ']) {
    expect(await ask(owner, address)).toMatchObject({ sharingRequest: { producer: 'globex' } })
    await withdrawAll()
  }
})

test.each([
  ['', 'producer'],
  ['a/b', 'producer'],
  ['not a name', 'producer'],
  ['acme', 'producer'],
])('what cannot be asked for is said: %j', async (producer, field) => {
  expect(await ask(owner, producer)).toMatchObject({ userErrors: [{ field: [field] }], sharingRequest: null })
})

test('a reason is needed, of 500 characters at most', async () => {
  expect(await ask(owner, 'globex', ' ')).toMatchObject({ userErrors: [{ field: ['reason'] }] })
  expect(await ask(owner, 'globex', 'x'.repeat(501))).toMatchObject({
    userErrors: [{ field: ['reason'], code: 'TOO_LONG' }],
  })
})

test('members and strangers do not ask, withdraw or decline', async () => {
  const id = await asked(owner, 'globex')
  const refusal = { userErrors: [{ field: [], code: 'NOT_FOUND' }] }
  for (const person of [member, await app.make.user()]) {
    expect(await ask(person, 'nowhere')).toMatchObject(refusal)
    expect(await end(person, 'Withdraw', id)).toMatchObject(refusal)
    expect(await end(person, 'Decline', id, 'No.')).toMatchObject(refusal)
  }
  expect(await end(owner, 'Decline', id, 'No.')).toMatchObject(refusal)
  expect(await end(owner, 'Withdraw', id)).toMatchObject({ deletedId: id, userErrors: [] })
  expect(await openOf(owner)).toEqual([])
})

test('asked many times at once, one request is open', async () => {
  const answers = await atOnce(
    (n) =>
      (n % 2 ? app : beside).services.sharingRequests
        .create(owner.ctx, 'acme', { producer: n % 3 ? 'Globex' : 'globex', reason: 'Now!' })
        .then(
          () => 'asked',
          (error: { failure: { faults: { code: string }[] } }) => error.failure.faults[0]?.code,
        ),
    12,
  )
  expect(answers.filter((answer) => answer === 'asked')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'TAKEN')).toHaveLength(11)
  await withdrawAll()
})

test('ten may be open, also where more are asked for at once', async () => {
  await atOnce((n) => ask(owner, `name-${n}`), 14)
  expect(await app.prisma.sharingRequest.count()).toBe(10)
  expect(await ask(owner, 'globex')).toMatchObject({ userErrors: [{ field: [], code: 'INVALID' }] })
  await withdrawAll()
})

test('declined, it is gone, and who asked is told why; a decline gives a reason', async () => {
  const id = await asked(owner, 'globex')
  expect(await end(admin, 'Decline', id)).toMatchObject({
    userErrors: [{ field: ['reason'], code: 'BLANK' }],
  })
  expect(await end(admin, 'Decline', id, 'Not yet.')).toMatchObject({ deletedId: id })
  expect((await inboxOf(app, owner))[0]).toMatchObject({
    ...{ kind: 'SHARING_REQUEST_DECLINED', organization: 'acme', producer: 'globex', reason: 'Not yet.' },
  })
  const row = await app.prisma.auditEvent.findFirst({ where: { action: 'sharing-request.decline' } })
  expect(row).toMatchObject({ organizationId: acme.id, reason: 'Not yet.' })
  expect(await end(admin, 'Decline', id, 'No.')).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
})

test('it ends by itself when the share is made, whichever way, and who asked is told', async () => {
  const set = (modules: 'all' | { name: string }[]) =>
    app.services.registryPartnerships.set(admin.ctx, globex.id, { modules })
  for (const grant of [
    () => set([{ name: 'acme' }]),
    () => set('all'),
    () => must(administer(app, admin, 'globex', { 'global-module-sharing': true })),
  ]) {
    await set([])
    await asked(owner, 'globex')
    await grant()
    expect(await openOf(owner)).toEqual([])
    expect((await inboxOf(app, owner))[0]).toMatchObject({
      kind: 'SHARING_REQUEST_GRANTED',
      producer: 'globex',
    })
  }
  const { userErrors } = await ask(owner, 'globex')
  expect(userErrors).toMatchObject([{ field: ['producer'], message: 'globex shares its modules already' }])
  await set([])
})

test('a share with others ends no request', async () => {
  await app.make.organization(await app.make.user(), 'initech')
  await asked(owner, 'globex')
  await app.services.registryPartnerships.set(admin.ctx, globex.id, { modules: [{ name: 'initech' }] })
  expect(await openOf(owner)).toEqual(['globex'])
  await withdrawAll()
})

test('declined and granted at once, it is answered once', async () => {
  await app.services.registryPartnerships.set(admin.ctx, globex.id, { modules: [] })
  const before = (await kindsOf(app, owner)).length
  const id = await asked(owner, 'globex')
  await Promise.allSettled([
    end(admin, 'Decline', id, 'No.'),
    beside.services.registryPartnerships.set(admin.ctx, globex.id, { modules: [{ name: 'acme' }] }),
  ])
  expect(await kindsOf(app, owner)).toHaveLength(before + 1)
  await app.services.registryPartnerships.set(admin.ctx, globex.id, { modules: [] })
})

test('asked again on the same day, administrators are told once', async () => {
  app.clock.move(days(1))
  const before = (await kindsOf(app, admin)).length
  for (const _ of [1, 2, 3]) await end(owner, 'Withdraw', await asked(owner, 'globex'))
  expect(await kindsOf(app, admin)).toHaveLength(before + 1)
})

test('without an answer it ends after 30 days', async () => {
  await asked(owner, 'globex')
  await app.services.sharingRequests.run(system(app), async () => true)
  expect(await openOf(owner)).toEqual(['globex'])
  app.clock.move(days(31))
  await app.services.sharingRequests.run(system(app), async () => true)
  expect(await openOf(owner)).toEqual([])
})
