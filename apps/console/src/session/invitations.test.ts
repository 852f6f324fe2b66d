import { expect, test, vi } from 'vitest'
import { acceptInvitation, findInvitation } from './invitations'
import type { Caller } from './upstream'

const caller: Caller = { requestId: 'request-0001', forwardedFor: null }

/** The API answers so; what it was asked is recorded. */
function theApiAnswers(body: object | string, status = 200) {
  const asked = vi.fn(async (..._: Parameters<typeof fetch>) => Response.json(body, { status }))
  vi.stubGlobal('fetch', asked)
  return asked
}

test('the token of a link stands in the body of a question, never in an address', async () => {
  const token = 'engv_very-secret'
  const looked = theApiAnswers({ data: { invitation: null } })
  expect(await findInvitation(caller, token)).toBeNull()
  const used = theApiAnswers({ data: { invitationAccept: { user: { username: 'ivy' }, userErrors: [] } } })
  expect(await acceptInvitation(caller, { token, username: 'ivy', password: 'p' })).toEqual({
    username: 'ivy',
  })
  for (const [url, options] of [...looked.mock.calls, ...used.mock.calls]) {
    expect(url).toMatch(/\/graphql$/)
    expect(JSON.stringify([...new Headers(options?.headers)])).not.toContain(token)
    expect(options?.body).toContain(token)
  }
})

test('what is wrong with the input is told by its field', async () => {
  const userErrors = [{ field: ['password'], code: 'BLANK', message: "Password can't be blank" }]
  theApiAnswers({ data: { invitationAccept: { user: null, userErrors } } })
  expect(await acceptInvitation(caller, { token: 't', password: '' })).toEqual({ userErrors })
})

test('an API that answers nothing good is no refusal', async () => {
  theApiAnswers({ errors: [{ message: 'Too many', extensions: { code: 'RATE_LIMITED' } }] }, 429)
  await expect(findInvitation(caller, 't')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  theApiAnswers('oops', 500)
  await expect(findInvitation(caller, 't')).rejects.toMatchObject({ code: 'UNREADABLE' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await expect(acceptInvitation(caller, { token: 't', password: '' })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  })
})
