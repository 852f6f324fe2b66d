import { z } from 'zod'
import {
  authenticationTokenCreation,
  plainTokenCreation,
  type AuthenticationToken,
  type TeamTokenFilter,
  type TeamTokenOrder,
  type TokenOwner,
} from '../../domain/tokens/authentication-token.js'
import type { AuthenticationTokensService } from '../../domain/tokens/authentication-tokens.service.js'
import { shownCredential } from '../../domain/tokens/revocation.js'
import type { TeamsService } from '../../domain/teams/teams.service.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError } from '../../kernel/errors.js'
import { parseCreation, type Shape } from '../../kernel/input.js'
import type { Order, Paged } from '../../kernel/page.js'
import { authenticationTokenDocument, presentAuthenticationToken } from './authentication-tokens.presenter.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { invalidAt, RequestError } from '../jsonapi/errors.js'
import { choice, described, sortParameter } from '../jsonapi/query.js'
import {
  body,
  resource,
  type BodyRules,
  type Operation,
  type Parameters,
  type Resource,
} from '../jsonapi/resource.js'

const tag = 'Tokens'
const document = documentOf(authenticationTokenDocument)

/** Makes the rules of a body: real clients send it without a type (contract §2), older ones send none at all. */
const bodyOf = <S extends Shape>(shape: S): BodyRules =>
  body({
    type: 'authentication-tokens',
    otherTypes: ['authentication-token'],
    isTypeOptional: true,
    isOptional: true,
    shape,
    parse: parseCreation,
  })

/** `/users/:id/authentication-tokens`: the user's own tokens, for that user alone (contract §3). */
export function userTokensResource({ tokens }: FaceServices): Resource {
  return resource<TokenOwner>({
    tag,
    async authorize(ctx, { id = '' }, writes) {
      await tokens.enter(ctx, { type: 'user', id }, writes ? 'write' : 'read')
      return { type: 'user', id }
    },
    operations: { GET: list(tokens), POST: creation(tokens) },
  })
}

/** `/teams/:id/authentication-tokens`: the tokens of a team, distinguished by their descriptions. */
export function teamTokensResource({ tokens, teams }: FaceServices): Resource {
  return resource<TokenOwner>({
    tag,
    authorize: (ctx, { id = '' }, writes) => teamOwner(teams, ctx, id, writes),
    operations: { GET: list(tokens), POST: creation(tokens) },
  })
}

const teamTokenOrders: Readonly<Record<string, TeamTokenOrder>> = {
  'team-name': 'team',
  'created-by': 'createdBy',
  'created-at': 'created',
  'last-used-at': 'lastUsed',
  'expired-at': 'expires',
}

/** `/organizations/:org/team-tokens`: the tokens of all its teams. */
export function organizationTeamTokensResource({ tokens, organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? 'team-tokens:write' : 'team-tokens:read'),
    operations: {
      GET: {
        summary: 'List the tokens of all teams of an organization, newest first',
        isPaged: true,
        parameters: {
          q: described('A part of the name of the team, in any case.'),
          sort: sortParameter(teamTokenOrders),
          'filter[status]': z
            .enum(['active', 'expired'])
            .meta({ description: 'Working tokens, or expired ones.' }),
        },
        document: listOf(authenticationTokenDocument),
        async run({ ctx, subject, query, page, url }) {
          const order = query['sort'] as Order<TeamTokenOrder> | undefined
          const filter = {
            search: query['q'] as string | undefined,
            status: query['filter[status]'] as TeamTokenFilter['status'],
          }
          const { name } = subject.organization
          const found = await tokens.listOfAllTeams(ctx, name, filter, { ...page, order })
          return presentList(tokens, ctx, url, found)
        },
      },
      DELETE: {
        summary: 'Revoke the tokens of all teams of an organization',
        run: ({ ctx, subject }) => tokens.deleteOfAllTeams(ctx, subject.organization.name),
      },
    },
  })
}

/** `/teams/:id/authentication-token`: the token without a description. */
export function teamTokenResource({ tokens, teams }: FaceServices): Resource {
  return plainTokenResource(tokens, (ctx, { id = '' }, writes) => teamOwner(teams, ctx, id, writes))
}

const tokenParameter = {
  token: choice(
    ['audit-trails'],
    'The second token, which reads `/organization/audit-trail` and nothing else.',
  ),
}

/** `/organizations/:org/authentication-token`: the organization's own token, and the one for its audit trail. */
export function organizationTokenResource({ tokens, organizations }: FaceServices): Resource {
  const authorize: Resource<TokenOwner>['authorize'] = async (ctx, { org = '' }, writes, search) => {
    const permission = writes ? 'organization-tokens:write' : 'organization-tokens:read'
    const { organization } = await organizations.access(ctx, org, permission)
    // Any other value is refused before the operation runs.
    const only = search.has('token') ? 'audit-trails' : undefined
    return { type: 'organization', id: organization.id, only }
  }
  return plainTokenResource(tokens, authorize, tokenParameter)
}

