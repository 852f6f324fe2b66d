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
      'Which job of a CI published it: the word of its token, verified when that was exchanged. What the issuer does not tell is null, and so is all of it for what no CI identity published.',
  })

export function presentProvenance(provenance: Provenance | null): z.infer<typeof provenanceDocument> {
  if (!provenance) return null
  const { runUrl, ...facts } = provenance
  return { ...facts, 'run-url': runUrl }
}
