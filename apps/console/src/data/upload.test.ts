import { expect, test } from 'vitest'
import { outcomeOf } from './upload'

test('an upload that is taken needs no words, and is told what was answered', () => {
  for (const status of [200, 201]) expect(outcomeOf(status, '')).toEqual({ kind: 'taken', answer: '' })
  expect(outcomeOf(200, '{"refused":false}')).toEqual({ kind: 'taken', answer: '{"refused":false}' })
})

test('why an archive is refused is told with file and line', () => {
  const body = JSON.stringify({
    errors: [{ status: '422', title: 'invalid', detail: 'main.tf:3: an argument' }],
  })
  expect(outcomeOf(422, body)).toEqual({ kind: 'refused', reasons: ['main.tf:3: an argument'] })
})

test('a link that is no good any more is told by its title, and what is no answer of the API by its status', () => {
  expect(outcomeOf(404, '{"errors":[{"title":"not found"}]}')).toMatchObject({ reasons: ['not found'] })
  expect(outcomeOf(413, '<html>')).toEqual({
    kind: 'refused',
    reasons: ['The upload was answered with status 413.'],
  })
})

test('after a failure it is unknown what became of the bytes', () => {
  for (const status of [500, 503]) expect(outcomeOf(status, '')).toEqual({ kind: 'broken off' })
})

test('where the answer was lost on its way, all of them may have been taken', () => {
  for (const status of [502, 504]) expect(outcomeOf(status, '')).toEqual({ kind: 'unanswered' })
})
