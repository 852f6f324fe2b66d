import { beforeEach, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { refusalsOf } from '../audit/audit.js'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, signedIn, startSetup } from './setup.js'

const setup = await startSetup()
const { app } = setup
const refusals = refusalsOf(app)
await app.make.user('victim')

beforeEach(async () => {
  app.clock.move(minutes(2))
  await refusals()
  app.clock.move(minutes(2))
})

const here = expect.stringMatching(/127\.0\.0\.1/)
const failed = { action: 'sign-in.fail', actorName: '', credentialId: null, face: 'console', address: here }

test('a person whom the provider proves but who may not enter is recorded with the claims, once a minute', async () => {
  const { issuer } = setup.provider
  const email = 'Victim@example.com'
  for (let time = 0; time < 3; time++)
    expect(await signedIn(setup, personOf('mallory', { email }))).toMatchObject({ problem: 'EMAIL_TAKEN' })
  const rows = await refusals()
  expect(rows).toMatchObject([
    { ...failed, subjectType: 'identity', subjectId: 'mallory', subjectName: 'mallory' },
  ])
  expect(rows.map(({ after }) => after)).toEqual([
    { why: 'address of another account', issuer, email, times: 3, until: expect.any(String) },
  ])
})

test('a suspended account is recorded by itself', async () => {
  const { user } = await signedIn(setup, personOf('gone'))
  const id = user?.id ?? ''
  await app.prisma.user.update({ where: { id }, data: { suspendedAt: app.clock.now() } })
  expect(await signedIn(setup, personOf('gone'))).toMatchObject({ problem: 'SUSPENDED' })
  expect(await refusals()).toMatchObject([
    { ...failed, subjectType: 'user', subjectId: id, subjectName: 'gone', after: { why: 'suspended' } },
  ])
})

test('what the provider declines, and an unproven answer, are recorded with nothing of the answer', async () => {
  await signedIn(setup, undefined)
  setup.provider.person = personOf('eve')
  const { url, flow } = await begun(setup)
  const answer = await followed(url, redirectUri)
  await finished(setup, { ...flow, state: 'my secret state' }, answer)
  const rows = await refusals()
  const unknown = { ...failed, subjectType: 'unknown', subjectId: '', subjectName: '' }
  expect(rows).toMatchObject([
    { ...unknown, after: { why: 'declined by the provider' } },
    { ...unknown, after: { why: 'unproven answer' } },
  ])
  expect(JSON.stringify(rows, (_, value) => String(value))).not.toMatch(/secret|eve/)
})

test('a successful sign-in is no refusal', async () => {
  expect(await signedIn(setup, personOf('welcome'))).toMatchObject({ problem: null })
  expect(await refusals()).toEqual([])
})
