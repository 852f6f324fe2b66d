import type { EngineArchive } from './engine-archive.js'

export const verificationStates = ['queued', 'running', 'passed', 'failed', 'unreachable'] as const

export type VerificationState = (typeof verificationStates)[number]

/** A check whether the file at the address of an archive has its checksum. */
export interface Verification extends EngineArchive {
  readonly engineVersionId: string
  readonly state: VerificationState
  readonly bytesDone: number
  /** Null as long as the file's length is unknown. */
  readonly bytesTotal: number | null
  /** The SHA-256 of the file that is really there; only where it failed. */
  readonly foundSha: string | null
  /** The reason why the file could not be read; only where it was unreachable. */
  readonly problem: string | null
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** Outcome of a verification. */
export type VerificationOutcome =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly foundSha: string }
  | { readonly state: 'unreachable'; readonly problem: string }

export interface VerificationProgress {
  readonly bytesDone: number
  readonly bytesTotal: number | undefined
}

/** A verification that a process has leased; only the owner of the lease may write to it. */
export interface LeasedVerification extends EngineArchive {
  readonly engineVersionId: string
  readonly lease: string
}

/** Selects verifications of the current archives, not of another address or checksum. */
export function inForce(
  archs: readonly EngineArchive[],
  verifications: readonly Verification[],
): readonly Verification[] {
  return archs.flatMap(
    ({ os, arch, url, sha }) =>
      verifications.find(
        (each) => each.os === os && each.arch === arch && each.url === url && each.sha === sha,
      ) ?? [],
  )
}
