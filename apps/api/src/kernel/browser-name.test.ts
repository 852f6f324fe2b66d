import { expect, test } from 'vitest'
import { browserName } from './browser-name.js'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  [
    'Microsoft Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  ],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  ['curl', 'curl/8.5.0'],
])('a person reads %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
})

test('what says nothing of itself is unknown, and what says too much is cut', () => {
  for (const nothing of [null, '', '   ', '/']) expect(browserName(nothing)).toBe('Unknown')
  expect(browserName('x'.repeat(300)).length).toBeLessThanOrEqual(40)
  expect(browserName('<script>alert(1)</script>')).toBe('<script>alert(1)<')
})
