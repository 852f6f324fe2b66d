import { NextResponse } from 'next/server'
import { afterEach, expect, test, vi } from 'vitest'
import { config } from '../config'
import { sealSession } from './cookie'
import { readFlow, writeFlow } from './sign-on-flow'

afterEach(() => vi.useRealTimers())

const flow = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier', next: '/audit' }

async function written() {
  const response = NextResponse.json({})
  await writeFlow(response, flow)
  return response.cookies.getAll()[0] ?? { name: '', value: '' }
}

const read = (name: string, value: string) =>
  readFlow({ get: (wanted) => (wanted === name ? { value } : undefined) })

test('the flow is stored sealed, bound to host and https, and comes back as it was', async () => {
  const cookie = await written()
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 900 })
  expect(cookie.name).toBe('__Host-engine-sign-on')
  expect(cookie.value).not.toContain('the-verifier')
  expect(await read(cookie.name, cookie.value)).toEqual(flow)
})

test('what is absent, altered, sealed for something else or too old is no flow', async () => {
  const { name, value } = await written()
  const session = await sealSession({ token: 't' }, config().sessionKeys)
  for (const other of ['', 'x', value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'), session])
    expect(await read(name, other), other).toBeUndefined()
  vi.useFakeTimers({ now: Date.now() + 17 * 60 * 1000 })
  expect(await read(name, value)).toBeUndefined()
})
