/** Slow hashes of passwords that people type. `network`: networks wait in separate queues. */
export interface Passwords {
  hash(password: string, network: string): Promise<string>
  /** Verifies a password; without a hash it takes as long and is false, so as not to reveal which users exist. */
  verify(hash: string | null, password: string, network: string): Promise<boolean>
}

/** A check for passwords that a guesser tries first. Throws `unavailable` where it cannot be decided in time. */
export interface PasswordStrength {
  /** Tells whether it is common; `about` holds facts of its owner, such as a name and an address. */
  isCommon(password: string, about: readonly string[]): Promise<boolean>
}

/** Codes of an authenticator app, by a secret that the app and the platform share. */
export interface OneTimeCodes {
  create(): string
  /** Builds the address that an app imports the secret from; `label` names its owner. */
  uriOf(secret: string, label: string): string
  /** Returns the number of the step of time of a code that is good now; undefined for every other code. */
  stepOf(secret: string, code: string, now: Date): number | undefined
}

export type TokenKind =
  | 'user'
  | 'session'
  | 'team'
  | 'organization'
  | 'setup'
  | 'invitation'
  | 'confirmation'
  | 'login'

/** Random values that prove who asks; only their hash is ever stored. */
export interface TokenValues {
  create(kind: TokenKind): { readonly value: string; readonly hash: string }
  /** Parses a value; undefined when the form or the checksum is wrong: such a value needs no look-up. */
  parse(value: string): { readonly kind: TokenKind; readonly hash: string } | undefined
  /** Hashes a value that people choose themselves, such as a configured set-up token. */
  hash(value: string): string
}

/** Signatures by the Standard Webhooks specification, with a secret that the platform and the receiver share. */
export interface WebhookSignatures {
  /** Creates a secret, `whsec_…`. */
  create(): string
  /** Returns the header `webhook-signature`: one signature of each secret. */
  sign(secrets: readonly string[], message: { id: string; at: Date; payload: string }): string
}
