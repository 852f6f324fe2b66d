import { GraphQLScalarType } from 'graphql'

/** A JSON value, for recorded facts of all kinds: only ever answered, never taken. */
export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'A JSON value of any shape.',
  serialize: (value) => value,
})
