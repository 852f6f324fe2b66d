import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { refusalsOf } from '../audit/audit.js'
import { as, unauthorizedBody } from '../rest.js'
import { personOf, signedIn, startSetup } from './setup.js'

const setup = await startSetup({ SSO_TOKEN_IDLE: '7d' })

async function personWithToken(name: string, { app } = setup) {
  const { token, user } = await signedIn(setup, personOf(name))
  const made = await as(app, token ?? '').post(`/users/${user?.id}/authentication-tokens`, {
    body: { data: {} },
  })
  expect(made.status).toBe(201)
  const { id, attributes } = made.body.data
  return { userId: user?.id ?? '', id: id as string, token: attributes.token as string }
}

const statusOf = async (token: string): Promise<number> =>
  (await as(setup.app, token).get('/account/details')).status

describe('a token of a person who comes by single sign-on', () => {
  rule('§10 lost secrets', 'Tokens of people who come by single sign-on rest after `SSO_TOKEN_IDLE`')
  test('rests from the moment that the last sign-in is too old, also where its caller is cached', async () => {
    const { token, id } = await personWithToken('gina')
    setup.app.clock.move(days(7) - 1)
    expect(await statusOf(token)).toBe(200)
    setup.app.clock.move(1)
    const rests = await as(setup.app, token).get('/account/details')
    expect([rests.status, rests.body]).toEqual([401, unauthorizedBody])
    expect(await refusalsOf(setup.app)()).toMatchObject([
      {
        action: 'token.refuse',
        actorName: 'gina',
        subjectId: id,
        after: { why: 'no single sign-on for too long' },
      },
    ])
  })

  rule(
    '§10 lost secrets',
    'Tokens of people who come by single sign-on rest after `SSO_TOKEN_IDLE` … until the person signs in again',
  )
  test('works again once the person has signed in', async () => {
    const { token } = await personWithToken('gus')
    setup.app.clock.move(days(8))
    expect(await statusOf(token)).toBe(401)
    await signedIn(setup, personOf('gus'))
    expect(await statusOf(token)).toBe(200)
  })

  test('begins to count with the first sign-in of a user whose tokens are cached already', async () => {
    const { app } = setup
    const ana = await app.make.user('ana')
    expect(await statusOf(ana.token)).toBe(200)
    const signedInAt = app.clock.now()
    await app.prisma.userIdentity.create({
      data: {
        ...{ issuer: 'https://id.test', subject: 'ana', userId: ana.id },
        ...{ createdAt: signedInAt, lastSignedInAt: signedInAt },
      },
    })
    app.clock.move(days(7))
    expect(await statusOf(ana.token)).toBe(401)
  })
})

test('tokens of people who have passwords alone never rest', async () => {
  const bea = await setup.app.make.user('bea')
  expect(await statusOf(bea.token)).toBe(200)
  setup.app.clock.move(days(30))
  expect(await statusOf(bea.token)).toBe(200)
})

rule(
  '§10 lost secrets',
  'Tokens of people who come by single sign-on rest after `SSO_TOKEN_IDLE` … never with `off`, 30 days by default',
)
test.each(['off', '0'])('SSO_TOKEN_IDLE=%s lets them work for as long as they live', async (setting) => {
  const awake = await startSetup({ SSO_TOKEN_IDLE: setting }, {}, setup.app)
  const { token } = await personWithToken(`awake-${setting}`)
  setup.app.clock.move(days(60))
  expect(await statusOf(token)).toBe(401)
  expect((await as(awake.app, token).get('/account/details')).status).toBe(200)
})
