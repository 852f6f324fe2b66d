/** A text that cannot serve as a key for publishing. */
export interface UnusableKey {
  readonly unusable: true
  /** The fault of the text, to be read after its name; undefined for what is no public key at all. */
  readonly why: string | undefined
}

/** The long id, in capitals, of the one public key in a text. */
export type ReadSigningKey = (asciiArmor: string) => Promise<{ readonly keyId: string } | UnusableKey>

/** Facts of a registered key that people read. */
export interface SigningKeyFacts {
  /** User ids of the key, such as `Release <release@example.com>`. */
  readonly userIds: readonly string[]
  /** Null where it does not expire, or where nothing valid says so. */
  readonly expiresAt: Date | null
  /** Long ids of the key and its subkeys, which signatures name. */
  readonly signerIds: readonly string[]
}

export type DescribeSigningKey = (asciiArmor: string) => Promise<SigningKeyFacts>

/** The fault of what is not a binary detached signature by the key. */
export const notSigned = 'not-signed'

/** A signature that the CLI would not take. */
export interface RefusedSignature {
  /** The fault, to be read after its name. */
  readonly why: string
  /** Advice to its publisher. */
  readonly advice: string
}

/** Undefined if a binary detached signature over these bytes is valid and made by this public key. */
export type VerifySignature = (
  asciiArmor: string,
  signed: Buffer,
  signature: Buffer,
) => Promise<undefined | typeof notSigned | RefusedSignature>

/** Says why a signature of SHA256SUMS is none that the CLI takes from the key, in a sentence. */
export const signatureFault = (refused: typeof notSigned | RefusedSignature, keyId: string): string =>
  typeof refused === 'object'
    ? `The signature of SHA256SUMS ${refused.why}: ${refused.advice}`
    : `The signature of SHA256SUMS is no binary detached signature of it by the key ${keyId}`
