import { expect, test } from 'vitest'
import { deleteConsequences, disableConsequences } from './consequences'

const nothing = { members: 0, workspaces: 0, teams: 0, modules: 0, providers: 0, consumersLosing: 0 }
const all = { members: 1, workspaces: 6, teams: 2, modules: 1, providers: 3, consumersLosing: 1 }

test('what goes dark is told in numbers', () => {
  expect(disableConsequences(all)).toEqual([
    '1 member can no longer reach it, nor its 6 workspaces.',
    'The tokens of the organization and of its teams stop working at once.',
    'Its 1 module and 3 providers can no longer be downloaded.',
    '1 other organization loses its modules.',
  ])
})

test('what is not there is not told', () => {
  expect(disableConsequences(nothing)).toHaveLength(1)
  expect(deleteConsequences(nothing)).toEqual(['Its name stays taken and cannot be used again.'])
})

test('what is gone for good is told in numbers', () => {
  expect(deleteConsequences({ ...all, members: 2, consumersLosing: 2 })).toEqual([
    'This also deletes 6 workspaces, 1 module, 3 providers, and 2 teams, and all their tokens.',
    '2 members lose access.',
    '2 other organizations lose its modules.',
    'Its name stays taken and cannot be used again.',
  ])
})
