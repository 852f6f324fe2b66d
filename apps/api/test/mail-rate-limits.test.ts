import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../src/domain/organizations/organization.js'
import { hours, minutes } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { mutate } from './graphql/mutate.js'
import { Mailbox } from './mailbox.js'
import type { Person } from './makers.js'
import { as, documentOf } from './rest.js'

let owner: Person
let acme: Organization
let count = 0

const mailbox = await Mailbox.open()
const app = await startTestApp({ SMTP_URL: mailbox.url, CONSOLE_URL: 'https://console.example' })

beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner)
  count += 1
})

const invite = (email: string, { by = owner, to = acme, at = app } = {}) =>
  as(at, by).post(`/organizations/${to.name}/organization-memberships`, {
    body: documentOf('organization-memberships', { email }),
  })

async function renew(id: string, at = app) {
  const fields = 'invitationUrl mailed userErrors { message }'
  const renewed = await mutate(at, owner, 'organizationMembershipInvitationRenew', { id }, fields)
  return renewed as { invitationUrl: string; mailed: boolean }
}

const mailedOf = ({ body }: Awaited<ReturnType<typeof invite>>): unknown => body.data.attributes.mailed

/** Letters of the last hour that have been counted. */
const sent = (key: string, number: number) =>
  app.prisma.letterBudget.create({
    data: {
      ...{ key, lastSentAt: app.clock.now() },
      sentAt: Array.from({ length: number }, () => app.clock.now()),
    },
  })

describe('letters to an address that the sender chose', () => {
  rule('§18', 'Letters to an address that the sender chose: 5 an hour for an address')
  test('are five an hour for an address; after that the link is shown and not mailed', async () => {
    const email = `stranger${count}@example.com`
    const first = await invite(email)
    expect([first.status, mailedOf(first)]).toEqual([201, true])
    const { id } = first.body.data
    for (let i = 2; i <= 5; i++) expect(await renew(id)).toMatchObject({ mailed: true })
    const sixth = await renew(id)
    expect(sixth).toMatchObject({ mailed: false, userErrors: [] })
    expect(sixth.invitationUrl).toMatch(/^https:\/\/console\.example\/invitations\/engv_/)
    const other = await app.make.user()
    const theirs = await app.make.organization(other)
    for (const same of [email.toUpperCase(), email.replace('@', '+more@')]) {
      const answer = await invite(same, { by: other, to: theirs })
      expect([answer.status, mailedOf(answer)], same).toEqual([201, false])
      expect(answer.body.data.attributes['invitation-url']).toMatch(/\/invitations\/engv_/)
    }
    expect(mailedOf(await invite(`else${count}@example.com`)), 'another address').toBe(true)
    await expect.poll(() => mailbox.subjectsTo(email)).toHaveLength(5)
    app.clock.move(hours(1))
    expect(await renew(id)).toMatchObject({ mailed: true })
    await expect.poll(() => mailbox.subjectsTo(email)).toHaveLength(6)
  })

  rule('§18', 'Letters to an address that the sender chose: 30 an hour for a person')
  test('are thirty an hour for a person, of all organizations', async () => {
    await sent(`person ${owner.id}`, 29)
    expect(mailedOf(await invite(`a${count}@example.com`))).toBe(true)
    const other = await app.make.organization(owner)
    expect(mailedOf(await invite(`b${count}@example.com`, { to: other }))).toBe(false)
    expect(mailedOf(await invite(`c${count}@example.com`, { by: await app.make.administrator() }))).toBe(true)
  })

  rule('§18', 'Letters to an address that the sender chose: 100 an hour for an organization')
  test('are a hundred an hour for an organization, of all its owners', async () => {
    await sent(`organization ${acme.id}`, 99)
    expect(mailedOf(await invite(`a${count}@example.com`))).toBe(true)
    const refused = await invite(`b${count}@example.com`, { by: await app.make.administrator() })
    expect([refused.status, mailedOf(refused)]).toEqual([201, false])
  })

  rule('§18', 'Letters to an address that the sender chose … of all processes together')
  test('are counted for all processes together, many at once too', async () => {
    const second = await startTestApp({ SMTP_URL: mailbox.url }, app)
    const email = `raced${count}@example.com`
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const by = await app.make.user()
        return { by, to: await app.make.organization(by) }
      }),
    )
    const answers = await Promise.all(
      others.map((each, index) => invite(email, { ...each, at: index % 2 ? second : app })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.filter((answer) => mailedOf(answer))).toHaveLength(5)
    await expect.poll(() => mailbox.subjectsTo(email)).toHaveLength(5)
  })

  test('are links to a new password too', async () => {
    const administrator = await app.make.administrator()
    const path = `/admin/users/${owner.id}/actions/password_link`
    const mailed: unknown[] = []
    for (let i = 0; i < 6; i++) {
      const { body } = await as(app, administrator).post(path)
      expect(body.data.attributes['invitation-url']).toMatch(/\/invitations\//)
      mailed.push(body.data.attributes.mailed)
    }
    expect(mailed).toEqual([true, true, true, true, true, false])
  })

  test('are confirmations of an address too, for any caller', async () => {
    const email = `claimed${count}@example.com`
    await sent(`address ${email}`, 5)
    const change = () =>
      as(app, owner).patch('/account/update', { body: { data: { type: 'users', attributes: { email } } } })
    const refused = await change()
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].detail).toMatch(/^Too many confirmation mails\. Wait \d+ minutes/)
    app.clock.move(hours(1))
    expect((await change()).status).toBe(200)
  })

  rule('§18', 'Letters to an address that the sender chose … which an invitation alone proved')
  test('are those to an account whose address only an invitation proved', async () => {
    const weak = await app.make.user()
    await app.prisma.user.update({ where: { id: weak.id }, data: { emailProof: 'invitation' } })
    for (let i = 0; i < 7; i++) {
      const path = `/users/${weak.id}/authentication-tokens`
      expect((await as(app, weak).post(path, { body: { data: {} } })).status).toBe(201)
    }
    await app.services.mailQueue.stop()
    expect(mailbox.subjectsTo(`${weak.username}@example.com`)).toHaveLength(5)
  })

  test('are forgotten after an hour', async () => {
    await invite(`old${count}@example.com`)
    const { services, clock } = app
    const ctx = { ...owner.ctx, actor: { type: 'system', name: 'maintenance' }, clock } as const
    clock.move(minutes(59))
    await services.maintenance.run(ctx)
    const keys = async () => (await app.prisma.letterBudget.findMany()).map(({ key }) => key)
    expect(await keys()).toContain(`address old${count}@example.com`)
    clock.move(hours(7))
    await services.maintenance.run(ctx)
    expect(await keys()).toEqual([])
  })

  test('a member who is added at once is told nothing, and no letter is claimed', async () => {
    const known = await app.make.user()
    const administrator = await app.make.administrator()
    const added = await invite(`${known.username}@example.com`, { by: administrator })
    expect(added.body.data.attributes).not.toHaveProperty('mailed')
  })
})

test('without a mail server an invitation says that it is not mailed', async () => {
  const silent = await startTestApp({}, app)
  expect(mailedOf(await invite(`unmailed${count}@example.com`, { at: silent }))).toBe(false)
})
