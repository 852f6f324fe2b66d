import { fileKind } from '@engine/shared'
import express, { type Request, type Response } from 'express'
import { DomainError, type Fault } from '../../kernel/errors.js'
import type { Raw, Shape } from '../../kernel/input.js'
import { boundedBody } from '../../http/bounded-body.js'
import { nestsTooDeep } from '../../http/nesting.js'
import { inWord, aliasesOf } from '../../http/aliases.js'
import { answerTo, invalidAt, plainError, RequestError, type ErrorObject } from './errors.js'
import { kebab } from './names.js'
import { isObject, parseRelationships, pointerTo } from './linkage.js'
import type { BodyRules, Linkage } from './resource.js'

const usualLimit = 1024 * 1024

/** The body's bytes: 413 above the limit, then 415 for a type that is not JSON (contract §2, order of checks). */
export async function readBody(req: Request, res: Response, limit = usualLimit): Promise<Buffer> {
  const readRaw = boundedBody(express.raw({ type: () => true, limit }), limit)
  await new Promise<void>((done, fail) => {
    readRaw(req, res, (error?: unknown) => (error === undefined ? done() : fail(refusal(error, req, limit))))
  })
  const bytes: unknown = req.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return Buffer.alloc(0)
  const type = mediaTypeOf(req)
  if (type !== 'application/vnd.api+json' && type !== 'application/json')
    throw new RequestError([unsupported(bytes, type)])
  return bytes
}

function refusal(error: unknown, req: Request, limit: number): Error {
  const status = (error as { status?: unknown }).status
  if (status === 413) return new RequestError([tooLarge(req, limit)], { Connection: 'close' })
  if (status === 415) return new RequestError([plainError(415)])
  return new RequestError([invalidJson])
}

/** Media types of files that people send in place of a document. */
const typesOfFiles: Readonly<Record<string, string>> = {
  'multipart/form-data': 'A multipart form',
  'application/x-www-form-urlencoded': 'A form',
  'text/html': 'HTML',
  'application/zip': 'A zip',
  'application/gzip': 'A gzip file',
  'application/x-gzip': 'A gzip file',
  'application/x-tar': 'A tar',
  'application/octet-stream': 'A file',
}

const howToSend =
  'documents are sent as application/vnd.api+json, and files to the upload link of the resource'

function unsupported(bytes: Buffer, type: string | undefined): ErrorObject {
  const kind = fileKind(bytes)
  const came = typesOfFiles[type ?? ''] ?? (kind && kind.charAt(0).toUpperCase() + kind.slice(1))
  return { ...plainError(415), ...(came && { detail: `${came} came: ${howToSend}` }) }
}

function tooLarge(req: Request, limit: number): ErrorObject {
  const came = typesOfFiles[mediaTypeOf(req) ?? '']
  const what = came === undefined ? '' : `, and ${came.toLowerCase()} came: ${howToSend}`
  return {
    ...plainError(413),
    detail: `A document here has at most ${limit.toLocaleString('en')} bytes${what}`,
  }
}

const mediaTypeOf = (req: Request): string | undefined =>
  req.get('content-type')?.split(';')[0]?.trim().toLowerCase()

const invalidJson: ErrorObject = { status: '400', title: 'JSON body is invalid' }

/** Undefined for an empty body. */
export function parseJson(bytes: Buffer): { value: unknown; errors: readonly ErrorObject[] } {
  if (bytes.length === 0) return { value: undefined, errors: [] }
  if (nestsTooDeep(bytes)) return { value: undefined, errors: [invalidJson] }
  try {
    return {
      value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
      errors: [],
    }
  } catch {
    return { value: undefined, errors: [invalidJson] }
  }
}

export interface ParsedBody {
  readonly attributes: Raw<Shape>
  readonly relationships: Readonly<Record<string, Linkage>>
  /** Turns a path in the domain's names into a pointer to what was sent; '' for the body itself. */
  pointerOf(path: Fault['path']): string
}

type Json = Readonly<Record<string, unknown>>

