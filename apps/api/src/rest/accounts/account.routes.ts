import type { AccountsService } from '../../domain/accounts/accounts.service.js'
import { passwordChange, userChange, type Account, type User } from '../../domain/people/user.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePerson } from '../../kernel/permissions.js'
import { documentOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { keepTokens, presentUser, userDocument } from './users.presenter.js'

const tag = 'Account'
const document = documentOf(userDocument)

const present = (accounts: AccountsService, ctx: OperationContext, account: User | Account) => ({
  data: presentUser(account, accounts.permissions(ctx, account)),
})

/** `/account/details`: the owner of the token (contract §3). */
export function accountResource({ accounts }: FaceServices): Resource {
  return resource<Account>({
    tag,
    authorize: (ctx) => accounts.show(ctx),
    operations: {
      GET: {
        summary: 'Show the user behind the token',
        document,
        run: async ({ ctx, subject }) => present(accounts, ctx, subject),
      },
    },
  })
}

/** `/account/update`. */
export function accountUpdateResource({ accounts }: FaceServices): Resource {
  return resource({
    tag,
    authorize: async (ctx) => requirePerson(ctx, 'account:write'),
    operations: {
      PATCH: {
        summary: "Change the caller's own user name or e-mail address",
        body: body({ type: 'users', shape: userChange, parse: parseChange }),
        document,
        run: async ({ ctx, attributes }) => present(accounts, ctx, await accounts.update(ctx, attributes)),
      },
    },
  })
}

/** `/account/password`. */
export function accountPasswordResource({ accounts }: FaceServices): Resource {
  return resource({
    tag,
    authorize: async (ctx) => requirePerson(ctx, 'account:write'),
    operations: {
      PATCH: {
        summary: "Change the caller's own password; other sessions end, and tokens unless they are to stay",
        body: body({ type: 'users', shape: passwordChange, parse: parseCreation, documentNames: keepTokens }),
        document,
        run: async ({ ctx, attributes }) =>
          present(accounts, ctx, await accounts.changePassword(ctx, attributes)),
      },
    },
  })
}
