import { durationMaximumLength, isDuration, isTooLongDuration } from '@engine/shared'
import { z } from 'zod'
import { isStorableMoment } from './clock.js'
import { only, type Only } from './declaration.js'
import { faults, invalid, type Fault } from './errors.js'

/** The most items of a list in an input: few enough to be looked at one by one, and for one statement. */
export const mostItems = 10_000

const partsOfMoment = /^(?<day>[\d-]+)(?:T(?<time>\d\d:\d\d)(?<seconds>:[\d.]+)?(?<zone>Z|[+-].*)?)?$/

/** Adds what a text may leave out: without a zone it is UTC, without a time the beginning of the day (contract §19). */
function inFull(text: string): string {
  const { day, time = '00:00', seconds = ':00', zone = 'Z' } = partsOfMoment.exec(text)?.groups ?? {}
  return day === undefined ? text : `${day}T${time}${seconds}${zone}`
}

const isMoment = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text).success && isStorableMoment(new Date(text))

/** The text of a moment (contract §1), which the database can store; it is read in full. */
export const momentText = z
  .string()
  .refine((text) => isMoment(inFull(text)), { abort: true })
  .overwrite(inFull)
  .meta({ format: 'date-time' })

/** The attributes of an input, each with its own rule; zod makes documents and types of it too. */
export type Shape = z.core.$ZodLooseShape

export type Parsed<S extends Shape> = z.output<z.ZodObject<S>>

/** The unchecked values that a face hands to a service, under the right keys. */
export type Raw<S extends Shape> = { readonly [K in keyof S]?: unknown }

/** Rules between attributes: of those that are right by themselves, and of those that were given at all. */
export type Rules<S extends Shape> = (
  right: Partial<Parsed<S>>,
  given: ReadonlySet<keyof S>,
) => readonly Fault[]

/** Parses a creation; null counts as absent (contract §2). */
export function parseCreation<S extends Shape>(shape: S, raw: Raw<S>, rules?: Rules<S>): Parsed<S> {
  return parse(shape, rules, (key) => raw[key] ?? undefined)
}

/** Parses a change; null unsets a nullable attribute and is otherwise a fault; absent attributes stay. */
export function parseChange<S extends Shape>(shape: S, raw: Raw<S>, rules?: Rules<S>): Parsed<S> {
  return parse(shape, rules, (key) => raw[key])
}

/** Applies a change to the attributes of the shape: absent ones stay. */
export const merged = <S extends Shape, Thing extends object>(
  shape: S,
  before: Thing,
  change: { readonly [Name in keyof S & keyof Thing]?: Thing[Name] | undefined },
): Only<S, Thing> => ({ ...only(shape, before), ...only(shape, change) })

/** Finds all faults at once, so that a client need not repair an input one error at a time. */
function parse<S extends Shape>(
  shape: S,
  rules: Rules<S> = () => [],
  valueOf: (key: keyof S) => unknown,
): Parsed<S> {
  const right: Record<string, unknown> = {}
  const given = new Set<keyof S>()
  const wrong: Fault[] = []
  for (const [key, schema] of Object.entries(shape)) {
    const value = valueOf(key)
    if (value !== undefined) given.add(key)
    const result = z.safeParse(schema, value, { reportInput: true })
    if (!result.success) wrong.push(...result.error.issues.map((issue) => toFault(key, issue)))
    else if (result.data !== undefined) right[key] = result.data
  }
  const known = new Set(wrong.map((fault) => fault.path[0]))
  wrong.push(...rules(right as Partial<Parsed<S>>, given).filter((fault) => !known.has(fault.path[0])))
  if (wrong.length > 0) throw invalid(...wrong)
  return right as Parsed<S>
}

function toFault(key: string, issue: z.core.$ZodIssue): Fault {
  const path = [key, ...issue.path.filter((step) => typeof step !== 'symbol')]
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? faults.blank(...path)
        : faults.invalid(...path)
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? faults.blank(...path)
        : faults.invalid(...path)
    case 'too_big':
      if (issue.origin === durationOrigin) return faults.tooLongDuration(...path)
      return issue.origin === 'string'
        ? faults.tooLong(Number(issue.maximum), ...path)
        : faults.invalid(...path)
    case 'invalid_value':
      return faults.notIncluded(...path)
    case 'custom': {
      const says: unknown = issue.params?.['says']
      return typeof says === 'string' ? { path, code: 'INVALID', message: says } : faults.invalid(...path)
    }
    default:
      return faults.invalid(...path)
  }
}

/** Tells whether PostgreSQL can store the text: any character but NUL; half a surrogate pair is none. */
const canBeKept = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value)

/** Makes a schema for a text of at most `maximum` characters, possibly empty. */
export function note(maximum: number): z.ZodString {
  return z.string().max(maximum, { abort: true }).refine(canBeKept, { abort: true })
}

/** Makes a schema for a text that must not be blank, of at most `maximum` characters, which passes the test. */
export function text(maximum: number, isRight: (value: string) => boolean = () => true): z.ZodString {
  return z
    .string()
    .min(1, { abort: true })
    .max(maximum, { abort: true })
    .refine((value) => canBeKept(value) && isRight(value))
}

/** Names the part that is too large in the issue of a duration that is too long. */
const durationOrigin = 'duration'

/** Makes a schema for a duration (contract §5), which ends at 100 years; it stays as it was sent. */
export function durationText(isRight: (value: string) => boolean = isDuration): z.ZodString {
  return z
    .string()
    .min(1, { abort: true })
    .max(durationMaximumLength, { abort: true })
    .superRefine((value, { addIssue }) => {
      if (isTooLongDuration(value))
        addIssue({ code: 'too_big', origin: durationOrigin, maximum: 100, input: value })
      else if (!isRight(value)) addIssue({ code: 'custom', input: value })
    })
}

/** Counts an empty text as absent, as the contract wants it for some attributes. */
export function emptyAsAbsent<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}