/** `/authentication-tokens/:id`: a token of any owner. */
export function authenticationTokenResource({ tokens }: FaceServices): Resource {
  return resource<AuthenticationToken>({
    tag,
    // The only change here is that a token ends.
    authorize: (ctx, { id = '' }, writes) => tokens.find(ctx, id, writes ? 'end' : 'read'),
    operations: {
      GET: {
        summary: 'Show a token',
        document,
        run: ({ ctx, subject }) => present(tokens, ctx, subject),
      },
      DELETE: {
        summary: 'Revoke a token, and with one of a person the tokens of that person that it created',
        run: ({ ctx, subject }) => tokens.delete(ctx, subject.id),
      },
    },
  })
}

/** `/authentication-tokens/actions/revoke`: the value is the proof, and whether there was such a token stays hidden. */
export function tokenRevocationResource({ revocations }: FaceServices): Resource {
  return resource<undefined>({
    tag,
    isOpen: true,
    authorize: async () => undefined,
    operations: {
      POST: {
        summary: 'Revoke the token or session with this value, and all tokens that it created',
        body: body({
          type: 'authentication-tokens',
          plain: 'always',
          shape: shownCredential,
          parse: parseCreation,
        }),
        status: 204,
        run: ({ ctx, attributes }) => revocations.endShown(ctx, attributes),
      },
    },
  })
}

/** Serves one token; whether it exists decides only what GET and DELETE answer (contract §2, order of checks). */
function plainTokenResource(
  service: AuthenticationTokensService,
  authorize: Resource<TokenOwner>['authorize'],
  parameters: Parameters = {},
): Resource {
  return resource<TokenOwner>({
    tag,
    authorize,
    operations: {
      GET: {
        summary: 'Show the token',
        parameters,
        document,
        run: async ({ ctx, subject }) => present(service, ctx, await service.findPlain(ctx, subject)),
      },
      POST: {
        summary: 'Create the token, which replaces the former one; its value is in this answer only',
        parameters,
        body: bodyOf(plainTokenCreation),
        document,
        async run({ ctx, subject, attributes }) {
          const { token, value } = await service.replacePlain(ctx, subject, attributes)
          return present(service, ctx, token, value)
        },
      },
      DELETE: {
        summary: 'Revoke the token',
        parameters,
        run: ({ ctx, subject }) => service.deletePlain(ctx, subject),
      },
    },
  })
}

async function teamOwner(
  teams: TeamsService,
  ctx: OperationContext,
  id: string,
  writes: boolean,
): Promise<TokenOwner> {
  const { team } = await teams.find(ctx, id, writes ? 'team-tokens:write' : 'team-tokens:read')
  return { type: 'team', id: team.id, organizationId: team.organizationId }
}

function list(service: AuthenticationTokensService): Operation<TokenOwner> {
  return {
    summary: 'List the tokens, newest first',
    isPaged: true,
    document: listOf(authenticationTokenDocument),
    async run({ ctx, subject, page, url }) {
      const tokens = await service.list(ctx, subject, page)
      return presentList(service, ctx, url, tokens)
    },
  }
}

function creation(service: AuthenticationTokensService): Operation<TokenOwner> {
  return {
    summary: 'Create a token; its value is in this answer only',
    body: bodyOf(authenticationTokenCreation),
    document,
    async run({ ctx, subject, attributes }) {
      const { token, value } = await service.create(ctx, subject, attributes).catch(throwTakenDescription)
      return present(service, ctx, token, value)
    },
  }
}

async function present(
  service: AuthenticationTokensService,
  ctx: OperationContext,
  token: AuthenticationToken,
  value?: string,
) {
  const [shown = token] = await service.withShownScopes(ctx, [token])
  return { data: presentAuthenticationToken(shown, value) }
}

async function presentList(
  service: AuthenticationTokensService,
  ctx: OperationContext,
  url: URL,
  tokens: Paged<AuthenticationToken>,
) {
  const items = await service.withShownScopes(ctx, tokens.items)
  return listDocument(url, { ...tokens, items }, (token) => presentAuthenticationToken(token))
}

/** Words the fault of a taken description as contract §2 has it. */
function throwTakenDescription(error: unknown): never {
  const [fault] = error instanceof DomainError && error.failure.kind === 'invalid' ? error.failure.faults : []
  if (fault?.code !== 'TAKEN') throw error
  const detail = `Validation failed: ${fault.message}`
  const known = { ...invalidAt('/data/attributes/description', detail), title: 'invalid attributes' }
  throw new RequestError([known])
}
