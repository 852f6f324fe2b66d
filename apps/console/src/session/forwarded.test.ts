import { expect, test } from 'vitest'
import { appendAddress } from './forwarded'

test('the address of the connection stands at the end, whatever the sender claims', () => {
  expect(appendAddress(undefined, '203.0.113.7')).toBe('203.0.113.7')
  expect(appendAddress('10.0.0.1', '203.0.113.7')).toBe('10.0.0.1, 203.0.113.7')
  expect(appendAddress(['10.0.0.1', '2001:db8::1, 10.0.0.2'], '::1')).toBe(
    '10.0.0.1, 2001:db8::1, 10.0.0.2, ::1',
  )
})

test('a mapped IPv4 address is written plainly', () => {
  expect(appendAddress(undefined, '::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('what is no address is dropped, and a long list is cut at its far end', () => {
  expect(appendAddress('unknown, <script>, 10.0.0.1:80000, ', '::1')).toBe('10.0.0.1:80000, ::1')
  const long = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}`).join(',')
  expect(appendAddress(long, '::1').split(', ')).toHaveLength(21)
})
