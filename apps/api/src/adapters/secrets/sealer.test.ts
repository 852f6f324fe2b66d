import { expect, test } from 'vitest'
import { keyring } from './keys.js'
import { createSealer } from './sealer.js'

const old = keyring(['an old secret, of 32 bytes or more'])
const rotated = keyring(['a new secret, of 32 bytes or more!', 'an old secret, of 32 bytes or more'])
const sealer = createSealer(old, 'two-factor secrets')

test('what is sealed is opened for what it is about, by the same purpose alone, and twice is never the same', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'user-1')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(sealer.seal('JBSWY3DPEHPK3PXP', 'user-1')).not.toBe(sealed)
  expect(sealer.open(sealed, 'user-1')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealer.open(sealed, 'user-2')).toBeUndefined()
  expect(createSealer(old, 'another purpose').open(sealed, 'user-1')).toBeUndefined()
})

test('a replaced key still opens what it sealed', () => {
  const sealed = sealer.seal('secret', 'user-1')
  expect(createSealer(rotated, 'two-factor secrets').open(sealed, 'user-1')).toBe('secret')
})

test('what was changed, cut or made up is not opened', () => {
  const sealed = Buffer.from(sealer.seal('secret', 'user-1'), 'base64url')
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(sealer.open(changed.toString('base64url'), 'user-1')).toBeUndefined()
  }
  for (const value of [
    '',
    'x',
    sealed.subarray(0, 27).toString('base64url'),
    'made up, and long enough for one',
  ])
    expect(sealer.open(value, 'user-1')).toBeUndefined()
})
