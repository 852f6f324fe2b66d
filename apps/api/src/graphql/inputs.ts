import type { ApolloServerPlugin } from '@apollo/server'
import { OperationTypeNode, visit, type DocumentNode } from 'graphql'
import { mostItems } from '../kernel/input.js'
import { faults } from '../kernel/errors.js'
import type { GraphqlContext } from './context.js'
import { badInput } from './selections.js'

/**
 * Refuses variables with very long lists, before each item is looked at, and queries that hold a NUL character, which
 * the database cannot compare with anything. A mutation says under its field what is wrong with a text of it.
 */
export const refuseInputs: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request }) {
        if (contains(request.variables, (value) => Array.isArray(value) && value.length > mostItems))
          throw badInput(faults.tooManyItems(mostItems, 'aList').message)
        if (operation?.operation !== OperationTypeNode.QUERY) return
        if (contains(request.variables, isNul) || isWrittenOut(document))
          throw badInput('A text holds a NUL character')
      },
    }
  },
}

const isNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\u0000')

/** Searches a value, whose depth was bounded before the body was parsed. */
const contains = (value: unknown, isWrong: (value: unknown) => boolean): boolean =>
  isWrong(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((each) => contains(each, isWrong)))

function isWrittenOut(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    StringValue({ value }) {
      found ||= isNul(value)
    },
  })
  return found
}
