import { expect, test, vi } from 'vitest'
import { readFlow } from './sign-on-flow'
import { signOnProblemText } from './sign-on-problems'
import { beginSignOn, finishSignOn } from './single-sign-on'
import type { Caller } from './upstream'

const caller: Caller = { requestId: 'request-0001', forwardedFor: null }
const proof = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier' }
const flow = { ...proof, next: '/audit?page=2' }

/** The API answers so; what it was asked is recorded. */
function theApiAnswers(data: object) {
  const asked = vi.fn(async (..._: Parameters<typeof fetch>) => Response.json({ data }))
  vi.stubGlobal('fetch', asked)
  return asked
}

const cookiesOf = (response: { headers: Headers }): Record<string, string> =>
  Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return [name, value]
    }),
  )

test('the browser is sent to the provider, and what proves its return stays sealed in its cookie', async () => {
  const url = 'https://id.test/auth?client_id=us'
  theApiAnswers({ singleSignOnStart: { url, flow: proof } })
  const response = await beginSignOn(caller, '/audit')
  expect([response.status, response.headers.get('location')]).toEqual([303, url])
  expect(response.headers.get('cache-control')).toBe('no-store')
  const sealed = cookiesOf(response)['__Host-engine-sign-on'] ?? ''
  expect(sealed).toMatch(/^Fe26/)
  expect(sealed).not.toContain('the-verifier')
})

test('a user who comes back with a good answer has a session and goes to the page asked for', async () => {
  const asked = theApiAnswers({
    singleSignOnFinish: { problem: null, token: 'engs_x', user: { id: 'user-1' } },
  })
  const response = await finishSignOn(caller, flow, '?code=c&state=the-state')
  expect(response.headers.get('location')).toBe('https://console.example.com/audit?page=2')
  const { '__Host-engine-session': session = '', '__Host-engine-sign-on': left } = cookiesOf(response)
  expect(session).toMatch(/^Fe26/)
  expect(session).not.toContain('engs_x')
  expect(left).toBe('')
  const { variables } = JSON.parse(String(asked.mock.calls[0]?.[1]?.body)) as { variables: object }
  expect(variables).toEqual({ input: { flow: proof, answer: '?code=c&state=the-state' } })
})

test('a user who has to confirm it is asked again there, and the flow records since when', async () => {
  const since = '2026-03-01T12:00:00.000Z'
  const begun = { ...proof, authenticatedAfter: since }
  const asked = theApiAnswers({ singleSignOnStart: { url: 'https://id.test/auth', flow: begun } })
  const response = await beginSignOn(caller, '/audit', { asksAgain: true })
  const { variables } = JSON.parse(String(asked.mock.calls[0]?.[1]?.body)) as { variables: object }
  expect(variables).toEqual({ input: { asksAgain: true } })
  const value = cookiesOf(response)['__Host-engine-sign-on'] ?? ''
  expect(await readFlow({ get: () => ({ value }) })).toEqual({ ...begun, next: '/audit' })
})

test('a user who began in another browser is sent to begin again, and the API is not asked', async () => {
  const asked = theApiAnswers({})
  const response = await finishSignOn(caller, undefined, '?code=stolen&state=theirs')
  expect(response.headers.get('location')).toBe('https://console.example.com/sign-in?problem=UNPROVEN')
  expect(asked).not.toHaveBeenCalled()
})

test('a refusal, and an API or a provider that does not answer, are told on the sign-in page', async () => {
  theApiAnswers({ singleSignOnFinish: { problem: 'EMAIL_TAKEN', token: null, user: null } })
  const refused = await finishSignOn(caller, flow, '?code=c')
  expect(refused.headers.get('location')).toMatch(/\/sign-in\?problem=EMAIL_TAKEN&next=%2Faudit%3Fpage%3D2$/)
  expect(cookiesOf(refused)).toEqual({ '__Host-engine-sign-on': '' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  for (const response of [await finishSignOn(caller, flow, '?code=c'), await beginSignOn(caller, '/')])
    expect(response.headers.get('location')).toContain('problem=UNAVAILABLE')
})

test('every problem that may be told has its text, and nothing else has one', () => {
  const refused = ['DECLINED', 'UNPROVEN', 'NO_EMAIL', 'EMAIL_TAKEN', 'SUSPENDED', 'NOT_SET_UP']
  for (const problem of [...refused, 'UNAVAILABLE'])
    expect(signOnProblemText(problem)?.what, problem).toMatch(/\.$/)
  for (const other of [undefined, '', 'toString', '<b>', ['DECLINED']])
    expect(signOnProblemText(other)).toBeUndefined()
})
