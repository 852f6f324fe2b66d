import { z } from 'zod'
import type { AccountsService } from '../domain/identity/accounts.service.js'
import type { Account, User } from '../domain/identity/user.js'
import type { UsersService } from '../domain/identity/users.service.js'
import { allows } from '../kernel/permissions.js'
import { documentOf } from './jsonapi/document.js'
import { resource, type Resource } from './jsonapi/resource.js'
import { memberDocument, presentMember, presentUser, userDocument } from './users.presenter.js'

/** Somebody, and how much of it the caller may know. */
interface Sight {
  readonly user: User | Account
  readonly isWhole: boolean
}

/**
 * `/users/:id`, where the links of users lead: oneself and, for site administrators, everybody; of those who share an
 * enabled organization with the caller what its list of members says.
 */
export function userResource(accounts: AccountsService, users: UsersService): Resource {
  return resource<Sight>({
    tag: 'Users',
    async authorize(ctx, { id = '' }): Promise<Sight> {
      const self = await accounts.show(ctx)
      if (self.id === id) return { user: self, isWhole: true }
      if (allows(ctx.actor, 'users:read')) return { user: await users.find(ctx, id), isWhole: true }
      return { user: await users.findColleague(ctx, id), isWhole: false }
    },
    operations: {
      GET: {
        summary: 'Show a user: oneself, a colleague, or to site administrators anybody',
        status: 200,
        document: documentOf(z.union([userDocument, memberDocument])),
        run: async ({ subject: { user, isWhole } }) => ({
          data: isWhole ? presentUser(user) : presentMember(user),
        }),
      },
    },
  })
}
