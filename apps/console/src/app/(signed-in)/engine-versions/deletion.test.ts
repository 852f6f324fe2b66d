import { expect, test } from 'vitest'
import { deletionObstacle } from './deletion'

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
