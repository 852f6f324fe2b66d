import type { Transform } from 'node:stream'
import { unavailable, type DomainError } from './errors.js'

/** Keys for one purpose: the first signs and seals, all of them verify and open. 32 bytes each. */
export interface PurposeKeys {
  readonly first: Buffer
  readonly all: readonly Buffer[]
}

/** The secret of the installation. Each purpose gets separate keys, from which no other can be derived. */
export interface Keyring {
  derive(purpose: string): PurposeKeys
}

/** Returns the names of the keys, the newest first; a name reveals nothing of its key. */
export const fingerprintsOf = (keyring: Keyring): readonly string[] =>
  keyring.derive('fingerprint').all.map((key) => key.toString('hex').slice(0, 16))

/** A fault of a sealed value: no key of this process opens it, or it was altered. */
export class SealFault extends Error {
  override readonly name = 'SealFault'
}

/** Makes the error of such a fault: another process may have the key. Streams are opened before their header. */
export const unopened = (what: string, cause: unknown = 'no key opens it'): DomainError =>
  unavailable(
    `${what} cannot be opened: it is sealed with a key that this server does not have. Ask the operator to configure it`,
    { cause },
  )

/**
 * Links that need no token because they prove themselves (contract §7). The signature covers purpose, path, caller
 * and expiry; neither the order of the parameters nor any other parameter, since clients add, strip and sort them.
 */
export interface LinkSigner {
  /**
   * Makes the query of a link, without `?`: `caller` (the id of a credential), `expires` (unix seconds) and
   * `signature`. `path` is what the URL will hold, percent-encoded as there. The link ends at the whole second before
   * `expiresAt`.
   */
  sign(link: { readonly path: string; readonly caller: string; readonly expiresAt: Date }): string

  /** Returns the caller of a link that is genuine and still good, otherwise undefined. */
  verify(path: string, query: URLSearchParams, now: Date): string | undefined
}

/** Encrypts files piece by piece, so that no file is in memory as a whole; `about` binds each to its owner. */
export interface FileSealer {
  seal(about: string): Transform
  /** Decrypts; fails for a stream that was not sealed here, is about something else, or is cut off. */
  open(about: string): Transform
}

/** Encrypts so that no other process can read or change it; `about`, no secret, binds each to its owner. */
export interface Sealer {
  seal(text: string, about: string): string
  /** Decrypts; undefined for a value that was not sealed here, or is about something else. */
  open(value: string, about: string): string | undefined
  sealBytes(bytes: Uint8Array, about: string): Uint8Array
  /** Decrypts bytes as `open` does a text. */
  openBytes(value: Uint8Array, about: string): Uint8Array | undefined
}
