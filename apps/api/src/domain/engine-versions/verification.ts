import type { EngineArchive } from './engine-archive.js'

export type VerificationState = 'queued' | 'running' | 'passed' | 'failed' | 'unreachable'

/** Whether the file behind the address of an archive is what its checksum says. */
export interface Verification extends EngineArchive {
  readonly engineVersionId: string
  readonly state: VerificationState
  readonly bytesDone: number
  /** Null as long as the file's length is unknown. */
  readonly bytesTotal: number | null
  /** The SHA-256 of the file that is really there; only where it failed. */
  readonly foundSha: string | null
  /** Why the file could not be read; only where it was unreachable. */
  readonly problem: string | null
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** How a verification ends. */
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

/** Those of the archives as they are now, not of another address or checksum. */
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
