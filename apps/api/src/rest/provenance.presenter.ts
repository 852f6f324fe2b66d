import { z } from 'zod'
import type { Provenance } from '../kernel/provenance.js'

export const provenanceDocument = z
  .object({
    issuer: z.string().meta({ example: 'https://token.actions.githubusercontent.com' }),
    subject: z.string().meta({ example: 'repo:acme/network:ref:refs/tags/v1.0.0' }),
    repository: z.string().nullable(),
    ref: z.string().nullable(),
    commit: z.string().nullable(),
    workflow: z.string().nullable(),
    'run-url': z.string().nullable(),
  })
  .nullable()
  .meta({
    description:
      'The CI job that published it, by the claims of its token, verified at the exchange. A claim that the issuer does not make is null, and so is all of it without a CI identity.',
  })

export function presentProvenance(provenance: Provenance | null): z.infer<typeof provenanceDocument> {
  if (!provenance) return null
  const { runUrl, ...facts } = provenance
  return { ...facts, 'run-url': runUrl }
}
