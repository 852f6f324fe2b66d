import { expect, test } from 'vitest'
import { createOneTimeCodes } from './one-time-codes.js'

const codes = createOneTimeCodes('engine at console.example')

/** Secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number): Date => new Date(seconds * 1000)

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1234567890, '005924', 41152263],
  [20000000000, '353130', 666666666],
])('the code at %d seconds is that of the standard', (seconds, code, step) => {
  expect(codes.stepOf(secret, code, at(seconds))).toBe(step)
})

test('a code is good one step before and after its own, and not two', () => {
  const stepsAfter = [-2, -1, 0, 1, 2].map((steps) => codes.stepOf(secret, '287082', at(59 + steps * 30)))
  expect(stepsAfter).toEqual([undefined, 1, 1, 1, undefined])
})

test.each(['', '28708', '2870820', '287 82', 'abcdef', '２８７０８２', 'x'.repeat(1000)])(
  '%j is no code',
  (code) => {
    expect(codes.stepOf(secret, code, at(59))).toBeUndefined()
  },
)

test('a secret is new each time, and an app reads it from an address', () => {
  expect(codes.create()).toMatch(/^[A-Z2-7]{32}$/)
  expect(codes.create()).not.toBe(codes.create())
  const uri = new URL(codes.uriOf(secret, 'ana'))
  expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret])
  expect(decodeURIComponent(uri.pathname)).toBe('/engine at console.example:ana')
})
