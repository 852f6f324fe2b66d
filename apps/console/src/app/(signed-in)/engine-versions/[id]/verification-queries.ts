'use client'

import { useMutation } from '@tanstack/react-query'
import { graphql } from '../../../../data/generated'
import type { EngineVersionVerificationFactsFragment } from '../../../../data/generated/graphql'
import { request } from '../../../../data/request'
import { useEngineVersionsChanged } from '../changes'

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

const EngineVersionVerify = graphql(`
  mutation EngineVersionVerify($input: EngineVersionVerifyInput!) {
    engineVersionVerify(input: $input) {
      engineVersion {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Whether anything waits or runs, so that it is worth asking again. */
export const isVerifying = (version: Pick<Verifiable, 'verifications'> | null | undefined): boolean =>
  version?.verifications.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') ?? false

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useVerify() {
  const changed = useEngineVersionsChanged()
  return useMutation({
    mutationFn: async (id: string) =>
      (await request(EngineVersionVerify, { input: { id } })).engineVersionVerify,
    onSuccess: () => changed(),
  })
}
