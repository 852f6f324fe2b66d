import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { InvitationPurpose } from './invitation.js'
import type { InvitationsStore } from './invitations.store.js'

/** Where the console answers each kind of link, and how long it is good (contract §3, §10). */
const kinds = {
  invitation: { path: 'invitations', lifetime: days(7) },
  confirmation: { path: 'email-confirmations', lifetime: days(1) },
} as const

/** Makes one-time links. Only the one who makes a link and the one it is mailed to ever see it. */
export class InvitationLinks {
  constructor(
    private readonly store: InvitationsStore,
    private readonly values: TokenValues,
    /** Where the console answers. */
    private readonly consoleUrl: string,
  ) {}

  /** An earlier link for the same purpose becomes invalid. */
  async create(tx: OperationContext, purpose: InvitationPurpose): Promise<string> {
    const kind = 'email' in purpose ? 'confirmation' : 'invitation'
    const { path, lifetime } = kinds[kind]
    const { value, hash } = this.values.create(kind)
    await this.store.replace(tx, purpose, hash, later(tx.clock.now(), lifetime))
    return `${this.consoleUrl}/${path}/${value}`
  }
}
