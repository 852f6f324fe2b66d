import { expect, test } from 'vitest'
import { useText, deletionObstacle } from './words'

test('real use is told in words, with those that are behind', () => {
  expect(useText({ workspaces: 0, behind: 0 })).toBe('No current state was written by this version.')
  expect(useText({ workspaces: 2, behind: 0 })).toBe('Wrote the current state of 2 workspaces.')
  expect(useText({ workspaces: 1, behind: 1 })).toBe(
    'Wrote the current state of 1 workspace, which is behind: it is set to a newer version.',
  )
  expect(useText({ workspaces: 3, behind: 2 })).toBe(
    'Wrote the current state of 3 workspaces, 2 of them behind: they are set to a newer version.',
  )
})

test('a version without obstacles can be deleted', () => {
  expect(deletionObstacle(null)).toBeUndefined()
})

test('every obstacle is named', () => {
  expect(deletionObstacle({ official: true, workspaces: 0 })).toBe('Official versions cannot be deleted.')
  expect(deletionObstacle({ official: false, workspaces: 1 })).toBe('1 workspace uses it.')
  expect(deletionObstacle({ official: true, workspaces: 1203 })).toBe(
    'Official versions cannot be deleted. 1,203 workspaces use it.',
  )
})
