import { tokenExchange } from '../../domain/ci-identities/ci-token.js'
import { FitsNoIdentity } from '../../domain/ci-identities/token-exchange.service.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseCreation } from '../../kernel/input.js'
import { documentOf } from '../jsonapi/document.js'
import { invalidAt, RequestError } from '../jsonapi/errors.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  authenticationTokenDocument,
  presentAuthenticationToken,
} from '../tokens/authentication-tokens.presenter.js'
import { tag } from './trusted-issuers.routes.js'

/** The path below `/api/v2` at which a token of CI is exchanged. */
export const tokenExchangePath = '/authentication-tokens/actions/exchange'

/** The token of the body is the proof; each that is not verified gets the same 401 (contract §15). */
export function tokenExchangeResource({ tokenExchange: exchanges }: FaceServices): Resource {
  return resource<undefined>({
    tag,
    isOpen: true,
    authorize: async () => undefined,
    operations: {
      POST: {
        summary: 'Exchange a token of a CI job for one of a team, by the CI identity that matches it',
        body: body({
          type: 'authentication-tokens',
          plain: 'always',
          shape: tokenExchange,
          parse: parseCreation,
        }),
        proof: 'The token is not verified, or was exchanged before',
        document: documentOf(authenticationTokenDocument),
        async run({ ctx, attributes }) {
          const { token, value } = await exchanges.exchange(ctx, attributes).catch(asRequestError)
          return { data: presentAuthenticationToken(token, value) }
        },
      },
    },
  })
}

function asRequestError(error: unknown): never {
  if (!(error instanceof FitsNoIdentity)) throw error
  throw new RequestError([{ ...invalidAt('/token', error.message), meta: { claims: error.claims } }])
}
