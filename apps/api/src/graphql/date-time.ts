import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { isStorableMoment } from '../kernel/clock.js'

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

function parse(value: unknown): Date {
  const date = typeof value === 'string' && pattern.test(value) ? new Date(value) : undefined
  if (!date || !isStorableMoment(date))
    throw new GraphQLError('A DateTime looks like 2026-01-31T12:00:00.000Z')
  return date
}

/** A moment, always read as UTC with milliseconds, as contract §1 wants timestamps. */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment, such as 2026-01-31T12:00:00.000Z.',
  serialize: (value) => (value instanceof Date ? value : parse(value)).toISOString(),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
})
