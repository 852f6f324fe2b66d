import { z } from 'zod'
import { DomainError, unavailable } from '../../kernel/errors.js'
import { errorCode, messageOf } from './connection.js'

/** Facts of PostgreSQL's error in Prisma's adapter; the same for models and for raw statements. */
const failure = z.object({
  cause: z.object({
    originalCode: z.string(),
    originalMessage: z.string(),
    constraint: z.object({ index: z.string().optional(), fields: z.array(z.string()).optional() }).optional(),
  }),
})

/** Failures of which the adapter passes on its own name alone. */
const namedFailure = z.object({ cause: z.object({ kind: z.string() }) })

/** Prisma hands the adapter's error on within its own, but where a transaction ends: there it comes as it is. */
const wrapped = z.object({ meta: z.object({ driverAdapterError: z.unknown() }) })

const adapterErrorIn = (error: unknown): unknown =>
  wrapped.safeParse(error).data?.meta.driverAdapterError ?? error

type Cause = z.infer<typeof failure>['cause']

const INTEGRITY_VIOLATIONS = ['23001', '23503', '23505', '23514', '23P01']
const CONFLICTS = ['40001', '40P01']

/** Returns the constraint that a statement broke, or its columns joined by commas; undefined for any other failure. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  if (!cause || !INTEGRITY_VIOLATIONS.includes(cause.originalCode)) return undefined
  const { index, fields } = cause.constraint ?? {}
  return index ?? fields?.join(',') ?? lastQuoted(cause.originalMessage)
}

/**
 * Tells whether the database undid a transaction in favour of another, so that it may simply be run again.
 */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(causeOf(error)?.originalCode ?? '')
}

/** Tells whether a thing was to be created in an organization that was deleted at that very moment. */
export function isOrphan(error: unknown): boolean {
  return violatedConstraint(error)?.endsWith('_organization_id_fkey') ?? false
}

/** Full: of data, of memory, of connections. */
const EXHAUSTED: Readonly<Record<string, string>> = {
  '53100': 'The database has no space left',
  '53200': 'The database has no memory left',
  '53300': 'The database accepts no further connections',
}

/**
 * Codes of a database that was stopped, starts, follows another server, cancelled what took too long, or lost
 * its connection.
 */
const AWAY_STATES = /^(08...|57P0[0-5]|57014|25006|25P03|55P03|58030)$/
const AWAY_CODES = /^(E[A-Z_]+|P1001|P1002|P1008|P1017|P2024|P2028)$/

const AWAY_KINDS =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist)$/

/** Words of pg itself about connections that are lost or do not come, which have no code. */
const AWAY_WORDS =
  /Connection terminated|Query read timeout|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed/

/**
 * Failure that asks callers to try again later, when a statement failed through no fault of its author. It is
 * unknown whether the statement had its effect if the connection broke while it ran. Undefined for any other
 * failure.
 */
export function unavailability(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return undefined
  const state = causeOf(error)?.originalCode ?? ''
  const code = errorCode(error) ?? ''
  const kind = namedFailure.safeParse(adapterErrorIn(error)).data?.cause.kind ?? ''
  const isAway =
    [state, code].some((one) => AWAY_STATES.test(one)) ||
    AWAY_CODES.test(code) ||
    AWAY_KINDS.test(kind) ||
    AWAY_WORDS.test(messageOf(error))
  const message = EXHAUSTED[state] ?? EXHAUSTED[code] ?? (isAway ? 'The database is unavailable' : undefined)
  return message === undefined ? undefined : unavailable(message, { cause: error })
}

function causeOf(error: unknown): Cause | undefined {
  return failure.safeParse(adapterErrorIn(error)).data?.cause
}

/**
 * Reads the name of a check: the adapter has it only at the message's end, in the quotes of the server's
 * language.
 */
function lastQuoted(message: string): string | undefined {
  return /["“„«»]([^"“”„«»]+)["”“»«]$/.exec(message)?.[1]
}
