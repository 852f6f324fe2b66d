import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'
import {
  onGateChange,
  shutGate,
  signedInAgain,
  whyShut,
  endConfirmation,
  isConfirmationWanted,
  onConfirmationChange,
} from './gates'

const question = '{ viewer { user { id } } }' as unknown as TypedDocumentString<{ a: number }, object>
const ended = { errors: [{ message: 'Sign in first.', extensions: { code: 'UNAUTHENTICATED' } }] }
const server = vi.fn<typeof fetch>()

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

const answerWith = (...bodies: object[]): void =>
  bodies.forEach((body) => server.mockResolvedValueOnce(Response.json(body)))

test('questions asked after the session has ended wait and are asked again after signing in', async () => {
  const stop = onGateChange(() => undefined)
  answerWith(ended, ended, { data: { a: 1 } }, { data: { a: 2 } })
  const answers = Promise.all([request(question, {}), request(question, {})])
  await vi.waitFor(() => expect(whyShut()).toBe('ended'))
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2))

  signedInAgain()

  expect(await answers).toEqual([{ a: 1 }, { a: 2 }])
  expect(whyShut()).toBeUndefined()
  stop()
})

test('where no dialog can ask for a sign-in, a question fails instead of waiting for good', async () => {
  answerWith(ended)
  await expect(request(question, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
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

type Data = { change: { userErrors: { code: string }[] } }

const change = 'mutation { change { userErrors { code } } }' as unknown as TypedDocumentString<Data, object>
const refused = { data: { change: { userErrors: [{ code: 'REAUTHENTICATION_REQUIRED' }] } } }
const done = { data: { change: { userErrors: [] } } }
let stop = (): unknown => undefined

beforeEach(() => {
  stop = onConfirmationChange(() => undefined)
})
afterEach(() => stop())

const wanted = () => vi.waitFor(() => expect(isConfirmationWanted()).toBe(true))

test('a change that needs a fresh sign-in waits for it and is asked again by itself, as it was', async () => {
  answerWith(refused, done)
  const answer = request(change, { id: 'x' })
  await wanted()
  expect(server).toHaveBeenCalledTimes(1)
  endConfirmation(true)
  expect(await answer).toEqual(done.data)
  const [first, second] = server.mock.calls.map(([, init]) => init?.body)
  expect(second).toBe(first)
  expect(isConfirmationWanted()).toBe(false)
})

test('a user who cancels is told the refusal, and nothing is sent again', async () => {
  answerWith(refused)
  const answer = request(change, {})
  await wanted()
  endConfirmation(false)
  expect(await answer).toEqual(refused.data)
  expect(server).toHaveBeenCalledTimes(1)
})

test('changes that wait at the same time go on by one confirmation', async () => {
  answerWith(refused, refused, done, done)
  const answers = Promise.all([request(change, { id: 'a' }), request(change, { id: 'b' })])
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2))
  await wanted()
  await Promise.resolve()
  endConfirmation(true)
  expect(await answers).toEqual([done.data, done.data])
})

test('any other refusal, and an answer without one, wait for nothing', async () => {
  const other = { data: { change: { userErrors: [{ code: 'DENIED' }] } } }
  answerWith(other, { data: { change: null } }, done)
  expect(await request(change, {})).toEqual(other.data)
  await request(change, {})
  await request(change, {})
  expect(isConfirmationWanted()).toBe(false)
})

test('where no dialog could ask, the refusal is told at once', async () => {
  stop()
  answerWith(refused)
  expect(await request(change, {})).toEqual(refused.data)
})
