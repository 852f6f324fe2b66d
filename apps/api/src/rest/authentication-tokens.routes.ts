import {
  authenticationTokenCreation,
  type AuthenticationToken,
} from '../domain/identity/authentication-token.js'
import type { AuthenticationTokensService } from '../domain/identity/authentication-tokens.service.js'
import { parseCreation } from '../kernel/input.js'
import { authenticationTokenDocument, presentAuthenticationToken } from './authentication-tokens.presenter.js'
import { documentOf, listDocument, listOf } from './jsonapi/document.js'
import { body, resource, type Resource } from './jsonapi/resource.js'

const tag = 'Tokens'

/** `/users/:id/authentication-tokens`: that user's own, for that user alone (contract §3). */
export function userTokensResource(service: AuthenticationTokensService): Resource {
  return resource<string>({
    tag,
    async authorize(ctx, { id = '' }, writes) {
      service.requireSelf(ctx, id, writes ? 'authentication-tokens:write' : 'authentication-tokens:read')
      return id
    },
    operations: {
      GET: {
        summary: "List the user's own tokens, newest first",
        isPaged: true,
        status: 200,
        document: listOf(authenticationTokenDocument),
        async run({ ctx, subject, page, url }) {
          const list = await service.listOfUser(ctx, subject, page)
          return listDocument(url, list, (token) => presentAuthenticationToken(token))
        },
      },
      POST: {
        summary: 'Create a token; its value is in this answer only',
        body: body({
          type: 'authentication-tokens',
          isTypeOptional: true,
          shape: authenticationTokenCreation,
          parse: parseCreation,
        }),
        status: 201,
        document: documentOf(authenticationTokenDocument),
        async run({ ctx, subject, attributes }) {
          const { token, value } = await service.create(ctx, subject, attributes)
          return { data: presentAuthenticationToken(token, value) }
        },
      },
    },
  })
}

/** `/authentication-tokens/:id`. */
export function authenticationTokenResource(service: AuthenticationTokensService): Resource {
  return resource<AuthenticationToken>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      service.find(ctx, id, writes ? 'authentication-tokens:write' : 'authentication-tokens:read'),
    operations: {
      GET: {
        summary: 'Show a token',
        status: 200,
        document: documentOf(authenticationTokenDocument),
        run: async ({ subject }) => ({ data: presentAuthenticationToken(subject) }),
      },
      DELETE: {
        summary: 'Revoke a token',
        status: 204,
        run: ({ ctx, subject }) => service.delete(ctx, subject.id),
      },
    },
  })
}
