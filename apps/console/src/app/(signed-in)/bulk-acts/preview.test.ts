import { expect, test } from 'vitest'
import { linesOf } from './preview'

const part = (...names: string[]) => ({ count: names.length, names })

test('a preview names what changes, what is set already, what is refused and why, and who gains', () => {
  const foreseen = {
    total: 5,
    changing: { count: 12, names: ['acme', 'globex'] },
    unchanged: part('initech'),
    refused: [{ ...part('umbrella'), reason: 'It was deleted' }],
    gains: { ...part('buyer'), isAll: false },
    loses: { ...part(), isAll: false },
  }
  expect(linesOf('ORGANIZATION_SHARING', foreseen)).toEqual([
    '12 organizations will change: acme, globex, and 10 more.',
    '1 already set: initech.',
    '1 refused (It was deleted): umbrella.',
    '1 gain access: buyer.',
    'No organization would lose access.',
  ])
  const nothing = { ...foreseen, changing: part(), refused: [], gains: null, loses: null }
  expect(linesOf('USER_SUSPENSION', nothing)).toEqual(['Nothing would change.', '1 already set: initech.'])
})
