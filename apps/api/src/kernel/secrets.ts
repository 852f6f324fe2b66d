/** Slow hashes for what people type. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash it takes the same time and is false, so that nobody learns which users exist. */
  verify(hash: string | null, password: string): Promise<boolean>
}

export type TokenKind =
  'user' | 'session' | 'team' | 'organization' | 'setup' | 'invitation' | 'confirmation' | 'login'

/** Random values that prove who asks; only their hash is ever stored. */
export interface TokenValues {
  create(kind: TokenKind): { readonly value: string; readonly hash: string }
  /** Undefined when the form or the checksum is wrong: such a value needs no look-up. */
  parse(value: string): { readonly kind: TokenKind; readonly hash: string } | undefined
  /** For values that people choose themselves, such as a configured set-up token. */
  hash(value: string): string
}
