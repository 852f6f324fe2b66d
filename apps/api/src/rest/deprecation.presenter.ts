import { z } from 'zod'
import type { Deprecation } from '../domain/lifecycle/deprecation.js'

export const deprecationDocument = z
  .object({
    'deprecated-status': z.enum(['Deprecated', 'Revoked']),
    reason: z.string().nullable(),
    link: z.string().nullable().meta({ description: 'A page with more information.' }),
  })
  .nullable()
  .meta({ description: 'Null while it is not deprecated.' })

export const revocationDocument = z
  .object({
    status: z.literal('Revoked'),
    message: z.string().nullable(),
    link: z.string().nullable().meta({ description: 'A page with more information.' }),
  })
  .nullable()
  .meta({ description: 'Null while it is not revoked.' })

export function presentDeprecation(deprecation: Deprecation | null): z.input<typeof deprecationDocument> {
  return (
    deprecation && {
      'deprecated-status': deprecation.status === 'revoked' ? 'Revoked' : 'Deprecated',
      reason: deprecation.reason || null,
      link: deprecation.link || null,
    }
  )
}

export function presentRevocation(deprecation: Deprecation | null): z.input<typeof revocationDocument> {
  if (deprecation?.status !== 'revoked') return null
  const { reason, link } = deprecation
  return { status: 'Revoked', message: reason || null, link: link || null }
}
