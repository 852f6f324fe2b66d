import { afterAll, beforeAll, expect, test } from 'vitest'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, signedIn, startStory, type Story } from './story.js'

let story: Story

beforeAll(async () => {
  story = await startStory()
})
afterAll(() => story.stop())

/** An answer of the provider that nobody has used yet. */
async function answered(sub = 'eve') {
  story.provider.person = personOf(sub)
  const { url, flow } = await begun(story)
  return { flow, answer: await followed(url, redirectUri) }
}

test('what another browser began is of no use: state, nonce and verifier must all be its own', async () => {
  const users = await story.app.prisma.user.count()
  const { flow: foreign } = await begun(story)
  for (const part of ['state', 'nonce', 'codeVerifier'] as const) {
    const { flow, answer } = await answered()
    const outcome = await finished(story, { ...flow, [part]: foreign[part] }, answer)
    expect(outcome, part).toMatchObject({ problem: 'UNPROVEN', token: null })
  }
  expect(await story.app.prisma.user.count()).toBe(users)
})

test('an answer works once', async () => {
  const { flow, answer } = await answered('once')
  expect(await finished(story, flow, answer)).toMatchObject({ problem: null })
  expect(await finished(story, flow, answer)).toMatchObject({ problem: 'UNPROVEN', token: null })
})

test('an answer without a code, of another issuer, or no answer at all proves nobody', async () => {
  const { flow, answer } = await answered()
  const changed = new URLSearchParams(answer)
  changed.set('iss', 'https://evil.example')
  for (const wrong of [
    '',
    '?',
    `?state=${flow.state}`,
    `?state=${flow.state}&code=guessed`,
    `?${changed.toString()}`,
  ])
    expect(await finished(story, flow, wrong), wrong).toMatchObject({ problem: 'UNPROVEN', token: null })
})

test('a token of the provider whose signature is somebody else’s proves nobody', async () => {
  const users = await story.app.prisma.user.count()
  const { flow, answer } = await answered('forged')
  story.provider.isForged = true
  const outcome = await finished(story, flow, answer)
  story.provider.isForged = false
  expect(outcome).toMatchObject({ problem: 'UNPROVEN', token: null })
  expect(await story.app.prisma.user.count()).toBe(users)
})

test('what the provider declines is told as declined', async () => {
  expect(await signedIn(story, undefined)).toMatchObject({ problem: 'DECLINED', token: null })
})

test('while the provider is down nobody can sign in by it, and by itself it works again', async () => {
  const { flow, answer } = await answered('patient')
  story.provider.isDown = true
  await expect(finished(story, flow, answer)).rejects.toThrow(/^UNAVAILABLE: /)
  story.provider.isDown = false
  expect(await signedIn(story, personOf('patient'))).toMatchObject({ problem: null })
})

test('a provider that was down at the start is asked again', async () => {
  const late = await startStory()
  late.provider.isDown = true
  await late.app.services.singleSignOn.tryOut((await late.app.make.user()).ctx)
  late.provider.isDown = false
  expect(await signedIn(late, personOf('late'))).toMatchObject({ problem: null })
  await late.stop()
})

test('without a provider nobody begins and nobody finishes', async () => {
  const { startTestApp } = await import('../app.js')
  const { graphql } = await import('../rest.js')
  const app = await startTestApp()
  const { data } = await graphql(app, undefined, 'mutation { singleSignOnStart { url userErrors { code } } }')
  expect(data['singleSignOnStart']).toEqual({ url: null, userErrors: [{ code: 'NOT_FOUND' }] })
  expect((await graphql(app, undefined, '{ singleSignOn { name } }')).data['singleSignOn']).toBeNull()
  await app.stop()
})

test.each([{ conformIdTokenClaims: true }, { authMethod: 'client_secret_post' as const }])(
  'a provider that does it differently works too: %j',
  async (options) => {
    const other = await startStory({}, options)
    expect(await signedIn(other, personOf('different'))).toMatchObject({
      problem: null,
      user: { username: 'different' },
    })
    await other.stop()
  },
)
