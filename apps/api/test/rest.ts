import type { Response } from 'supertest'
import { expect } from 'vitest'
import type { Person } from './makers.js'
import type { TestApp } from './app.js'

type Method = 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete' | 'options'

export const jsonApi = 'application/vnd.api+json'

export const unauthorizedBody = { errors: [{ status: '401', title: 'unauthorized' }] }
export const notFoundBody = { errors: [{ status: '404', title: 'not found' }] }

export interface RestOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks `/api/v2`, or a whole path, as a caller: `await as(app, ana).get('/account/details')`. */
export function as(app: TestApp, caller: Person | string | undefined) {
  const token = typeof caller === 'object' ? caller.token : caller
  const ask =
    (method: Method) =>
    async (path: string, { body, headers = {} }: RestOptions = {}): Promise<Response> => {
      const call = app.http[method](path.startsWith('/api/') ? path : `/api/v2${path}`).set(headers)
      if (token !== undefined) void call.set('Authorization', `Bearer ${token}`)
      if (body === undefined) return call
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return call.set('Content-Type', headers['Content-Type'] ?? jsonApi).send(text)
    }
  return {
    get: ask('get'),
    head: ask('head'),
    post: ask('post'),
    patch: ask('patch'),
    put: ask('put'),
    delete: ask('delete'),
    options: ask('options'),
  }
}

/** The document of a resource of this type. */
export const documentOf = (type: string, attributes: object): object => ({ data: { type, attributes } })

interface ErrorObject {
  readonly detail: string
  readonly source: { readonly pointer: string }
}

const errorsOf = ({ body }: Response): readonly ErrorObject[] => body.errors

/** Sentences of the errors of an answer. */
export const detailsOf = (answer: Response): string[] => errorsOf(answer).map(({ detail }) => detail)

/** Pointers of the errors of an answer. */
export const pointersOf = (answer: Response): string[] => errorsOf(answer).map(({ source }) => source.pointer)

/** Pointers and sentences of the errors of an answer, in pairs. */
export const faultsOf = (answer: Response): [string, string][] =>
  errorsOf(answer).map(({ source, detail }) => [source.pointer, detail])

/** 422 for these faults and no others, in their order. */
export const expectFaults = (
  answer: Response,
  ...faults: readonly (readonly [pointer: string, detail: string])[]
) => expect([answer.status, faultsOf(answer)]).toEqual([422, faults])

/** Expects this status for these reasons and no others. */
export const expectDetails = (answer: Response, status: number, ...details: readonly string[]) =>
  expect([answer.status, detailsOf(answer)]).toEqual([status, details])

/** Asks GraphQL as a caller and gives what it answered. */
export async function graphql(
  app: TestApp,
  caller: Person | string | undefined,
  query: string,
  variables: object = {},
): Promise<{
  data: Record<string, Record<string, unknown>>
  errors?: { message: string; extensions: { code: string } }[]
}> {
  const call = app.http.post('/graphql').set('Content-Type', 'application/json')
  const token = typeof caller === 'object' ? caller.token : caller
  if (token !== undefined) void call.set('Authorization', `Bearer ${token}`)
  return (await call.send({ query, variables })).body
}

/** Works as {@link graphql}, and expects no error. */
export async function dataOf(...asked: Parameters<typeof graphql>) {
  const { data, errors } = await graphql(...asked)
  expect(errors).toBeUndefined()
  return data
}

/** Awaits an answer that prepares a test, and throws unless it is a success. */
export async function must(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
}
