import { z } from 'zod'

/** What Prisma's adapter keeps of PostgreSQL's error; the same for models and for raw statements. */
const failure = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        originalCode: z.string(),
        originalMessage: z.string(),
        constraint: z
          .object({ index: z.string().optional(), fields: z.array(z.string()).optional() })
          .optional(),
      }),
    }),
  }),
})

type Cause = z.infer<typeof failure>['meta']['driverAdapterError']['cause']

const INTEGRITY_VIOLATIONS = ['23001', '23503', '23505', '23514', '23P01']
const CONFLICTS = ['40001', '40P01']

/**
 * The name of the constraint that a failed statement broke: unique, foreign key, check or exclusion; its columns
 * joined by commas where the name is not known. Undefined for any other failure.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  if (!cause || !INTEGRITY_VIOLATIONS.includes(cause.originalCode)) return undefined
  const { index, fields } = cause.constraint ?? {}
  return index ?? fields?.join(',') ?? lastQuoted(cause.originalMessage)
}

/** Whether the database undid a transaction for the sake of another, so that it may simply be run again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(causeOf(error)?.originalCode ?? '')
}

/** Whether a thing was to be made in an organization that was deleted at that very moment. */
export function isOrphan(error: unknown): boolean {
  return violatedConstraint(error)?.endsWith('_organization_id_fkey') ?? false
}

function causeOf(error: unknown): Cause | undefined {
  return failure.safeParse(error).data?.meta.driverAdapterError.cause
}

/** Of a check, the adapter keeps the name only at the message's end, in the quotes of the server's language. */
function lastQuoted(message: string): string | undefined {
  return /["“„«»]([^"“”„«»]+)["”“»«]$/.exec(message)?.[1]
}
