import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, type Fault } from '../../kernel/errors.js'
import type { Raw, Rules, Shape } from '../../kernel/input.js'
import type { Page } from '../../kernel/page.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query parameters that the operation knows, each with its rule; a text that breaks it is a 400. */
export type Parameters = Readonly<Record<string, z.ZodType<unknown, string>>>

/** What the body's `attributes` may hold: the very shape that the service parses. */
export interface BodyRules<S extends Shape = Shape> {
  readonly type: string
  /** Types that clients send for the same as well. */
  readonly otherTypes?: readonly string[]
  /** Real clients send some bodies without a type (contract §2). */
  readonly isTypeOptional?: boolean
  /** Older clients send nothing at all where no attribute is needed. */
  readonly isOptional?: boolean
  /** The attributes stand bare in the body, with no document around them; `accepted`: a document will do as well. */
  readonly plain?: 'always' | 'accepted'
  readonly parse: (shape: S, raw: Raw<S>, rules?: Rules<S>) => unknown
  readonly shape: S
  readonly rules?: Rules<S>
  /** Attributes with other names in documents than in the domain; of several the first is the main one. */
  readonly documentNames?: Readonly<Record<string, readonly [string, ...string[]]>>
  /** What the document's `relationships` may name; faults about them have the path `[name, index, …]`. */
  readonly relationships?: Readonly<Record<string, LinkageRules>>
}

/** A body that names resources of one type, as relationships are changed with: `{data: [{id, type}]}`. */
export interface LinkageRules {
  readonly type: string
  /** One resource and no list: `{data: {id, type}}`. */
  readonly isOne?: true
  /** Of resources that are made along with it: what they have in place of an id. */
  readonly attributes?: z.ZodType
  /** Why it cannot be set to anything here. */
  readonly refusal?: string
  /** An id will do as well, where they have one. */
  readonly takesIds?: true
}

/**
 * What such a body names. `ids` are unchecked values, one an item; `faults` are what is wrong with the types, by
 * `[index, 'type']`, for the service to report together with what it finds itself.
 */
export interface Linkage {
  readonly ids: readonly unknown[]
  /** Of resources that are made along, unchecked. */
  readonly attributes?: readonly unknown[]
  readonly faults: readonly Fault[]
}

/** One request, checked as far as a face can check it. */
export interface Call<Subject> {
  readonly ctx: OperationContext
  readonly params: Readonly<Record<string, string>>
  /** What the path leads to, looked up and authorised. */
  readonly subject: Subject
  readonly page: Page
  readonly query: Readonly<Record<string, unknown>>
  readonly included: readonly string[]
  /** The body's attributes under the domain's names, values untouched. */
  readonly attributes: Raw<Shape>
  readonly linkage: Linkage
  /** What the body's `relationships` name, by the names of its rules. */
  readonly relationships: Readonly<Record<string, Linkage>>
  /** With a good `If-Match`: the state of a thing when its tag was compared, in which it must still be; else undefined. */
  expectedOf(thing: { readonly updatedAt: Date }): Date | undefined
  /** The absolute address of this request's path, for paging links, and its query. */
  readonly url: URL
}

export interface Operation<Subject> {
  readonly summary: string
  readonly parameters?: Parameters
  /** Names that `include` may ask for. */
  readonly includes?: readonly string[]
  /** `when-asked` gives the whole list to those who name neither page nor size. */
  readonly isPaged?: true | 'when-asked'
  /** Items a page, the most that may be asked for and as many as when nothing is, where they are not the usual ones. */
  readonly pageSize?: number
  readonly body?: BodyRules
  readonly linkage?: LinkageRules
  /** Of success, where it is not the usual one of the method. */
  readonly status?: 200 | 201 | 202 | 204
  /** The document that is sent; none with 204. */
  readonly document?: z.ZodType
  /** Of the document, where it is none of JSON:API's. */
  readonly mediaType?: 'application/json'
  /** Where success has another status at times, too; `withStatus` answers it. */
  readonly otherStatus?: 200
  /** In what state of things it is refused for now (409). */
  readonly conflict?: string
  /** Of a body, where it may be larger than 1 MiB; in bytes. */
  readonly bodyLimit?: number
  /** True where a file is stored, for which there may be no space (507). */
  readonly storesFile?: true
  /** What every answer of it tells clients, refusals too; names that hold the neutral word get their aliases. */
  readonly headers?: Readonly<Record<string, string>>
  /** When the answer is too large to be given (413). */
  readonly tooLarge?: string
  /** When a query that is right in form asks for what there cannot be (422). */
  readonly unprocessable?: string
  /** Why a caller who may know of the thing can be refused all the same (403). */
  readonly denial?: string
  /** Why what the body proves itself by is refused (401), where no bearer is asked for. */
  readonly proof?: string
  /** The `cacheTags` of what the document is made of; undefined where it holds anything else, as links that end. */
  readonly tags?: (call: Call<Subject>) => readonly string[] | undefined
  /** From when on a cached answer is different by the clock alone. */
  readonly endsAt?: (ctx: OperationContext) => Date
  run(call: Call<Subject>): Promise<unknown>
  /** The same list for spreadsheets, for callers who accept `text/csv`. */
  csv?(call: Call<Subject>): Promise<string>
}

/** One path with all that can be done there. */
export interface Resource<Subject = unknown> {
  readonly tag: string
  /** No bearer is asked for: the address itself has a secret, or there is nothing to hide. */
  readonly isOpen?: true
  /** No bearer is asked for, and one that is sent says who asks. */
  readonly takesBearer?: true
  /**
   * Decides 404 before anything else is looked at (contract §2, order of checks). `writes` says whether
   * the request wants to change something that this path lets one change; `method` is for paths that let one caller
   * change and another delete.
   */
  authorize(
    ctx: OperationContext,
    params: Readonly<Record<string, string>>,
    writes: boolean,
    search: URLSearchParams,
    method: string,
  ): Promise<Subject>
  readonly operations: Readonly<Partial<Record<Method, Operation<Subject>>>>
}

const usualStatus = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 } as const

/** With which status the operation of this method answers when all went well. */
export const statusOf = (method: Method, { status }: Pick<Operation<never>, 'status'>): number =>
  status ?? usualStatus[method]

/** A document with the operation's other status. */
export class WithStatus {
  constructor(
    readonly status: 200,
    readonly document: unknown,
  ) {}
}

/** A document with one value that is too large to be held: its JSON comes as a stream, of so many bytes. */
export class StreamedDocument {
  constructor(
    readonly value: { readonly size: number; open(): Promise<Readable> },
    /** The document with that value, of which it makes nothing. */
    readonly documentWith: (value: string) => object,
  ) {}
}

/**
 * An operation that clients know and this platform has nothing for: 422 with the reason, where a bare 404 or 405 would
 * tell people nothing (contract §19).
 */
export const refusing = (summary: string, why: string): Operation<unknown> => ({
  summary: `${summary}: always refused, with the reason`,
  status: 204,
  async run() {
    throw invalid({ path: [], code: 'DENIED', message: why })
  },
})

/** Lets the compiler tie what is authorised to what the operations are given. */
export function resource<Subject>(definition: Resource<Subject>): Resource {
  return definition as unknown as Resource
}

/** The same for a body: its shape to its rules. */
export function body<S extends Shape>(definition: BodyRules<S>): BodyRules {
  return definition as unknown as BodyRules
}
