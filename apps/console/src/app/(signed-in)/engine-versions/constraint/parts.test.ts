import { expect, test } from 'vitest'
import { partsOf } from './parts'

const fault = (from: number, to: number) => ({ from, to, message: 'No.' })
const told = (text: string, ...faults: ReturnType<typeof fault>[]) =>
  partsOf(text, faults).map(({ part, isWrong }) => (isWrong ? `<${part}>` : part))

test.each([
  ['^1, ~> 1.5, x', [fault(0, 2), fault(12, 13)], ['<^1>', ', ~> 1.5, ', '<x>']],
  ['~> 1.5, ^2', [fault(8, 10)], ['~> 1.5, ', '<^2>']],
  ['1.5,', [fault(4, 4)], ['1.5,']],
  ['1.5', [], ['1.5']],
  ['', [fault(0, 0)], []],
])('%j in its pieces', (text, faults, expected) => expect(told(text, ...faults)).toEqual(expected))

test('the pieces make the text again', () => {
  const text = '>= 1 < 2, , ^3'
  const parts = partsOf(text, [fault(0, 8), fault(9, 10), fault(12, 14)])
  expect(parts.map(({ part }) => part).join('')).toBe(text)
})
