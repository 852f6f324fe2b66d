import { expect, test } from 'vitest'
import { createEgress } from './egress.js'
import { resolveBySystem } from './resolve.js'

const inside = '10.0.0.1'

test.each([
  ['https://releases.test/file', true],
  ['https://releases.test:443/', true],
  ['https://releases.test./', true],
  ['http://releases.test/', false],
  ['https://releases.test:8443/', false],
  ['http://files.test/', true],
  ['http://files.test:80/', true],
  ['https://files.test/', false],
  ['http://[::1]/', true],
])('of what the configuration names at the usual port, %s may be private: %s', (url, isPermitted) => {
  const named = ['https://releases.test/', 'http://files.test/', 'http://[::1]/']
  const egress = createEgress(
    named.map((each) => new URL(each)),
    [],
  )
  expect(egress.permits(new URL(url), inside)).toBe(isPermitted)
})

test('a host of EGRESS_ALLOW is the same in any case', () => {
  expect(createEgress([], ['Inside.Test']).permits(new URL('http://inside.test/'), inside)).toBe(true)
})

test('the machine tells all addresses of a name', async () => {
  const addresses = await resolveBySystem('localhost')
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
})
