import { z } from 'zod'
import { conflict } from '../../kernel/errors.js'
import { parseCreation } from '../../kernel/input.js'
import type { OperationContext } from '../../kernel/context.js'
import type { UsersService } from '../accounts/users.service.js'
import type { User, UserFilter } from '../people/user.js'
import type { ActRules, Value } from './bulk-act.js'

const shape = { suspended: z.boolean() }

const valueOf = ({ suspendedAt }: User): Value => ({ suspended: suspendedAt !== null })

/** The person who acts stays: the rest of the act is done as that person. */
const yourself = 'It is your own account'

const isSelf = ({ actor }: OperationContext, id: string): boolean => actor.type === 'user' && actor.id === id

/** Rules for suspending users, and for ending that. */
export const userActs = (users: UsersService): ActRules => ({
  permission: 'users:write',
  needsFreshSignIn: true,
  parse: (raw) => parseCreation(shape, raw),
  async matching(ctx, filter, { behind, size }) {
    const found = await users.listMatching(ctx, filter as UserFilter, behind, size)
    return { targets: found.map(targetOf), isLast: found.length < size }
  },
  async find(ctx, ids) {
    const found = await users.findMany(ctx, ids, 'users:write')
    return found.map((user) => ({
      ...{ ...targetOf(user), value: valueOf(user) },
      ...(isSelf(ctx, user.id) && { obstacle: yourself }),
    }))
  },
  lock: async (tx, id) => valueOf(await users.lock(tx, id)),
  changed: (_, settings) => settings,
  set(tx, id, { suspended }) {
    if (isSelf(tx, id)) throw conflict(yourself)
    return users.act(tx, id, suspended === true ? 'suspend' : 'unsuspend')
  },
})

const targetOf = ({ id, username: name }: Pick<User, 'id' | 'username'>) => ({ id, name })
