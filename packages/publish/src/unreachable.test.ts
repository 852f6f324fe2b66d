import { expect, test } from 'vitest'
import { unreachableReason } from './unreachable.js'

const coded = (code: string, cause?: Error) => Object.assign(new Error('raw', { cause }), { code })

test.each([
  [coded('ECONNREFUSED'), 'nothing listens there'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'nothing listens there'],
  [new Error('fetch failed', { cause: coded('ENOTFOUND') }), 'there is no such host'],
  [coded('UND_ERR_SOCKET', coded('ECONNRESET')), 'the connection was broken off'],
  [coded('CERT_HAS_EXPIRED'), 'its certificate has expired'],
  [coded('EWHATEVER'), 'raw'],
])('%o is told in plain words', (error, reason) => {
  expect(unreachableReason(error)).toBe(reason)
})

test('an untrusted certificate comes with what to do', () => {
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
    expect(unreachableReason(coded(code))).toContain('NODE_EXTRA_CA_CERTS')
})
