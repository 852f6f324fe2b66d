import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { InvitationPurpose } from './invitation.js'
import type { InvitationsStore } from './invitations.store.js'

/** Seven days (contract §3). */
const invitationLifetime = days(7)

/** Makes the links by which people set a password. Only whoever makes one ever sees it. */
export class InvitationLinks {
  constructor(
    private readonly store: InvitationsStore,
    private readonly values: TokenValues,
    /** Where the console answers. */
    private readonly consoleUrl: string,
  ) {}

  /** An earlier link for the same purpose leads nowhere from now on. */
  async create(tx: OperationContext, purpose: InvitationPurpose): Promise<string> {
    const { value, hash } = this.values.create('invitation')
    await this.store.replace(tx, purpose, hash, later(tx.clock.now(), invitationLifetime))
    return `${this.consoleUrl}/invitations/${value}`
  }
}
