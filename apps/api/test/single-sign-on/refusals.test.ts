import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { refusalsOf, type Noted } from '../audit/audit.js'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, signedIn, startStory, type Story } from './story.js'

let story: Story
let refusals: () => Promise<readonly Noted[]>

beforeAll(async () => {
  story = await startStory()
  refusals = refusalsOf(story.app)
  await story.app.make.user('victim')
})
beforeEach(async () => {
  story.app.clock.move(minutes(2))
  await refusals()
  story.app.clock.move(minutes(2))
})
afterAll(() => story.stop())

const here = expect.stringMatching(/127\.0\.0\.1/)
const failed = { action: 'sign-in.fail', actorName: '', credentialId: null, face: 'console', address: here }

test('whom the provider vouches for and who may not enter is noted with what it told, once a minute', async () => {
  const { issuer } = story.provider
  const email = 'Victim@example.com'
  for (let time = 0; time < 3; time++)
    expect(await signedIn(story, personOf('mallory', { email }))).toMatchObject({ problem: 'EMAIL_TAKEN' })
  await signedIn(story, personOf('nameless', { email: undefined }))
  const rows = await refusals()
  expect(rows).toMatchObject([
    { ...failed, subjectType: 'identity', subjectId: 'mallory', subjectName: 'mallory' },
    { ...failed, subjectType: 'identity', subjectId: 'nameless', subjectName: 'nameless' },
  ])
  expect(rows.map(({ after }) => after)).toEqual([
    { why: 'address of another account', issuer, email, times: 3, until: expect.any(String) },
    { why: 'no address', issuer },
  ])
})

test('a suspended account is noted by itself', async () => {
  const { user } = await signedIn(story, personOf('gone'))
  const id = user?.id ?? ''
  await story.app.prisma.user.update({ where: { id }, data: { suspendedAt: story.app.clock.now() } })
  expect(await signedIn(story, personOf('gone'))).toMatchObject({ problem: 'SUSPENDED' })
  expect(await refusals()).toMatchObject([
    { ...failed, subjectType: 'user', subjectId: id, subjectName: 'gone', after: { why: 'suspended' } },
  ])
})

test('what the provider declines, and an answer that proves nobody, are noted with nothing of the answer', async () => {
  await signedIn(story, undefined)
  story.provider.person = personOf('eve')
  const { url, flow } = await begun(story)
  const answer = await followed(url, redirectUri)
  await finished(story, { ...flow, state: 'my secret state' }, answer)
  const rows = await refusals()
  const unknown = { ...failed, subjectType: 'unknown', subjectId: '', subjectName: '' }
  expect(rows).toMatchObject([
    { ...unknown, after: { why: 'declined by the provider' } },
    { ...unknown, after: { why: 'unproven answer' } },
  ])
  expect(JSON.stringify(rows, (_, value) => String(value))).not.toMatch(/secret|eve/)
})

test('whoever comes in is no refusal', async () => {
  expect(await signedIn(story, personOf('welcome'))).toMatchObject({ problem: null })
  expect(await refusals()).toEqual([])
})
