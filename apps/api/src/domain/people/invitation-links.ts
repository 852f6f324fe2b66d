import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { InvitationPurpose } from './invitation.js'
import type { InvitationsStore } from './invitations.store.js'

/** The kinds of links: the path in the console, and how long a link is good (contract §3, §10). */
const kinds = {
  invitation: { path: 'invitations', lifetime: days(7) },
  confirmation: { path: 'email-confirmations', lifetime: days(1) },
} as const

/** Makes one-time links, seen only by their maker and by the addressee of the mail. */
export class InvitationLinks {
  constructor(
    private readonly store: InvitationsStore,
    private readonly values: TokenValues,
    /** The address of the console. */
    private readonly consoleUrl: string,
  ) {}

  /** Creates a link; an earlier one for the same purpose becomes invalid. */
  async create(tx: OperationContext, purpose: InvitationPurpose): Promise<string> {
    const kind = 'email' in purpose ? 'confirmation' : 'invitation'
    const { path, lifetime } = kinds[kind]
    const { value, hash } = this.values.create(kind)
    await this.store.replace(tx, purpose, hash, later(tx.clock.now(), lifetime))
    return `${this.consoleUrl}/${path}/${value}`
  }
}
