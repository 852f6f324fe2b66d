import { passwordMaximumLength } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { faults, faultsIn, type Fault } from '../../kernel/errors.js'
import { networkOf } from '../../kernel/network.js'
import type { Passwords } from '../../kernel/secrets.js'
import type { SignInAttempts } from './sign-in-attempts.js'
import type { UsersStore } from '../people/users.store.js'

/** Asks a signed-in user for the password again, before what a stolen session must not do. */
export class PasswordProof {
  constructor(
    private readonly users: UsersStore,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
  ) {}

  /** Finds why the password does not count, to be reported with all other faults; nothing where it does. */
  async doubtsOf(ctx: OperationContext, userId: string, password: unknown): Promise<readonly Fault[]> {
    if ((password ?? '') === '') return [faults.blank('current_password')]
    const given = textOf(password)
    if (given === '') return [faults.invalid('current_password')]
    const known = await this.users.findPasswordHash(ctx, userId)
    const verify = (): Promise<boolean> => this.passwords.verify(known, given, networkOf(ctx.address ?? ''))
    const refusal = { action: 'password.refuse' } as const
    const attempt = { name: userId, refusal, path: ['current_password'] }
    try {
      if (await this.attempts.run(ctx, attempt, verify)) return []
      ctx.refused?.(ctx, { ...refusal, why: 'wrong current password' })
      return [faults.invalid('current_password')]
    } catch (error) {
      return faultsIn(error)
    }
  }
}

/** Returns the password; a value of another type or beyond any length is none. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= passwordMaximumLength ? value : ''
