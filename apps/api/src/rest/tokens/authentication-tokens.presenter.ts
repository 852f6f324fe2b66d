import { z } from 'zod'
import type { AuthenticationToken } from '../../domain/tokens/authentication-token.js'
import { identifierOf, resourceOf, selfLink, toOne } from '../jsonapi/document.js'

export const authenticationTokenDocument = resourceOf('authentication-tokens', 'at-6yEmxNAhaoQLH1Da', {
  attributes: z.object({
    description: z.string().nullable(),
    'created-at': z.string(),
    'last-used-at': z.string().nullable(),
    'last-used-address': z
      .string()
      .nullable()
      .meta({ description: 'The network address it was last used from.' }),
    'expired-at': z.string(),
    scopes: z.array(z.string()).optional(),
    token: z.string().nullable().meta({ description: 'The value, only in the answer to its creation.' }),
  }),
  relationships: z.object({
    'created-by': z.object({ data: identifierOf('users').nullable() }),
    team: toOne('teams').optional().meta({ description: 'The team, only for the token of a team.' }),
  }),
  links: selfLink,
}).meta({ id: 'AuthenticationToken' })

export function presentAuthenticationToken(
  token: AuthenticationToken,
  value: string | null = null,
): z.input<typeof authenticationTokenDocument> {
  return {
    id: token.id,
    type: 'authentication-tokens',
    attributes: {
      description: token.description,
      'created-at': token.createdAt.toISOString(),
      'last-used-at': token.lastUsedAt?.toISOString() ?? null,
      'last-used-address': token.lastUsedAddress,
      'expired-at': token.expiresAt.toISOString(),
      ...(token.scopes.length > 0 && { scopes: [...token.scopes] }),
      token: value,
    },
    relationships: {
      'created-by': { data: token.createdBy ? { id: token.createdBy.id, type: 'users' } : null },
      ...(token.owner.type === 'team' && { team: { data: { id: token.owner.id, type: 'teams' } } }),
    },
    links: { self: `/api/v2/authentication-tokens/${token.id}` },
  }
}
