import { adminUserChange, adminUserCreation, type User } from '../../domain/people/user.js'
import type { UserAction, UsersService } from '../../domain/accounts/users.service.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described, yesOrNo } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { invitedUserDocument, presentInvitedUser, presentUser, userDocument } from './users.presenter.js'

const tag = 'Users'
const document = documentOf(userDocument)

const userIn =
  (users: UsersService): Resource<User>['authorize'] =>
  (ctx, { id = '' }, writes) =>
    users.find(ctx, id, writes ? 'users:write' : 'users:read')

/** `/admin/users` (contract §3): site administrators only. */
export function adminUsersResource({ users }: FaceServices): Resource {
  return resource({
    tag,
    async authorize(ctx, _params, writes) {
      requirePermission(ctx, writes ? 'users:write' : 'users:read')
    },
    operations: {
      GET: {
        summary: 'List the users, by user name',
        isPaged: true,
        parameters: {
          q: described('A part of the user name or the e-mail address, in any case.'),
          'filter[admin]': yesOrNo('Site administrators, or all others.'),
          'filter[suspended]': yesOrNo('Suspended users, or those who are not.'),
        },
        document: listOf(userDocument),
        async run({ ctx, query, page, url }) {
          const filter = {
            search: query['q'] as string | undefined,
            isSiteAdmin: query['filter[admin]'] as boolean | undefined,
            isSuspended: query['filter[suspended]'] as boolean | undefined,
          }
          return listDocument(url, await users.list(ctx, filter, page), presentUser)
        },
      },
      POST: {
        summary: 'Create a user',
        body: body({ type: 'users', shape: adminUserCreation, parse: parseCreation }),
        document,
        run: async ({ ctx, attributes }) => ({ data: presentUser(await users.create(ctx, attributes)) }),
      },
    },
  })
}

/** `/admin/users/:id`. */
export function adminUserResource({ users, emailAddresses }: FaceServices): Resource {
  return resource<User>({
    tag,
    authorize: userIn(users),
    operations: {
      GET: {
        summary: 'Show a user',
        document,
        run: async ({ subject }) => ({ data: presentUser(subject) }),
      },
      PATCH: {
        summary: 'Set the address of a user, which verifies it; the former address gets a mail',
        body: body({ type: 'users', shape: adminUserChange, parse: parseChange }),
        document,
        run: async ({ ctx, subject, attributes }) => ({
          data: presentUser(await emailAddresses.set(ctx, subject.id, attributes)),
        }),
      },
      DELETE: {
        summary: 'Delete a user with its tokens, sessions and memberships',
        run: ({ ctx, subject }) => users.delete(ctx, subject.id),
      },
    },
  })
}

/** `/admin/users/:id/identity` (contract §19). */
export function userIdentityResource({ users, relinks }: FaceServices): Resource {
  return resource<User>({
    tag,
    authorize: userIn(users),
    operations: {
      DELETE: {
        summary:
          'Free the account of its identity of single sign-on: the next sign-in by its verified address is linked to it',
        async run({ ctx, subject }) {
          await relinks.free(ctx, subject.id)
        },
      },
    },
  })
}

const summaries: Readonly<Record<UserAction, string>> = {
  suspend: "Suspend a user: the user's tokens and sessions stop at once",
  unsuspend: 'Let a suspended user in again',
  grant_admin: 'Make a user a site administrator',
  revoke_admin: 'Make a site administrator a plain user',
}

/** `/admin/users/:id/actions/…`. */
export function userActionResource({ users }: FaceServices, action: UserAction): Resource {
  return actionResource(users, summaries[action], (ctx, id) => users.act(ctx, id, action))
}

/** `/admin/users/:id/actions/revoke_tokens` (contract §10). */
export function accessRevocationResource({ users, revocations }: FaceServices): Resource {
  const summary = 'End all tokens, sessions and open links of a user, and all tokens that those made'
  return actionResource(users, summary, (ctx, id) => revocations.revokeAll(ctx, id))
}

/** `/admin/users/:id/actions/disable_two_factor`: for a user who has lost the device and the recovery codes. */
export function disableTwoFactorResource({ users, twoFactor }: FaceServices): Resource {
  const summary = 'Turn off the second factor of a user'
  return actionResource(users, summary, (ctx, id) => twoFactor.disableOf(ctx, id))
}

function actionResource(
  users: UsersService,
  summary: string,
  act: (ctx: OperationContext, id: string) => Promise<User>,
): Resource {
  return resource<User>({
    tag,
    authorize: userIn(users),
    operations: {
      POST: {
        summary,
        status: 200,
        document,
        run: async ({ ctx, subject }) => ({ data: presentUser(await act(ctx, subject.id)) }),
      },
    },
  })
}

/** `/admin/users/:id/actions/password_link`: for a user who forgot the password. */
export function passwordLinkResource({ users, invitations }: FaceServices): Resource {
  return resource<User>({
    tag,
    authorize: userIn(users),
    operations: {
      POST: {
        summary: 'Create a one-time link for setting a new password of the user; it is in this answer only',
        status: 200,
        document: documentOf(invitedUserDocument),
        async run({ ctx, subject }) {
          return { data: presentInvitedUser(await invitations.createPasswordLink(ctx, subject.id)) }
        },
      },
    },
  })
}
