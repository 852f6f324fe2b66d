import { z } from 'zod'
import type { KnownAccount } from '../../domain/people/user.js'
import type { FaceServices } from '../../http/face-services.js'
import { documentOf } from '../jsonapi/document.js'
import { resource, type Resource } from '../jsonapi/resource.js'
import { memberDocument, presentMember, presentUser, userDocument } from './users.presenter.js'

/**
 * `/users/:id`, where the links of users lead: the caller's own account and, for site administrators, every user; of
 * users who share an enabled organization with the caller what its list of members says.
 */
export function userResource({ accounts }: FaceServices): Resource {
  return resource<KnownAccount>({
    tag: 'Users',
    authorize: (ctx, { id = '' }) => accounts.find(ctx, id),
    operations: {
      GET: {
        summary: 'Show a user: oneself, a colleague, or, for site administrators, any user',
        document: documentOf(z.union([userDocument, memberDocument])),
        run: async ({ ctx, subject: { account, isWhole } }) => ({
          data: isWhole
            ? presentUser(account, accounts.permissions(ctx, account))
            : presentMember({ ...account, hasTwoFactor: account.twoFactorEnabledAt !== null }),
        }),
      },
    },
  })
}
