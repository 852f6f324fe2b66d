import { expect, test } from 'vitest'
import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import { text } from '../../kernel/input.js'
import { attributesOf } from './attributes.js'

const thing = z.object({
  sourceUrl: text(10).nullable().register(inAnswers, { description: 'Where it is from.' }),
  workerNames: z.array(text(5)).transform((names) => [...new Set(names)]),
  seats: z.number().int().max(3),
  endsAt: z.date().nullable(),
  isOpen: z.boolean().meta({ description: 'Said everywhere.' }),
  kept: z.unknown(),
})

test('a document has the declared attributes by its own names, dates as texts and no others', () => {
  const { kept: _, ...declared } = thing.shape
  const endsAt = new Date('2027-06-30T00:00:00Z')
  const stored = { sourceUrl: null, workerNames: ['a'], seats: 2, endsAt, isOpen: true, kept: {} }
  const presented = attributesOf(declared).present(stored)
  expect(presented).toEqual({
    'source-url': null,
    'worker-names': ['a'],
    seats: 2,
    'ends-at': '2027-06-30T00:00:00.000Z',
    'is-open': true,
  })
  expect(Object.keys(presented)).toEqual(Object.keys(attributesOf(declared).shape))
})

test('rules of inputs are not in the shape of answers, and descriptions of answers not in that of inputs', () => {
  const answers = z.toJSONSchema(z.object(attributesOf(thing.omit({ kept: true }).shape).shape))
  expect(answers.properties).toEqual({
    'source-url': { type: ['string', 'null'], description: 'Where it is from.' },
    'worker-names': { type: 'array', items: { type: 'string' } },
    seats: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    'ends-at': { type: ['string', 'null'] },
    'is-open': { type: 'boolean', description: 'Said everywhere.' },
  })
  const inputs = z.toJSONSchema(thing.pick({ sourceUrl: true, isOpen: true }).partial(), { io: 'input' })
  expect(inputs.properties).toEqual({
    sourceUrl: { anyOf: [{ type: 'string', minLength: 1, maxLength: 10 }, { type: 'null' }] },
    isOpen: { type: 'boolean', description: 'Said everywhere.' },
  })
})
