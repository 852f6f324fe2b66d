/**
 * The job of a CI that published a version, by its token, which was verified when it was exchanged (contract §15).
 * Facts that the issuer does not tell are null.
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
