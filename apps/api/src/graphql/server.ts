import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { GraphQLSchema } from 'graphql'
import { requireAdmission } from '../http/admission.js'
import { boundedBody } from '../http/bounded-body.js'
import type { FaceServices } from '../http/face-services.js'
import { nestsTooDeep } from '../http/nesting.js'
import { contextOf } from '../http/request-context.js'
import { countTexts, refuseLargeAnswers, stringify } from './answer-size.js'
import { costLimit } from './cost.js'
import type { GraphqlContext } from './context.js'
import { refuseDeepDocuments } from './document-nesting.js'
import { answerBeforeGraphql, errorBody, formatError, logFailures, sayUnavailable } from './errors.js'
import { introspectInSlices } from './introspection.js'
import { aliasLimit, depthLimit, introspectionLimit, mutationLimit, onceLimit } from './limits.js'
import { listExportRoutes } from './exports/list-exports.js'
import { buildGraphqlSchema } from './schema.js'
import { refuseInputs } from './inputs.js'

/** The limits of one request; each is far above what the console asks for. */
const limits = { depth: 12, aliases: 30, changes: 10, things: 20_000, tokens: 1000 }

/** The largest body, in bytes. */
const largestBody = 1024 * 1024

/** Creates the face of the console: `POST /graphql`, and its lists as files; bearer tokens only. */
export async function graphqlFace(
  services: FaceServices,
): Promise<{ router: Router; exports: Router; stop(): Promise<void> }> {
  const server = new ApolloServer<GraphqlContext>({
    schema: theSchema(),
    stringifyResult: stringify,
    introspection: true,
    csrfPrevention: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: limits.tokens },
    validationRules: [
      depthLimit(limits.depth),
      aliasLimit(limits.aliases),
      introspectionLimit(),
      onceLimit(['__schema'], 'The document asks for the schema more than once'),
      mutationLimit(limits.changes),
      onceLimit(['signIn', 'signInVerify'], 'The document signs in more than once'),
      onceLimit(['tokenTrial'], 'The document tries more than one token'),
    ],
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // Cache control would be asked at every field of every answer.
      ApolloServerPluginCacheControlDisabled(),
      costLimit(limits.things),
      refuseInputs,
      logFailures,
      sayUnavailable,
      refuseLargeAnswers,
    ],
  })
  await server.start()
  const router = Router()
  router.use(onlyPost)
  router.use(requireAdmission, (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    next()
  })
  const parse = express.json({ limit: largestBody, type: 'application/json', verify: refuseDeepBodies })
  router.use(boundedBody(parse, largestBody))
  router.use(refuseDeepDocuments(limits.tokens))
  router.use(
    expressMiddleware(server, {
      context: async ({ res }) => {
        const ctx = contextOf(res)
        return { ctx, services, answer: { characters: 0 } }
      },
    }),
  )
  router.use(sendFailure)
  return { router, exports: listExportRoutes(theSchema(), services), stop: () => server.stop() }
}

let schema: GraphQLSchema | undefined

/** Returns the schema, made once for a process, since it holds nothing of an app: services come with each request. */
function theSchema(): GraphQLSchema {
  if (!schema) introspectInSlices()
  schema ??= countTexts(buildGraphqlSchema())
  return schema
}

function refuseDeepBodies(_req: unknown, _res: unknown, bytes: Buffer): void {
  if (nestsTooDeep(bytes)) throw Object.assign(new Error('nests too deep'), { status: 400 })
}

const onlyPost: RequestHandler = (req, res, next) => {
  if (req.method === 'POST') return next()
  res.status(405).setHeader('Allow', 'POST').json(errorBody('GraphQL is asked by POST', 'METHOD_NOT_ALLOWED'))
}

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error)
  const { status, body, retryAfter } = answerBeforeGraphql(error, contextOf(res).log)
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  res.status(status).json(body)
}
