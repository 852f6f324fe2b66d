import { NextResponse } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('SECRET_KEY', 'k'.repeat(32))
})
afterEach(() => vi.unstubAllEnvs())

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
