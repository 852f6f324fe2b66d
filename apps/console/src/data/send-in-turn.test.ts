import { beforeEach, expect, test, vi } from 'vitest'
import { sendInTurn } from './send-in-turn'

const refused = (seconds: number) =>
  new Response('', { status: 429, headers: { 'retry-after': String(seconds) } })
const send = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  send.mockReset()
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

test('a question that a limit refused is sent again after the time that it names', async () => {
  send.mockResolvedValueOnce(refused(2)).mockResolvedValueOnce(new Response('answer'))
  const answer = sendInTurn(send)
  await vi.advanceTimersByTimeAsync(1999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await (await answer).text()).toBe('answer')
})

test('a refusal is handed on after three waits, or at once where it asks for more than a moment', async () => {
  send.mockImplementation(async () => refused(1))
  const answer = sendInTurn(send)
  await vi.runAllTimersAsync()
  expect((await answer).status).toBe(429)
  expect(send).toHaveBeenCalledTimes(4)

  send.mockReset().mockResolvedValueOnce(refused(60))
  expect((await sendInTurn(send)).status).toBe(429)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a question of a page that was left does not wait on', async () => {
  send.mockResolvedValue(refused(5))
  const left = new AbortController()
  const answer = sendInTurn(send, left.signal)
  await vi.advanceTimersByTimeAsync(100)
  left.abort()
  await expect(answer).rejects.toThrow('no longer of use')
  expect(send).toHaveBeenCalledTimes(1)
})
