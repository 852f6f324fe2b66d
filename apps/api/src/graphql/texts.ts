import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import { GraphQLError, OperationTypeNode, visit, type DocumentNode } from 'graphql'
import type { GraphqlContext } from './context.js'

/**
 * Refuses questions that hold a NUL character, which the database cannot compare with anything. A mutation says under
 * its field what is wrong with it.
 */
export const refuseNul: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request }) {
        if (operation?.operation !== OperationTypeNode.QUERY) return
        if (!holdsNul(request.variables) && !isWrittenOut(document)) return
        throw new GraphQLError('A text holds a NUL character', {
          extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
        })
      },
    }
  },
}

const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\u0000')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)

function isWrittenOut(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    StringValue({ value }) {
      found ||= holdsNul(value)
    },
  })
  return found
}
