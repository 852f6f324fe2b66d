import type { UsersService } from '../domain/identity/users.service.js'
import { documentOf } from './jsonapi/document.js'
import { resource, type Resource } from './jsonapi/resource.js'
import { presentUser, userDocument } from './users.presenter.js'

/** `/account/details`: who the token speaks for (contract §3). */
export function accountResource(users: UsersService): Resource {
  return resource({
    tag: 'Account',
    authorize: (ctx) => users.self(ctx),
    operations: {
      GET: {
        summary: 'Show the user behind the token',
        status: 200,
        document: documentOf(userDocument),
        run: async ({ subject }) => ({ data: presentUser(subject) }),
      },
    },
  })
}
