import { expect, test } from 'vitest'
import { updateInputOf as inputOf } from '~/data/update-input'
import { type FormValues, valuesOf } from './values'

const facts = {
  id: 'ws-1',
  updatedAt: '2026-01-31T12:00:00.000Z',
  name: 'api',
  engineVersion: '1.11.4',
  description: 'The API.',
} as const

const updateInputOf = (read: typeof facts, values: FormValues) => inputOf(read, values, valuesOf(read))

test('only what was changed is sent, and when it was read', () => {
  expect(updateInputOf(facts, { ...valuesOf(facts), engineVersion: ' 1.11.5 ' })).toEqual({
    id: 'ws-1',
    expectedUpdatedAt: facts.updatedAt,
    engineVersion: '1.11.5',
  })
})

test('an emptied description is unset', () => {
  expect(updateInputOf(facts, { ...valuesOf(facts), description: '' })).toMatchObject({ description: null })
})
