import { z } from 'zod'
import {
  defaultPageSize,
  firstPage,
  maximumPageSize,
  wholeList,
  type Order,
  type Page,
} from '../../kernel/page.js'
import { invalidParameter, type ErrorObject } from './errors.js'
import type { Operation, Parameters } from './resource.js'

/** The valid part of a query string, and the errors of the rest. */
export interface ParsedQuery {
  readonly page: Page
  readonly query: Readonly<Record<string, unknown>>
  readonly included: readonly string[]
  readonly errors: readonly ErrorObject[]
}

/** A text for a search or a filter. PostgreSQL cannot hold a NUL, so none is ever found. */
export const textParameter = z.string().refine((value) => !value.includes('\u0000'))

/** The same, with its line in the reference. */
export const described = (description: string): typeof textParameter => textParameter.meta({ description })

const mostWords = 100

/** Words or ids, separated by commas; each counts once, and none at all narrows nothing. */
export const listParameter = (description: string, param = {}): Parameters[string] =>
  textParameter
    .transform((text, { issues }) => {
      const words = [...new Set(text.split(',').flatMap((word) => word.trim() || []))]
      const says = `names more than ${mostWords} different ones`
      if (words.length > mostWords) issues.push({ code: 'custom', input: text, params: { says } })
      return words.length > 0 ? words : undefined
    })
    .meta({ description: `${description} Separated by commas, at most ${mostWords} different ones.`, param })

/** Parameter that sorts a list, by the words of documents; a `-` before one reverses the order. */
export function sortParameter<Field extends string>(
  fields: Readonly<Record<string, Field>>,
): Parameters[string] {
  const words = Object.keys(fields).flatMap((word) => [word, `-${word}`])
  return z
    .enum(words)
    .transform((word): Order<Field> => {
      const direction = word.startsWith('-') ? 'desc' : 'asc'
      return { field: fields[word.replace(/^-/, '')] as Field, direction }
    })
    .meta({ description: 'A `-` before it turns the order around.' })
}

/** One without which there is no answer; the operation itself says so. */
export const needed = (description: string): typeof textParameter =>
  textParameter.meta({ description, param: { required: true } })

/** Parameter that takes one of these words; an empty value is refused. */
export const choice = (words: readonly [string, ...string[]], description: string): Parameters[string] =>
  z.enum(words).meta({ description, param: { allowEmptyValue: false } })

/** Parameter that takes `true` or `false`. */
export const yesOrNo = (description: string): Parameters[string] =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ description })

function refusesEmpty(schema: Parameters[string]): boolean {
  const param = schema.meta()?.['param'] as { required?: boolean; allowEmptyValue?: boolean } | undefined
  return param?.required === true || param?.allowEmptyValue === false
}

const narrows = /^(filter|search|q|page)\[/

/**
 * Parses a query string and collects all its errors. An unknown parameter that would narrow a list is refused; other
 * unknown ones are ignored. An empty value narrows nothing, unless the parameter takes none (contract §11).
 */
export function parseQuery(search: URLSearchParams, operation: Operation<never>): ParsedQuery {
  const errors: ErrorObject[] = []
  const wrong = (parameter: string, detail: string): void => {
    errors.push(invalidParameter(parameter, detail))
  }
  const parameters = operation.parameters ?? {}
  const known = new Set([...Object.keys(parameters), 'include', 'page[number]', 'page[size]'])
  for (const name of new Set(search.keys())) {
    if (known.has(name) && search.getAll(name).length > 1) wrong(name, `${name} is given more than once`)
    if (!known.has(name) && narrows.test(name)) wrong(name, `${name} is not a parameter of this list`)
  }
  const query: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(parameters)) {
    const value = search.get(name)
    const isAbsent = value === null || (value === '' && !refusesEmpty(schema))
    const result = isAbsent ? undefined : schema.safeParse(value)
    if (result?.success) query[name] = result.data
    else if (result) wrong(name, `${name} ${saidOf(result.error)}`)
  }
  const isWhole =
    operation.isPaged === 'when-asked' && !search.has('page[number]') && !search.has('page[size]')
  const page = isWhole ? wholeList : operation.isPaged ? parsePage(search, wrong, operation) : firstPage
  const asked = [...new Set((search.get('include') ?? '').split(',').filter((name) => name !== ''))]
  const included = asked.filter((name) => operation.includes?.includes(name))
  if (included.length < asked.length) wrong('include', 'Invalid include parameter')
  return { page, query, included, errors }
}

function saidOf({ issues: [issue] }: z.ZodError): string {
  const says: unknown = issue?.code === 'custom' && issue.params?.['says']
  return typeof says === 'string' ? says : 'is invalid'
}

/** Absent or 0 is the default, more than 100 is 100 (contract §2). */
function parsePage(
  search: URLSearchParams,
  wrong: (parameter: string, detail: string) => void,
  { pageSize }: Operation<never>,
): Page {
  const number = parseCount(search, 'page[number]', wrong)
  const size = parseCount(search, 'page[size]', wrong)
  return {
    number: number || 1,
    size: Math.min(size || (pageSize ?? defaultPageSize), pageSize ?? maximumPageSize),
  }
}

function parseCount(
  search: URLSearchParams,
  name: string,
  wrong: (parameter: string, detail: string) => void,
): number {
  const text = search.get(name)
  if (text === null) return 0
  if (/^\d+$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER) return Number(text)
  wrong(name, `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
  return 0
}
