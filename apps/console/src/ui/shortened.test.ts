import { expect, test } from 'vitest'
import { shortened } from './shortened'

test('a text that is too long loses its end', () => {
  expect(shortened('payments', 8)).toBe('payments')
  expect(shortened('payments-of-all', 8)).toBe('payment…')
})
