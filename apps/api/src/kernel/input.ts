import { z } from 'zod'
import { isStorableMoment } from './clock.js'
import { only, type Only } from './declaration.js'
import { faults, invalid, type Fault } from './errors.js'

/** The most items of a list in an input: few enough to be looked at one by one, and for one statement. */
export const mostItems = 10_000

/** The text of a moment with its zone (contract §1), which the database can store. */
export const momentText = z.iso.datetime({ offset: true }).refine((text) => isStorableMoment(new Date(text)))

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

/** Parses a change; null unsets what the shape makes nullable and is otherwise a fault; what is absent stays. */
export function parseChange<S extends Shape>(shape: S, raw: Raw<S>, rules?: Rules<S>): Parsed<S> {
  return parse(shape, rules, (key) => raw[key])
}

/** Applies a change to what the shape names: what is absent stays. */
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
      return issue.origin === 'string'
        ? faults.tooLong(Number(issue.maximum), ...path)
        : faults.invalid(...path)
    case 'invalid_value':
      return faults.notIncluded(...path)
    default:
      return faults.invalid(...path)
  }
}

/** Tells whether PostgreSQL can store the text: any character but NUL; half a surrogate pair is none. */
const canBeKept = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value)

/** Makes a schema for a text of at most so many characters, possibly empty. */
export function note(maximum: number): z.ZodString {
  return z.string().max(maximum, { abort: true }).refine(canBeKept, { abort: true })
}

/** Makes a schema for a text that must not be blank, of at most so many characters, of a form that the test knows. */
export function text(maximum: number, isRight: (value: string) => boolean = () => true): z.ZodString {
  return z
    .string()
    .min(1, { abort: true })
    .max(maximum, { abort: true })
    .refine((value) => canBeKept(value) && isRight(value))
}

/** Counts an empty text as absent, as the contract wants it for some attributes. */
export function emptyAsAbsent<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}
