import { randomBytes } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { unavailable } from '../../kernel/errors.js'
import type { Passwords } from '../../kernel/secrets.js'

/** Argon2id as OWASP advises for servers: 19 MiB, two passes, one lane. About 30 ms on a core. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const argon2id: Options = { ...passwordCost, algorithm: 2 }

export interface PasswordLoad {
  /** How many computations run at once; each takes 19 MiB and a thread of the pool that files use too. */
  readonly running?: number
  /** How many more may wait for their turn. */
  readonly waiting?: number
}

/**
 * Hashes and verifies passwords, a few at a time. Throws the `unavailable` error at once when too many wait already,
 * so that a flood of sign-ins costs neither memory nor the patience of everybody behind it.
 */
export function createPasswords(load: PasswordLoad = {}): Passwords {
  const inTurn = turns(load.running ?? 2, load.waiting ?? 50)
  const nobody = hashOfNobody()
  return {
    hash: (password) => inTurn(() => hash(asTyped(password), argon2id)),
    verify: (known, password) => inTurn(() => verify(known ?? nobody, asTyped(password))),
  }
}

/** One text however a keyboard composes it: `é` may arrive as one character or as two. */
function asTyped(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

/** A well-formed hash that no password has, at the usual cost. */
function hashOfNobody(): string {
  const part = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '')
  const { memoryCost, timeCost, parallelism, outputLen } = passwordCost
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${part(16)}$${part(outputLen)}`
}

/** Runs so many at once, lets so many wait in order, and turns the rest away. */
function turns(running: number, waiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = running
  const queue: (() => void)[] = []
  return async (work) => {
    if (free > 0) {
      free--
    } else {
      if (queue.length >= waiting) throw unavailable('Too many sign-ins at the moment, please try again')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
