import { randomBytes } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue, type FairQueueLimits } from '../../kernel/fair-queue.js'
import type { Passwords } from '../../kernel/secrets.js'

/** Argon2id as OWASP advises for servers: 19 MiB, two passes, one lane. About 30 ms on a core. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const argon2id: Options = { ...passwordCost, algorithm: 2 }

/** Each that runs takes 19 MiB and a thread of the pool that files use too. What waits is a second's work at most. */
const usual: FairQueueLimits = { running: 2, waiting: 20, waitingInAll: 60 }

/**
 * Hashes and verifies passwords, a few at a time, the networks in turn. Throws the `unavailable` error at once when too
 * many wait already, so that a flood of sign-ins costs neither memory nor the patience of users at other networks.
 */
export function createPasswords(limits: Partial<FairQueueLimits> = {}): Passwords {
  const queue = new FairQueue({ ...usual, ...limits, full: tooMany })
  const unmatched = unmatchedHash()
  return {
    hash: (password, network) => queue.run(network, () => hash(asTyped(password), argon2id)),
    verify: (known, password, network) =>
      queue.run(network, () => verify(known ?? unmatched, asTyped(password))),
  }
}

const tooMany = () => unavailable('Too many sign-ins at the moment, please try again')

/** One text however a keyboard composes it: `é` may arrive as one character or as two. */
function asTyped(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

/** A well-formed hash that no password has, at the usual cost. */
function unmatchedHash(): string {
  const part = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '')
  const { memoryCost, timeCost, parallelism, outputLen } = passwordCost
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${part(16)}$${part(outputLen)}`
}
