import { expect, test } from 'vitest'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, signedIn, startSetup } from './setup.js'

const setup = await startSetup()

/** An unused answer of the provider. */
async function answered(sub = 'eve') {
  setup.provider.person = personOf(sub)
  const { url, flow } = await begun(setup)
  return { flow, answer: await followed(url, redirectUri) }
}

test('what another browser began is of no use: state, nonce and verifier must all be its own', async () => {
  const users = await setup.app.prisma.user.count()
  const { flow: foreign } = await begun(setup)
  for (const part of ['state', 'nonce', 'codeVerifier'] as const) {
    const { flow, answer } = await answered()
    const outcome = await finished(setup, { ...flow, [part]: foreign[part] }, answer)
    expect(outcome, part).toMatchObject({ problem: 'UNPROVEN', token: null })
  }
  expect(await setup.app.prisma.user.count()).toBe(users)
})

test('an answer works once', async () => {
  const { flow, answer } = await answered('once')
  expect(await finished(setup, flow, answer)).toMatchObject({ problem: null })
  expect(await finished(setup, flow, answer)).toMatchObject({ problem: 'UNPROVEN', token: null })
})

test('an answer without a code, of another issuer, or no answer at all proves no identity', async () => {
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
    expect(await finished(setup, flow, wrong), wrong).toMatchObject({ problem: 'UNPROVEN', token: null })
})

test('a token with a foreign signature proves no identity', async () => {
  const users = await setup.app.prisma.user.count()
  const { flow, answer } = await answered('forged')
  setup.provider.isForged = true
  const outcome = await finished(setup, flow, answer)
  setup.provider.isForged = false
  expect(outcome).toMatchObject({ problem: 'UNPROVEN', token: null })
  expect(await setup.app.prisma.user.count()).toBe(users)
})

test('what the provider declines is told as declined', async () => {
  expect(await signedIn(setup, undefined)).toMatchObject({ problem: 'DECLINED', token: null })
})

test('while the provider is down no user can sign in by it; afterwards it works again by itself', async () => {
  const { flow, answer } = await answered('patient')
  setup.provider.isDown = true
  await expect(finished(setup, flow, answer)).rejects.toThrow(/^UNAVAILABLE: /)
  setup.provider.isDown = false
  expect(await signedIn(setup, personOf('patient'))).toMatchObject({ problem: null })
})

test('a provider that was down at the start is asked again', async () => {
  const late = await startSetup()
  late.provider.isDown = true
  await late.app.services.singleSignOn.tryOut((await late.app.make.user()).ctx)
  late.provider.isDown = false
  expect(await signedIn(late, personOf('late'))).toMatchObject({ problem: null })
})

test('without a provider no sign-in by it begins', async () => {
  const { startTestApp } = await import('../app.js')
  const { graphql } = await import('../rest.js')
  const app = await startTestApp()
  const { data } = await graphql(app, undefined, 'mutation { singleSignOnStart { url userErrors { code } } }')
  expect(data['singleSignOnStart']).toEqual({ url: null, userErrors: [{ code: 'NOT_FOUND' }] })
  expect((await graphql(app, undefined, '{ singleSignOn { name } }')).data['singleSignOn']).toBeNull()
})

test.each([{ conformIdTokenClaims: true }, { authMethod: 'client_secret_post' as const }])(
  'a provider that does it differently works too: %j',
  async (options) => {
    const other = await startSetup({}, options)
    expect(await signedIn(other, personOf('different'))).toMatchObject({
      problem: null,
      user: { username: 'different' },
    })
  },
)
