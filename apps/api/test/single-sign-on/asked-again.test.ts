import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { graphql } from '../rest.js'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, startSetup } from './setup.js'

const setup = await startSetup({}, { tellsAuthTime: true })

/** Signs in as a person who proved their identity at the provider this number of milliseconds ago. */
async function signedIn(ago: number, { asksAgain = false } = {}) {
  const { app, provider } = setup
  provider.person = personOf('grace')
  provider.provenAt = new Date(app.clock.now().getTime() - ago)
  const { url, flow } = await begun(setup, { asksAgain })
  const outcome = await finished(setup, flow, await followed(url, redirectUri))
  return { ...outcome, prompt: new URL(url).searchParams.get('prompt') }
}

const isFresh = async (token: string | null) =>
  (await graphql(setup.app, token ?? '', '{ viewer { isSignInFresh hasPassword } }')).data['viewer']

rule('§10', 'It is proven anew by the password … whose time of the proof counts')
test('an old session at the provider proves nothing now: the session here is not fresh', async () => {
  const { token, prompt } = await signedIn(minutes(16))
  expect(prompt).toBeNull()
  expect(await isFresh(token)).toEqual({ isSignInFresh: false, hasPassword: false })
  expect(await isFresh((await signedIn(minutes(14))).token)).toMatchObject({ isSignInFresh: true })
})

rule('§10', 'It is proven anew by the password … or by a provider that asks again')
test('the provider is told to ask again, and the session that comes of it is fresh', async () => {
  const { token, prompt } = await signedIn(0, { asksAgain: true })
  expect(prompt).toBe('login')
  expect(await isFresh(token)).toMatchObject({ isSignInFresh: true })
})

test('a provider that did not ask again leads to no session, but for a minute by which its clock may be behind', async () => {
  expect(await signedIn(minutes(2), { asksAgain: true })).toMatchObject({ problem: 'UNPROVEN', token: null })
  expect(await signedIn(minutes(0.9), { asksAgain: true })).toMatchObject({ problem: null })
})

test('what cannot compute is closed: a time of the sign-in that is no date proves nothing', async () => {
  const beyond = setup.app.clock.now().getTime() - 8.64e15
  expect(await signedIn(beyond, { asksAgain: true })).toMatchObject({ problem: 'UNPROVEN', token: null })
  expect(await isFresh((await signedIn(beyond)).token)).toMatchObject({ isSignInFresh: false })
})

test('a provider that does not tell the time of the sign-in is trusted', async () => {
  const silent = await startSetup({}, {}, setup.app)
  silent.provider.person = personOf('ada')
  const { url, flow } = await begun(silent, { asksAgain: true })
  const { token } = await finished(silent, flow, await followed(url, redirectUri))
  expect(await isFresh(token)).toMatchObject({ isSignInFresh: true })
})
