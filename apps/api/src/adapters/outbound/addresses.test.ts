import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { isPublicAddress, liesIn } from './addresses.js'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

rule('§8 outbound', 'v4-mapped and NAT64 forms are seen through')
test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, the rest of it', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['link-local, where clouds keep secrets', '169.254.169.254'],
  ['the agent of a cloud', '168.63.129.16'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarks', '198.18.0.1'],
  ['old 6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['compatible loopback', '::127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::a00:1'],
  ['NAT64 of link-local', '64:ff9b::169.254.169.254'],
  ['NAT64 of the agent of a cloud', '64:ff9b::168.63.129.16'],
  ['local NAT64', '64:ff9b:1::808:808'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['Teredo', '2001::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['multicast', 'ff02::1'],
  ['unassigned', '4000::1'],
  ['no address', 'example.com'],
  ['nothing', ''],
])('%s is not public: %s', (_name, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('an address lies in a network in whatever form it comes', () => {
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3']) {
    expect(liesIn(address, '10.0.0.0/8')).toBe(true)
    expect(liesIn(address, '10.1.2.3')).toBe(true)
    expect(liesIn(address, '11.0.0.0/8')).toBe(false)
    expect(liesIn(address, '::/0')).toBe(false)
  }
  expect(liesIn('fd00::5', 'fd00::/8')).toBe(true)
  expect(liesIn('example.com', '0.0.0.0/0')).toBe(false)
})
