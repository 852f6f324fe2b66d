import { GraphQLScalarType } from 'graphql'

/** What was recorded of things of all kinds: only ever answered, never taken. */
export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'A JSON value of any shape.',
  serialize: (value) => value,
})
