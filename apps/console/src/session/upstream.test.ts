import { expect, test } from 'vitest'
import { signHop } from './upstream'

test('the signature of a hop covers the request and every address', () => {
  const key = Buffer.alloc(32, 7)
  const caller = { requestId: 'r1', forwardedFor: '203.0.113.7' }
  const signature = signHop(key, caller)
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(signHop(key, { ...caller })).toBe(signature)
  expect(signHop(key, { ...caller, requestId: 'r2' })).not.toBe(signature)
  expect(signHop(key, { ...caller, forwardedFor: '203.0.113.8' })).not.toBe(signature)
  expect(signHop(Buffer.alloc(32, 8), caller)).not.toBe(signature)
})
