import { expect, test } from 'vitest'
import { z } from 'zod'
import { merged } from './input.js'

const facts = z.object({ name: z.string(), limit: z.number().nullable(), open: z.boolean() })
const before: z.output<typeof facts> & { id: string } = { id: 'thing-1', name: 'acme', limit: 5, open: true }

test('of a change what is absent stays, null and false count, and nothing else is written', () => {
  expect(merged(facts.shape, before, {})).toEqual({ name: 'acme', limit: 5, open: true })
  const change = { limit: null, open: false, name: undefined, executionMode: 'local' }
  expect(merged(facts.shape, before, change)).toEqual({ name: 'acme', limit: null, open: false })
})
