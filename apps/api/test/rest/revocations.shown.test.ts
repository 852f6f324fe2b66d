import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as, faultsOf } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { ownOf, revocationsOf } from './revocations.js'

const app = await startTestApp()
const ana = await app.make.user('ana')
const acme = await app.make.organization(ana, 'acme')
const { make, statusOf, revoke, rowsOf } = revocationsOf(app)

// Revocations are limited by the minute.
beforeEach(() => app.clock.move(minutes(1)))

const child = (bearer: string, description = 'child') => make(bearer, ownOf(ana), { description })

describe('POST /authentication-tokens/actions/revoke', () => {
  rule(
    '§10 lost secrets',
    '`actions/revoke` ends the token that is shown and the tokens of every kind that it made, without a bearer',
  )
  test('ends the token that is shown, without a bearer, and the tokens of every kind that it made', async () => {
    const leaked = await child(ana.token, 'leaked')
    const first = await child(leaked.value)
    const team = await app.make.team(ana, acme)
    const ofTeam = await make(first.value, `/teams/${team.id}/authentication-tokens`, { description: 'ci' })
    const ofAcme = await make(leaked.value, '/organizations/acme/authentication-token')
    for (const each of [leaked, first, ofTeam, ofAcme]) expect(await statusOf(each.value)).toBe(200)
    const answer = await revoke({ token: leaked.value })
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([204, '', 'no-store'])
    for (const each of [leaked, first, ofTeam, ofAcme]) expect(await statusOf(each.value)).toBe(401)
    expect((await rowsOf(leaked.id))[0]).toMatchObject({
      ...{ action: 'authentication-token.revoke', actorType: 'nobody', subjectName: 'leaked', face: 'rest' },
      ...{ address: expect.any(String), before: { id: leaked.id } },
    })
    expect((await rowsOf(ofTeam.id))[0]).toMatchObject({
      ...{ action: 'authentication-token.delete', organizationId: acme.id },
      before: { endedWith: leaked.id },
    })
  })

  rule(
    '§10 lost secrets',
    '`actions/revoke` ends the token that is shown and the tokens of every kind that it made, without a bearer … a session too',
  )
  test('ends a session that is shown, with the tokens that it made and the codes that it gave', async () => {
    await userWithPassword(app, 'ida')
    const session = await sessionOf(app, 'ida')
    const stays = await sessionOf(app, 'ida')
    const { body } = await as(app, session).get('/account/details')
    const made = await make(session, ownOf(body.data))
    const beside = await make(stays, ownOf(body.data))
    expect((await revoke({ token: session })).status).toBe(204)
    expect([await statusOf(session), await statusOf(made.value)]).toEqual([401, 401])
    expect([await statusOf(stays), await statusOf(beside.value)]).toEqual([200, 200])
  })

  test('ends an expired token and that of a suspended person too', async () => {
    const soon = new Date(app.clock.now().getTime() + hours(1)).toISOString()
    const expired = await make(ana.token, ownOf(ana), { 'expired-at': soon })
    const below = await child(expired.value)
    const gone = await app.make.user()
    app.clock.move(hours(1))
    await app.prisma.user.update({ where: { id: gone.id }, data: { suspendedAt: app.clock.now() } })
    expect([await statusOf(expired.value), await statusOf(gone.token)]).toEqual([401, 401])
    for (const token of [expired.value, gone.token]) expect((await revoke({ token })).status).toBe(204)
    const where = { OR: [{ id: { in: [expired.id, below.id] } }, { userId: gone.id }] }
    expect(await app.prisma.authenticationToken.count({ where })).toBe(0)
  })

  rule(
    '§10 lost secrets',
    '`actions/revoke` ends the token that is shown and the tokens of every kind that it made, without a bearer … 204 also for an unknown one',
  )
  test('is 204 for whatever is no token of ours, and nothing happens', async () => {
    const before = await app.prisma.authenticationToken.count()
    const unknown = `${ana.token.slice(0, -7)}x_aaaaaa`
    for (const token of [unknown, 'nonsense', 'a\u0000b', 'x'.repeat(100_000), ' '])
      expect((await revoke({ token })).status).toBe(204)
    expect(await app.prisma.authenticationToken.count()).toBe(before)
  })

  rule(
    '§10 lost secrets',
    '`actions/revoke` ends the token that is shown and the tokens of every kind that it made, without a bearer … faults of its body are told',
  )
  test('tells what is wrong with its body', async () => {
    const blank = ['/token', "Token can't be blank"]
    for (const body of [{}, [], 'null', '"text"', { token: null }, { token: '' }, { data: {} }])
      expect(faultsOf(await revoke(body))).toEqual([blank])
    app.clock.move(minutes(1))
    for (const token of [1, true, [ana.token], { value: ana.token }])
      expect(faultsOf(await revoke({ token }))).toEqual([['/token', 'Token is invalid']])
    expect((await revoke('{')).status).toBe(400)
    expect((await as(app, undefined).get('/authentication-tokens/actions/revoke')).status).toBe(405)
    expect(await statusOf(ana.token)).toBe(200)
  })

  rule(
    '§10 lost secrets',
    '`actions/revoke` ends the token that is shown and the tokens of every kind that it made, without a bearer … limited for each network',
  )
  test('is limited for each network, whatever the outcome', async () => {
    const limited = await startTestApp({}, app)
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await revoke({ token: 'nonsense' }, limited)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429])
    const refused = await revoke({ token: 'nonsense' }, limited)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})
