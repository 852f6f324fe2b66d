import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endConfirmation, isConfirmationWanted, onConfirmationChange } from './confirmation-gate'
import type { TypedDocumentString } from './generated/graphql'
import { request } from './request'

type Data = { change: { userErrors: { code: string }[] } }

const change = 'mutation { change { userErrors { code } } }' as unknown as TypedDocumentString<Data, object>
const refused = { data: { change: { userErrors: [{ code: 'REAUTHENTICATION_REQUIRED' }] } } }
const done = { data: { change: { userErrors: [] } } }
const server = vi.fn<typeof fetch>()
let stop = (): unknown => undefined

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  stop = onConfirmationChange(() => undefined)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const answerWith = (...bodies: object[]): void =>
  bodies.forEach((body) => server.mockResolvedValueOnce(Response.json(body)))
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
