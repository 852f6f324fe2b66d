import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { subnetOf } from '../../kernel/network.js'
import type { Letters } from '../people/letters.js'
import type { User } from '../people/user.js'
import type { UsersStore } from '../people/users.store.js'
import type { SessionsStore } from './sessions.store.js'

/** The time after the last sign-in from a network at which it is forgotten. */
const knownFor = days(90)

/**
 * The networks that people sign in from: they get a mail about a sign-in from a new one. Nothing is stored where no
 * mail is sent.
 */
export class SignInPlaces {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly users: UsersStore,
    private readonly letters: Letters,
  ) {}

  /** Records the network in the transaction of a sign-in. The very first one of an account is no news. */
  async record(tx: OperationContext, user: User): Promise<void> {
    const network = subnetOf(tx.address ?? '')
    if (!this.letters.areSent || network === undefined) return
    await this.sessions.deletePlacesUntil(tx, later(tx.clock.now(), -knownFor))
    if (!(await this.sessions.enterPlace(tx, user.id, network))) return
    if (await this.users.noteFirstSignIn(tx, user.id)) return
    await this.letters.announceSignIn(tx, user)
  }
}
