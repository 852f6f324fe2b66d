import { expect, test } from 'vitest'
import { textAfter } from './key-buffer'

const press = (key: string, held: string[] = []) => ({
  key,
  ctrlKey: held.includes('Control'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  getModifierState: (name: string) => held.includes(name),
})

const after = (...keys: string[]) => keys.reduce((text, key) => textAfter(text, press(key)) ?? text, '')

test('letters are kept in order, and Backspace takes the last one back', () => {
  expect(after('p', 'l', 'x', 'Backspace', 'a', ' ', 'Ö')).toBe('pla Ö')
  expect(after('Backspace', 'a', 'Enter', 'Shift', 'F5')).toBe('a')
})

test('chords are left to the browser, but for the third level of a keyboard', () => {
  expect(textAfter('a', press('r', ['Control']))).toBeUndefined()
  expect(textAfter('a', press('c', ['Meta']))).toBeUndefined()
  expect(textAfter('a', press('@', ['Control', 'Alt', 'AltGraph']))).toBe('a@')
})
