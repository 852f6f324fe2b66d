import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import type { AuditService } from '../audit/audit.service.js'
import { strengthOf, type EmailProof } from './email-address.js'
import { userSubject, type User } from './user.js'
import type { UsersStore } from './users.store.js'

/** The only way to an address: a claim or a weak proof gives way to a stronger proof, in its transaction. */
export class EmailClaims {
  constructor(
    private readonly users: UsersStore,
    private readonly audit: AuditService,
  ) {}

  /** Returns another user with the address; throws where that user's proof is at least as strong as this one. */
  async requireFree(
    tx: OperationContext,
    email: string,
    proof: EmailProof | null,
    userId?: string,
  ): Promise<User | undefined> {
    await this.users.lockEmail(tx, email)
    const holder = await this.users.findByEmailLocked(tx, email)
    if (!holder || holder.id === userId) return undefined
    if (strengthOf(holder.emailProof) >= strengthOf(proof)) throw invalid(faults.taken('email'))
    return holder
  }

  /** Takes the address from the user with the weaker proof, so that it can be written for this one. */
  async claim(tx: OperationContext, email: string, proof: EmailProof | null, userId?: string): Promise<void> {
    const before = await this.requireFree(tx, email, proof, userId)
    if (!before) return
    const after = await this.users.update(tx, before.id, { email: null, emailProof: null })
    await this.audit.record(tx, { action: 'user.lose-email', subject: userSubject(before), before, after })
  }
}
