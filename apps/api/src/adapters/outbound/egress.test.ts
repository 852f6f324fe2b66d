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

test('of an address of IPv6, what is named is that address alone, and at the port that is named', () => {
  const configured = createEgress([new URL('http://[fd00::1]:8080/')], [])
  expect(configured.permits(new URL('http://[fd00::1]:8080/'), 'fd00::1')).toBe(true)
  expect(configured.permits(new URL('http://[fd00::1:8080]/'), 'fd00::1:8080')).toBe(false)
  const allowed = createEgress([], ['[FD00:0::1]:8080', '[fd00::2]', 'fd00::3'])
  const permitted = ['[fd00::1]:8080', '[fd00::2]', '[fd00::2]:81', '[fd00::3]:81']
  const refused = ['[fd00::1]', '[fd00::1]:81', '[fd00::1:8080]', '[fd00::4]']
  const permits = (host: string): boolean => {
    const url = new URL(`http://${host}/`)
    return allowed.permits(url, url.hostname.slice(1, -1))
  }
  expect([...permitted, ...refused].filter(permits)).toEqual(permitted)
})

test('a host of EGRESS_ALLOW is the same in any case', () => {
  expect(createEgress([], ['Inside.Test']).permits(new URL('http://inside.test/'), inside)).toBe(true)
})

test('the machine tells all addresses of a name', async () => {
  const addresses = await resolveBySystem('localhost')
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
})
