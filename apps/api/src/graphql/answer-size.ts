import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import { getNamedType, GraphQLError, GraphQLString, isObjectType, type GraphQLSchema } from 'graphql'
import type { GraphqlContext } from './context.js'
import { JsonScalar } from './json.js'

const mebibyte = 1024 ** 2

/** The limit: above the largest that a page needs, small enough to be written without holding others up. */
const largest = 8 * mebibyte

const tooLarge = (): GraphQLError =>
  new GraphQLError(`The answer is larger than ${largest / mebibyte} MiB: ask for less at once`, {
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT },
  })

/** Counts the texts of an answer while it is made, so that one that grows too large is broken off. */
export function countTexts(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      const named = getNamedType(field.type)
      if (!resolve || (named !== GraphQLString && named !== JsonScalar)) continue
      field.resolve = (parent, args, context: GraphqlContext, info) => {
        const value: unknown = resolve(parent, args, context, info)
        return value instanceof Promise
          ? value.then((given) => counted(context, given))
          : counted(context, value)
      }
    }
  }
  return schema
}

function counted({ answer }: GraphqlContext, value: unknown): unknown {
  answer.characters += lengthOf(value)
  if (answer.characters > largest) throw tooLarge()
  return value
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value)
    ? value.reduce<number>((sum, item) => sum + lengthOf(item), 0)
    : JSON.stringify(value).length
}

/** Replaces a broken-off answer with its one error. */
export const refuseLargeAnswers: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response: { body, http } }) {
        if (body.kind !== 'single' || contextValue.answer.characters <= largest) return
        body.singleResult = { errors: [tooLarge().toJSON()] }
        http.status = 400
      },
    }
  },
}

/** Writes an answer; names, numbers and characters that take several bytes count too. */
export async function stringify(result: unknown): Promise<string> {
  const text = JSON.stringify(result)
  return Buffer.byteLength(text) > largest ? JSON.stringify({ errors: [tooLarge().toJSON()] }) : text
}
