import { expect, test } from 'vitest'
import { refusal } from './guard'

const origin = 'https://console.example.com'
const ours = { origin, consoleHeader: '1' }

test('reading is never refused', () => {
  for (const method of ['GET', 'HEAD'])
    expect(refusal({ method, origin: 'https://evil.example', consoleHeader: null }, origin)).toBeUndefined()
})

test('a write of the console itself passes', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(refusal({ method, ...ours }, origin)).toBeUndefined()
})

test('a write without Origin, or with any other one, is refused and told where the console is', () => {
  const foreign = [
    null,
    'null',
    '',
    'https://evil.example',
    'http://console.example.com',
    'https://console.example.com:8443',
    'https://console.example.com.evil.example',
    'https://sub.console.example.com',
  ]
  for (const sender of foreign)
    expect(refusal({ method: 'POST', origin: sender, consoleHeader: '1' }, origin), String(sender)).toContain(
      origin,
    )
})

test('a write without the header of the console is refused, whatever its method', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
    for (const header of [null, '', '0', 'true'])
      expect(refusal({ method, origin, consoleHeader: header }, origin)).toContain('X-Engine-Console')
})