/** Parses the attributes of a document; one answer has their faults and those of the document. */
export function parseDocument(
  sent: unknown,
  rules: BodyRules,
  word: string,
  aliases: readonly string[],
): ParsedBody {
  if (isBare(sent, rules)) return bareAttributes(sent, rules)
  const value = sent === undefined && rules.isOptional ? { data: {} } : sent
  if (!isObject(value) || !isObject(value['data']))
    throw new RequestError([
      invalidAt('/data', value === undefined ? "Data can't be blank" : 'Data is invalid'),
    ])
  const data = value['data']
  const errors = rules.isTypeOptional && isAbsent(data['type']) ? [] : typeErrors(data['type'], rules, word)
  const given = data['attributes'] ?? {}
  if (!isObject(given)) errors.push(invalidAt('/data/attributes', 'Attributes is invalid'))
  const { attributes, sentAs, contradictions } = neutral(isObject(given) ? given : {}, rules, aliases)
  const { relationships, errors: unrelated } = parseRelationships(data['relationships'], rules, word)
  errors.push(...contradictions, ...unrelated)
  const pointerOf = ([first, ...rest]: Fault['path']): string => {
    if (first === undefined) return ''
    if (rules.relationships?.[first]) return [pointerTo(String(first)), ...rest].join('/')
    const key = sentAs.get(String(first)) ?? documentNamesOf(String(first), rules)[0]
    return ['/data/attributes', key, ...rest].join('/')
  }
  const [first, ...others] = errors
  if (first) throw new RequestError([first, ...others, ...attributeErrors(attributes, rules, pointerOf)])
  return { attributes, relationships, pointerOf }
}

const isBare = (sent: unknown, { plain }: BodyRules): boolean =>
  plain === 'always' ||
  (plain === 'accepted' && (sent === undefined || (isObject(sent) && sent['data'] === undefined)))

/** Parses a body without a document around it; a body that is no object lacks every required attribute. */
function bareAttributes(sent: unknown, { documentNames = {} }: BodyRules): ParsedBody {
  const given = isObject(sent) ? sent : {}
  const sentAs = new Map(
    Object.entries(documentNames).flatMap(([name, keys]) => {
      const key = keys.find((each) => given[each] !== undefined)
      return key === undefined ? [] : [[name, key] as const]
    }),
  )
  const attributes = { ...given, ...Object.fromEntries([...sentAs].map(([name, key]) => [name, given[key]])) }
  const pointerOf = ([first, ...rest]: Fault['path']): string =>
    first === undefined ? '' : ['', sentAs.get(String(first)) ?? first, ...rest].join('/')
  return { attributes, relationships: {}, pointerOf }
}

const isAbsent = (type: unknown): boolean => type === undefined || type === ''

function typeErrors(type: unknown, rules: BodyRules, word: string): ErrorObject[] {
  if (typesOf(rules).some((neutralType) => type === inWord(neutralType, word))) return []
  if (isAbsent(type) || type === null) return [invalidAt('/data/type', "Type can't be blank")]
  return [invalidAt('/data/type', 'Type is invalid')]
}

/** Types that a document may have, the main one first. */
export function typesOf({ type, otherTypes = [] }: BodyRules): readonly [string, ...string[]] {
  return [type, ...otherTypes]
}

/** The names of an attribute in documents, the main one first. */
export function documentNamesOf(name: string, rules: BodyRules): readonly [string, ...string[]] {
  return rules.documentNames?.[name] ?? [kebab(name)]
}

/** Adds to each name the one with underscores in place of hyphens, which other makers' clients send (contract §19). */
const withUnderscores = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => [name, name.replaceAll('-', '_')])),
]

/** The known attributes under the domain's names, whatever word they were sent in. */
function neutral(
  given: Json,
  rules: BodyRules,
  aliases: readonly string[],
): { attributes: Raw<Shape>; sentAs: Map<string, string>; contradictions: ErrorObject[] } {
  const attributes: Record<string, unknown> = {}
  const sentAs = new Map<string, string>()
  const contradictions: ErrorObject[] = []
  for (const name of Object.keys(rules.shape)) {
    const names = documentNamesOf(name, rules).flatMap((key) => aliasesOf(key, aliases))
    for (const alias of withUnderscores(names.map((each) => each.name))) {
      if (given[alias] === undefined) continue
      if (sentAs.has(name) && JSON.stringify(attributes[name]) !== JSON.stringify(given[alias]))
        contradictions.push(invalidAt(`/data/attributes/${alias}`, `It contradicts ${sentAs.get(name)}`))
      if (sentAs.has(name)) continue
      attributes[name] = given[alias]
      sentAs.set(name, alias)
    }
  }
  return { attributes, sentAs, contradictions }
}

function attributeErrors(
  attributes: Raw<Shape>,
  rules: BodyRules,
  pointerOf: (path: Fault['path']) => string,
): readonly ErrorObject[] {
  try {
    rules.parse(rules.shape, attributes, rules.rules)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return answerTo(error, pointerOf).errors
  }
}
