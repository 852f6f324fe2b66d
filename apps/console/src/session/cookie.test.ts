import { NextResponse } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSession, sealSession, sessionSeconds } from './cookie'

beforeEach(() => vi.resetModules())

async function cookieAt(consoleUrl: string): Promise<string> {
  vi.stubEnv('CONSOLE_URL', consoleUrl)
  const { writeSession } = await import('./cookie')
  const response = NextResponse.json({})
  await writeSession(response, { token: 'bearer-token' })
  return response.headers.get('set-cookie') ?? ''
}

test('over https the cookie is bound to the host and to https', async () => {
  const cookie = await cookieAt('https://console.example.com')
  expect(cookie).toMatch(/^__Host-engine-session=/)
  expect(cookie.split('; ').slice(1)).toEqual(
    expect.arrayContaining(['Path=/', 'Max-Age=43200', 'Secure', 'HttpOnly', 'SameSite=lax']),
  )
  expect(cookie).not.toContain('Domain')
})

test('over plain http, on one machine, the cookie works without', async () => {
  const cookie = await cookieAt('http://localhost:3000')
  expect(cookie).toMatch(/^engine-session=/)
  expect(cookie).toContain('HttpOnly')
  expect(cookie).not.toContain('Secure')
})

test('the token is not readable in the cookie', async () => {
  const cookie = await cookieAt('http://localhost:3000')
  expect(cookie).not.toContain('bearer-token')
  expect(decodeURIComponent(cookie)).not.toContain(Buffer.from('bearer-token').toString('base64url'))
})

const [older, newer, foreign] = ['a', 'b', 'c'].map((letter) => letter.repeat(43)) as [string, string, string]
const session = { token: 'secret-token' }

afterEach(() => vi.useRealTimers())

test('a seal gives back the session and shows nothing of it', async () => {
  const seal = await sealSession(session, [newer])
  expect(seal).not.toContain(session.token)
  expect(await openSession(seal, [newer])).toEqual(session)
})

test('a seal of an earlier key opens while that key is still listed, wherever it stands', async () => {
  const seal = await sealSession(session, [older])
  expect(await openSession(seal, [newer, older])).toEqual(session)
  expect(await openSession(seal, [newer])).toBeUndefined()
  expect(await openSession(await sealSession(session, [newer, older]), [newer])).toEqual(session)
})

test('what is absent, foreign or altered opens nothing', async () => {
  const seal = await sealSession(session, [newer])
  const altered = seal.slice(0, -1) + (seal.endsWith('A') ? 'B' : 'A')
  for (const text of [undefined, '', 'x', 'Fe26.2*1*x', altered, await sealSession(session, [foreign])])
    expect(await openSession(text, [newer]), text).toBeUndefined()
})

test('a seal opens nothing once its hours are over', async () => {
  vi.useFakeTimers()
  const seal = await sealSession(session, [newer])
  vi.advanceTimersByTime((sessionSeconds - 5) * 1000)
  expect(await openSession(seal, [newer])).toEqual(session)
  vi.advanceTimersByTime(2 * 60 * 1000)
  expect(await openSession(seal, [newer])).toBeUndefined()
})
