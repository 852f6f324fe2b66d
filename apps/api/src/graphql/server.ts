import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import DataLoader from 'dataloader'
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { AuthenticationService } from '../domain/identity/authentication.service.js'
import type { User } from '../domain/identity/user.js'
import type { Organization } from '../domain/organizations/organization.js'
import type { SiteOrganization } from '../domain/organizations/site-organization.js'
import type { RegistryProvider } from '../domain/registry-providers/registry-provider.js'
import type { RegistryProviderVersion } from '../domain/registry-providers/registry-provider-version.js'
import { identify } from '../http/authentication.js'
import type { RateLimit } from '../http/rate-limits.js'
import { contextOf } from '../http/request-context.js'
import type { OperationContext } from '../kernel/context.js'
import type { GraphqlContext, GraphqlServices } from './context.js'
import { answerBeforeGraphql, errorBody, formatError, logFailures } from './errors.js'
import { depthLimit } from './limits.js'
import { buildGraphqlSchema } from './schema.js'

/** The face of the console: `POST /graphql`, bearer tokens only. */
export async function graphqlFace(
  services: GraphqlServices,
  authentication: AuthenticationService,
  limit: RateLimit,
): Promise<{ router: Router; stop(): Promise<void> }> {
  const server = new ApolloServer<GraphqlContext>({
    schema: buildGraphqlSchema(),
    introspection: true,
    csrfPrevention: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: 5000 },
    validationRules: [depthLimit(12)],
    formatError,
    plugins: [ApolloServerPluginLandingPageDisabled(), logFailures],
  })
  await server.start()
  const router = Router()
  router.use(onlyPost)
  router.use(async (req, res, next) => {
    try {
      await identify(authentication, req, res)
    } finally {
      await limit.count(res)
    }
    res.setHeader('Cache-Control', 'no-store')
    next()
  })
  router.use(express.json({ limit: '1mb', type: 'application/json' }))
  router.use(
    expressMiddleware(server, { context: async ({ res }) => requestContext(contextOf(res), services) }),
  )
  router.use(sendFailure)
  return { router, stop: () => server.stop() }
}

const onlyPost: RequestHandler = (req, res, next) => {
  if (req.method === 'POST') return next()
  res.status(405).setHeader('Allow', 'POST').json(errorBody('GraphQL is asked by POST', 'METHOD_NOT_ALLOWED'))
}

function requestContext(ctx: OperationContext, services: GraphqlServices): GraphqlContext {
  const organizations = new DataLoader<string, Organization | undefined>(async (ids) => {
    const found = new Map((await services.organizations.findMany(ctx, ids)).map((each) => [each.id, each]))
    return ids.map((id) => found.get(id))
  })
  const owners = new DataLoader<SiteOrganization, readonly User[]>(async (wanted) => {
    const ids = wanted.flatMap(({ ownerIds }) => ownerIds)
    const found = await services.users.findMany(ctx, ids)
    return wanted.map(({ ownerIds }) => found.filter(({ id }) => ownerIds.includes(id)))
  })
  const providerVersions = new DataLoader<RegistryProvider, readonly RegistryProviderVersion[]>(
    async (providers) => {
      const found = await services.providerVersions.listAllOf(ctx, providers)
      return providers.map(({ id }) => found.filter(({ providerId }) => providerId === id))
    },
  )
  return { ctx, services, organizations, owners, providerVersions }
}

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error)
  const { status, body, retryAfter } = answerBeforeGraphql(error, contextOf(res).log)
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  res.status(status).json(body)
}
