import { expect, test } from 'vitest'
import {
  ApiError,
  dataOf,
  isUnauthenticated,
  isUnreachable,
  parseAnswer,
  requestIdOf,
  unreachable,
} from './answer'

function errorOf(run: () => unknown): ApiError {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('no ApiError was thrown')
}

test('the data of a good answer is handed out', () => {
  expect(dataOf(parseAnswer('{"data":{"a":1}}', 200), 'r-1')).toEqual({ a: 1 })
})

test('an error of the API keeps its code and the request id', () => {
  const text = '{"data":null,"errors":[{"message":"No","extensions":{"code":"NOT_FOUND"}}]}'
  const error = errorOf(() => dataOf(parseAnswer(text, 200), 'r-1'))
  expect(error).toMatchObject({ message: 'No', code: 'NOT_FOUND', requestId: 'r-1', digest: 'NOT_FOUND@r-1' })
})

test('a body that is no GraphQL answer is told by its status', () => {
  for (const text of ['<html>Bad gateway</html>', '', '[]', 'null', '{}'])
    expect(errorOf(() => dataOf(parseAnswer(text, 502), 'r-1')).message).toBe(
      'The API answered with status 502.',
    )
})

test('only the code for it means that the user is signed out', () => {
  const answer = (code: string) => ({ errors: [{ message: '', extensions: { code } }] })
  expect(isUnauthenticated(answer('UNAUTHENTICATED'))).toBe(true)
  expect(isUnauthenticated(answer('NOT_FOUND'))).toBe(false)
  expect(isUnauthenticated({ data: null, errors: [{ message: '' }] })).toBe(false)
})

test('what passes the server as a digest alone still says that the API is gone, and which request it was', () => {
  const arrived = (from: ApiError) => Object.assign(new Error('hidden'), { digest: from.digest })
  const gone = arrived(errorOf(() => dataOf(unreachable, 'r-1')))
  expect([isUnreachable(gone), requestIdOf(gone)]).toEqual([true, 'r-1'])
  const other = arrived(new ApiError('No', 'NOT_FOUND', 'r-2'))
  expect([isUnreachable(other), requestIdOf(other)]).toEqual([false, 'r-2'])
  expect(requestIdOf(Object.assign(new Error('of Next'), { digest: '2087' }))).toBe('2087')
  expect(requestIdOf(errorOf(() => dataOf(unreachable, '')))).toBeUndefined()
  expect(isUnreachable(new Error('no digest'))).toBe(false)
})
