import { z } from 'zod'
import type { SetUpService } from '../../domain/accounts/set-up.service.js'
import { userCreation } from '../../domain/people/user.js'
import { notFound } from '../../kernel/errors.js'
import { parseCreation } from '../../kernel/input.js'
import { needed } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'

export const setUpPath = '/admin/initial-admin-user'

const createdDocument = z
  .object({ status: z.literal('created'), token: z.string().meta({ description: 'A first user token.' }) })
  .meta({ id: 'FirstAdministrator' })

/** `POST /admin/initial-admin-user?token=T` (contract §3): plain JSON; once there is a user the path is not found. */
export function initialAdministratorResource(setUp: SetUpService): Resource {
  return resource<string>({
    tag: 'Set-up',
    isOpen: true,
    async authorize(ctx, _params, _writes, search) {
      const token = search.get('token') ?? ''
      if (!(await setUp.accepts(ctx, token))) throw notFound()
      return token
    },
    operations: {
      POST: {
        summary: 'Create the first site administrator, while no user exists',
        parameters: { token: needed('The set-up token that the start printed, or that was configured.') },
        body: body({ type: 'users', plain: 'always', shape: userCreation, parse: parseCreation }),
        document: createdDocument,
        mediaType: 'application/json',
        async run({ ctx, subject, attributes }) {
          const token = await setUp.createAdministratorWithToken(ctx, subject, attributes)
          return { status: 'created', token }
        },
      },
    },
  })
}
