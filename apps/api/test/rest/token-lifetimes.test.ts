import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days, later, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, faultsOf, graphql } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp({ MAX_TOKEN_LIFETIME: '90d' })
const ana = await app.make.user('ana')
const acme = await app.make.organization(ana, 'acme')

/** The paths where tokens of each kind are made. */
async function tokenPaths(): Promise<readonly string[]> {
  const team = await app.make.team(ana, acme)
  return [
    `/users/${ana.id}/authentication-tokens`,
    `/teams/${team.id}/authentication-token`,
    '/organizations/acme/authentication-token',
  ]
}

const make = (path: string, attributes: object = {}, bearer: Person | string = ana) =>
  as(app, bearer).post(path, { body: { data: { attributes } } })

const at = (milliseconds: number): string => later(app.clock.now(), milliseconds).toISOString()

rule('§10 lost secrets', '`MAX_TOKEN_LIFETIME` cuts a default expiry')
test('MAX_TOKEN_LIFETIME cuts the default expiry of every kind of token', async () => {
  for (const path of await tokenPaths()) {
    const made = await make(path)
    expect([path, made.status, made.body.data.attributes['expired-at']]).toEqual([path, 201, at(days(90))])
  }
})

rule(
  '§10 lost secrets',
  '`MAX_TOKEN_LIFETIME` cuts a default expiry … a later expiry that is asked for is 422',
)
test('MAX_TOKEN_LIFETIME refuses a later expiry that is asked for, and lets one within it through', async () => {
  for (const path of await tokenPaths()) {
    const refused = await make(path, { 'expired-at': at(days(90) + 1) })
    expect(refused.status).toBe(422)
    expect(faultsOf(refused)).toEqual([['/data/attributes/expired-at', 'Expired at is invalid']])
    const made = await make(path, { 'expired-at': at(days(90)) })
    expect([made.status, made.body.data.attributes['expired-at']]).toEqual([201, at(days(90))])
  }
})

test('a session makes no token that lives longer either, and is told how long one may live', async () => {
  await userWithPassword(app, 'uma')
  const session = await sessionOf(app, 'uma')
  const { body } = await as(app, session).get('/account/details')
  const path = `/users/${String(body.data.id)}/authentication-tokens`
  expect((await make(path, { 'expired-at': at(days(91)) }, session)).status).toBe(422)
  expect((await make(path, {}, session)).body.data.attributes['expired-at']).toBe(at(days(90)))
  const { data } = await graphql(app, session, '{ viewer { maximumTokenLifetime cliLoginLifetime } }')
  expect(data['viewer']).toEqual({
    maximumTokenLifetime: days(90) / seconds(1),
    cliLoginLifetime: days(30) / seconds(1),
  })
})

test('a token with a shorter life of its own still makes none that outlives it', async () => {
  const short = await app.make.token(ana, { expiredAt: at(days(10)) })
  const made = await make(`/users/${ana.id}/authentication-tokens`, {}, short)
  expect(made.body.data.attributes['expired-at']).toBe(at(days(10)))
})
