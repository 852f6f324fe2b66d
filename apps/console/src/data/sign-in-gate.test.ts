import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'
import { onGateChange, shutGate, signedInAgain, whyShut } from './sign-in-gate'

const question = '{ viewer { user { id } } }' as unknown as TypedDocumentString<{ a: number }, object>
const ended = { errors: [{ message: 'Sign in first.', extensions: { code: 'UNAUTHENTICATED' } }] }
const server = vi.fn<typeof fetch>()

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
})
afterEach(() => vi.unstubAllGlobals())

const answerWith = (...bodies: object[]): void =>
  bodies.forEach((body) => server.mockResolvedValueOnce(Response.json(body)))

test('questions asked after the session has ended wait and are asked again after signing in', async () => {
  answerWith(ended, ended, { data: { a: 1 } }, { data: { a: 2 } })
  const answers = Promise.all([request(question, {}), request(question, {})])
  await vi.waitFor(() => expect(whyShut()).toBe('ended'))
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2))

  signedInAgain()

  expect(await answers).toEqual([{ a: 1 }, { a: 2 }])
  expect(whyShut()).toBeUndefined()
})

test('the sign-in dialog is told of a wait and of its end', async () => {
  const listener = vi.fn()
  const stop = onGateChange(listener)
  answerWith(ended, { data: { a: 1 } })
  const answer = request(question, {})
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
  signedInAgain()
  await answer
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test('while another user has the session, nothing is asked in their name', async () => {
  void shutGate('signed-out')
  void shutGate('other-user')
  expect(whyShut()).toBe('other-user')
  answerWith({ data: { a: 1 } })
  const answer = request(question, {})
  await Promise.resolve()
  expect(server).not.toHaveBeenCalled()
  signedInAgain()
  expect(await answer).toEqual({ a: 1 })
})

test('every question carries the header of the console and no token', async () => {
  answerWith({ data: { a: 1 } })
  await request(question, { id: 'x' })
  const [address, init] = server.mock.calls[0] ?? []
  expect(address).toBe('/console/graphql')
  expect(init?.headers).toEqual({ 'content-type': 'application/json', 'X-Engine-Console': '1' })
})

test('no connection is told as an error of its own', async () => {
  server.mockRejectedValueOnce(new TypeError('fetch failed'))
  await expect(request(question, {})).rejects.toMatchObject({ code: 'UNREACHABLE' })
})
