import { expect, test } from 'vitest'
import { networkOf, subnetOf } from './network.js'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '::/48'],
  ['', undefined],
  ['somewhere', undefined],
])('the address %s is of the network %s', (address, network) => {
  expect(subnetOf(address)).toBe(network)
})

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['somewhere', 'somewhere'],
])('the address %s is of the user of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
