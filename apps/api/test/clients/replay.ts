import { expect } from 'vitest'
import type { TestApp } from '../app.js'
import type { Response } from 'supertest'
import { as } from '../rest.js'
import type { Step } from './step.js'

interface Resource {
  readonly id: string
  readonly type: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: Readonly<Record<string, { data: { id: string; type: string } | null }>>
}

/** Values that earlier steps stored, by name. */
type Kept = Record<string, string>

/** Sends what a client sends, in its order, and reads each answer as the client does. */
export async function replay(app: TestApp, token: string, steps: readonly Step[], known: Kept = {}) {
  const kept = { ...known }
  for (const step of steps) await take(app, token, step, kept)
}

const usualStatus = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 }

const filled = (text: string, kept: Kept): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => kept[name] ?? `no ${name}`)

async function take(app: TestApp, token: string, step: Step, kept: Kept): Promise<void> {
  const [method, path] = step.ask
  const verb = method.toLowerCase() as Lowercase<typeof method>
  const body = bodyOf(step, kept)
  const caller = step.by === undefined ? token : kept[`${step.by} token`]
  const address = path.startsWith('/') ? path : `/${path}`
  const answer = await as(app, caller)[verb](filled(address, kept), body && { body })
  const where = `${method} ${path} ${answer.text}`
  expect(answer.status, where).toBe(step.status ?? usualStatus[method])
  check(answer, step, where, kept)
}

function bodyOf(step: Step, kept: Kept): object | undefined {
  const { type, id, attributes, relationships, linkage, list } = step
  if (list) return JSON.parse(filled(JSON.stringify({ data: list }), kept)) as object
  if (linkage) return { data: linkage.map(([of, each]) => ({ type: of, id: filled(each, kept) })) }
  if (type === undefined) return undefined
  const data = { type, id, attributes, relationships }
  return JSON.parse(filled(JSON.stringify({ data }), kept)) as object
}

function check({ body, status }: Response, step: Step, where: string, kept: Kept): void {
  if (status >= 400) return checkFaults(body.errors, step, where)
  if (status === 204) return expect(body, where).toEqual({})
  const resources = [body.data, body.included ?? []].flat() as Resource[]
  for (const { attributes } of resources) checkTimes(attributes, where)
  const brought = new Set(((body.included ?? []) as Resource[]).map(({ type }) => type))
  expect([...brought], where).toEqual(expect.arrayContaining([...(step.brings ?? [])]))
  for (const [name, [count, type]] of Object.entries(step.links ?? {}))
    checkLinks(body, name, type, count, where)
  if (Array.isArray(body.data)) checkList(body, step, where, kept)
  else checkDocument(body.data as Resource, step, where, kept)
}

/** Checks the links between resources; clients never read an included one that no relationship names. */
function checkLinks(body: Response['body'], name: string, type: string, count: number, where: string): void {
  const linked = body.data.relationships[name]?.data as unknown
  const brought = (body.included as Resource[]).filter((each) => each.type === type)
  expect(brought.length, where).toBe(count)
  expect(linked, `${name} of ${where}`).toEqual(brought.map(({ id }) => ({ id, type })))
}

/** An error of which anything is not a text is lost. */
function checkFaults(errors: Record<string, unknown>[], { says }: Step, where: string): void {
  for (const { status, title, detail = '' } of errors)
    for (const part of [status, title, detail]) expect(typeof part, where).toBe('string')
  if (says !== undefined) expect(errors[0]?.['detail'], where).toBe(says)
}

/** A time without its zone is not read. */
function checkTimes(attributes: Readonly<Record<string, unknown>> = {}, where: string): void {
  for (const [name, value] of Object.entries(attributes))
    if (name.endsWith('-at') && value !== null)
      expect(value, `${name} of ${where}`).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
}

function checkList(body: Response['body'], { is, lists, listing }: Step, where: string, kept: Kept): void {
  const data = body.data as Resource[]
  if (listing) {
    expect(data.length, where).toBe(listing.length)
    for (const [index, expected] of listing.entries())
      expect(read(data[index]?.attributes, expected), where).toEqual(expected)
  }
  if (is !== undefined) for (const { type } of data) expect(type, where).toBe(is)
  for (const count of ['current-page', 'total-pages', 'total-count'])
    if (body.meta?.pagination)
      expect(Number.isInteger(body.meta.pagination[count]), `${count} of ${where}`).toBe(true)
  if (lists)
    expect(
      data.map(({ id }) => id),
      where,
    ).toEqual(lists.map((id) => filled(id, kept)))
}

function checkDocument(document: Resource, step: Step, where: string, kept: Kept): void {
  expect(document.type, where).toBe(step.is ?? (step.type || document.type))
  if (step.as !== undefined) {
    kept[step.as] = document.id
    kept[`${step.as} token`] = String(document.attributes['token'] ?? '')
  }
  for (const [name, expected] of Object.entries(step.compares ?? {}))
    expect(read(document.attributes[name], expected), `${name} of ${where}`).toEqual(expected)
  for (const [name, type] of Object.entries(step.follows ?? {}))
    expect(document.relationships[name]?.data, `${name} of ${where}`).toEqual({
      id: expect.any(String),
      type,
    })
}

/** Reads a value as its language does: an absent one and null are the zero of the expected type. */
function read(value: unknown, expected: unknown): unknown {
  if (Array.isArray(expected)) return value ?? []
  if (typeof expected === 'object' && expected !== null) {
    const given = (value ?? {}) as Record<string, unknown>
    return Object.fromEntries(Object.entries(expected).map(([key, each]) => [key, read(given[key], each)]))
  }
  const zero = typeof expected === 'string' ? '' : typeof expected === 'number' ? 0 : false
  return value ?? zero
}
