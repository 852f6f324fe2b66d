/** The codes of what can be wrong with one input. Each face words it in its own language. */
export type FaultCode =
  | 'BLANK'
  | 'INVALID'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'NOT_INCLUDED'
  | 'IN_USE'
  | 'DENIED'
  | 'REAUTHENTICATION_REQUIRED'

/** A fact about one input: `path` leads into the input, and is empty when the whole is meant. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly code: FaultCode
  readonly message: string
}

/** The closed union of failures, without the form that a face gives them. */
export type Failure =
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'denied'; readonly message: string }
  | { readonly kind: 'invalid'; readonly faults: readonly Fault[] }
  | { readonly kind: 'stale' }
  /** The state of things forbids it for now; the message says why. */
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryAfterSeconds?: number }
  /** No file can be stored until space is made; all else goes on. */
  | { readonly kind: 'no-space'; readonly message: string }

/** An error: `failure` is for the caller; `internal` is for the log and never leaves the process otherwise. */
export class DomainError extends Error {
  constructor(
    readonly failure: Failure,
    readonly internal: object = {},
  ) {
    super(failure.kind)
    this.name = 'DomainError'
  }
}

/** Makes the only miss: that of a thing that the actor may not know of is made by this same call. */
export function notFound(internal: object = {}): DomainError {
  return new DomainError({ kind: 'not-found' }, internal)
}

/** Returns the thing that was looked for; throws a miss where there is none. */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound()
  return thing
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.failure.kind === 'not-found'

/** Returns the one or, where that is not found, the other. */
export async function orElse<T, U>(one: () => Promise<T>, other: () => U | Promise<U>): Promise<T | U> {
  try {
    return await one()
  } catch (error) {
    if (!isNotFound(error)) throw error
    return other()
  }
}

export function unauthenticated(internal: object = {}): DomainError {
  return new DomainError({ kind: 'unauthenticated' }, internal)
}

/** True where the caller is no longer authenticated, for any request. */
export function isUnauthenticated(error: unknown): error is DomainError {
  return error instanceof DomainError && error.failure.kind === 'unauthenticated'
}

export function invalid(...faults: Fault[]): DomainError {
  return new DomainError({ kind: 'invalid', faults })
}

export function conflict(message: string): DomainError {
  return new DomainError({ kind: 'conflict', message })
}

export function stale(): DomainError {
  return new DomainError({ kind: 'stale' })
}

/** Prevents lost updates: requires that the thing is as it was at that time, if one is given. */
export function requireUnchanged(
  { updatedAt }: { readonly updatedAt: Date },
  expectedUpdatedAt: Date | undefined,
): void {
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== updatedAt.getTime()) throw stale()
}

export function rateLimited(retryAfterSeconds: number): DomainError {
  return new DomainError({ kind: 'rate-limited', retryAfterSeconds })
}

export function unavailable(message: string, internal: object = {}): DomainError {
  return new DomainError({ kind: 'unavailable', message }, internal)
}

/** Makes the same error for a dependency that is known to be unavailable until then. */
export function unavailableFor(retryAfterSeconds: number, message: string): DomainError {
  return new DomainError({ kind: 'unavailable', message, retryAfterSeconds })
}

export function noSpace(advice = freeSome, internal: object = {}): DomainError {
  return new DomainError({ kind: 'no-space', message: noSpaceMessage(advice) }, internal)
}

const freeSome = 'Delete what is not needed, or have its administrators make room, and try again'

export const noSpaceMessage = (advice: string): string =>
  `The platform has no space left for files. ${advice}`

/** True where it may well succeed later: no input is at fault. */
export function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.failure.kind === 'unavailable'
}

/** True where there is no room for a file. */
export function hasNoSpace(error: unknown): error is DomainError {
  return error instanceof DomainError && error.failure.kind === 'no-space'
}

/** True where a change was not made: where the database itself failed, only the answer to its commit may be lost. */
export function isSurelyUndone(error: unknown): boolean {
  return error instanceof DomainError && !isUnavailable(error)
}

/** A cache: the same few names come with every item of a long list. */
const humanNames = new Map<string, string>()
const mostHumanNames = 1000

/** Makes "Deprecated reason" of `deprecatedReason`: the attribute's own words, first letter raised. */
export function humanName(path: readonly (string | number)[]): string {
  const name = String(path.findLast((key) => typeof key === 'string') ?? 'Value')
  const human = humanNames.get(name) ?? toHumanName(name)
  if (humanNames.size < mostHumanNames && name.length <= 64) humanNames.set(name, human)
  return human
}

function toHumanName(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

type Path = readonly (string | number)[]

const fault = (path: Path, code: FaultCode, what: string): Fault => ({
  path,
  code,
  message: `${humanName(path)} ${what}`,
})

/** Makers of faults: in the wordings of contract §2, or with a given sentence that denies. */
export const faults = {
  denied: (message: string, ...path: Path): Fault => ({ path, code: 'DENIED', message }),
  blank: (...path: Path) => fault(path, 'BLANK', "can't be blank"),
  invalid: (...path: Path) => fault(path, 'INVALID', 'is invalid'),
  taken: (...path: Path) => fault(path, 'TAKEN', 'has already been taken'),
  notIncluded: (...path: Path) => fault(path, 'NOT_INCLUDED', 'is not included in the list'),
  tooLong: (maximum: number, ...path: Path) =>
    fault(path, 'TOO_LONG', `is too long (maximum is ${maximum} characters)`),
  tooLongDuration: (...path: Path) => fault(path, 'TOO_LONG', 'is too long (maximum is 100 years)'),
  tooManyItems: (maximum: number, ...path: Path) =>
    fault(path, 'TOO_LONG', `is too long (maximum is ${maximum} items)`),
}

/** Returns the faults of an input that an error names; throws every other error again. */
export function faultsIn(error: unknown): readonly Fault[] {
  if (error instanceof DomainError && error.failure.kind === 'invalid') return error.failure.faults
  throw error
}

/**
 * Restates the faults of a service in terms of its caller's own input: `promise.catch(faultsAt(pathOf))`. A message
 * that begins with the name of the former place begins with that of the new one.
 */
export function faultsAt(pathOf: (path: Path) => Path): (error: unknown) => never {
  return (error) => {
    throw invalid(...faultsIn(error).map((fault) => moved(fault, pathOf(fault.path))))
  }
}

function moved(fault: Fault, path: Path): Fault {
  const former = humanName(fault.path)
  const isNamed = path.length > 0 && fault.message.startsWith(`${former} `)
  const message = isNamed ? `${humanName(path)}${fault.message.slice(former.length)}` : fault.message
  return { ...fault, path, message }
}
