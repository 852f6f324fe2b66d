'use client'

import { graphql } from '~/data/generated'
import type { EngineVersionVerificationFactsFragment } from '~/data/generated/graphql'

export const EngineVersionVerificationFacts = graphql(`
  fragment EngineVersionVerificationFacts on EngineVersion {
    id
    archs {
      os
      arch
    }
    verifications {
      os
      arch
      state
      bytesDone
      bytesTotal
      foundSha
      problem
      requestedBy
      requestedAt
      finishedAt
    }
  }
`)

export type Verifiable = EngineVersionVerificationFactsFragment
export type VerificationFacts = Verifiable['verifications'][number]

/** Whether anything waits or runs, so that it is worth asking again. */
export const isVerifying = (version: Pick<Verifiable, 'verifications'> | null | undefined): boolean =>
  version?.verifications.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') ?? false
