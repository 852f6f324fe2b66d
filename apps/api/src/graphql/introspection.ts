import { __Schema, type GraphQLNamedType } from 'graphql'
import { Slices } from '../kernel/slices.js'
import type { GraphqlContext } from './context.js'

/** The types that are answered at a stretch; with all their fields and arguments. */
const typesAtOnce = 20

/**
 * Answers the types of a schema in slices, for requests: the library would answer all of them without a pause. Whatever
 * else asks a schema in this process has them at once, as the library promises.
 */
export function introspectInSlices(): void {
  const field = __Schema.getFields()['types']
  const resolve = field?.resolve
  if (!resolve) throw new Error('the library has no types in __Schema')
  field.resolve = (parent, args, context: Partial<GraphqlContext> | undefined, info) => {
    const types = resolve(parent, args, context, info) as readonly GraphQLNamedType[]
    return context?.services ? new Slices(typesAtOnce).cut(types) : types
  }
}
