import { acceptance, passwordReset } from '../../domain/people/user.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseCreation } from '../../kernel/input.js'
import { documentOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { keepTokens, presentUser, userDocument } from './users.presenter.js'

/** The attributes; a new password needs no user name, a bearer needs none: only the service knows which it is. */
const shape = {
  ...acceptance,
  username: acceptance.username.optional().meta({ description: 'User name of a new user.' }),
  password: acceptance.password
    .optional()
    .meta({ description: 'Password of a new user, or the new one of an existing user.' }),
  keep_tokens: passwordReset.keep_tokens.meta({
    description: 'With a link to a new password: true keeps the tokens of the user.',
  }),
}

/**
 * `POST /invitations/:token` (contract §3, §10): the link is the credential, so no bearer is asked for. The body is
 * plain JSON or a `users` document; with the bearer of a person, who joins with their own account, there is none.
 */
export function invitationResource({ invitations }: FaceServices): Resource {
  return resource<string>({
    tag: 'Memberships',
    isOpen: true,
    takesBearer: true,
    async authorize(ctx, { token = '' }) {
      await invitations.find(ctx, token)
      return token
    },
    operations: {
      POST: {
        summary:
          'Use a one-time link: join an organization, with a bearer or as a new user, or set a new password',
        body: body({
          type: 'users',
          isTypeOptional: true,
          plain: 'accepted',
          shape,
          parse: parseCreation,
          documentNames: keepTokens,
        }),
        document: documentOf(userDocument),
        run: async ({ ctx, subject, attributes }) => ({
          data: presentUser(await invitations.accept(ctx, subject, attributes)),
        }),
      },
    },
  })
}
