/**
 * Which job of a CI published a version: the word of its token, verified when it was exchanged (contract §15). What the
 * issuer does not tell is null.
 */
export interface Provenance {
  readonly issuer: string
  readonly subject: string
  readonly repository: string | null
  readonly ref: string | null
  readonly commit: string | null
  readonly workflow: string | null
  readonly runUrl: string | null
}
