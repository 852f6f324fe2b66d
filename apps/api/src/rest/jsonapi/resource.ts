import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, type Fault } from '../../kernel/errors.js'
import type { Raw, Rules, Shape } from '../../kernel/input.js'
import type { Page } from '../../kernel/page.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Query parameters that the operation knows, each with its rule; a text that breaks it is a 400. */
export type Parameters = Readonly<Record<string, z.ZodType<unknown, string>>>

/** Rules of a body: its `attributes` have the very shape that the service parses. */
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
  /** Rules of the document's `relationships`, by name; their faults have the path `[name, index, …]`. */
  readonly relationships?: Readonly<Record<string, LinkageRules>>
}

/** A body that names resources of one type, as relationships are changed with: `{data: [{id, type}]}`. */
export interface LinkageRules {
  readonly type: string
  /** One resource and no list: `{data: {id, type}}`. */
  readonly isOne?: true
  /** Attributes of resources that this request creates too, which stand in place of an id. */
  readonly attributes?: z.ZodType
  /** Reason why the relationship can have no value here. */
  readonly refusal?: string
  /** An id will do as well, where they have one. */
  readonly takesIds?: true
}

/**
 * The resources that such a body names. `ids` are unchecked values, one an item; `faults` are those of the types, at
 * `[index, 'type']`, which the service reports together with its own.
 */
export interface Linkage {
  readonly ids: readonly unknown[]
  /** Unchecked attributes of resources to create. */
  readonly attributes?: readonly unknown[]
  readonly faults: readonly Fault[]
}

/** One request, with every check that a face can make. */
export interface Call<Subject> {
  readonly ctx: OperationContext
  readonly params: Readonly<Record<string, string>>
  /** The thing that the path names, looked up and authorised. */
  readonly subject: Subject
  readonly page: Page
  readonly query: Readonly<Record<string, unknown>>
  readonly included: readonly string[]
  /** The body's attributes under the domain's names, values untouched. */
  readonly attributes: Raw<Shape>
  readonly linkage: Linkage
  /** Resources in the body's `relationships`, by the names of its rules. */
  readonly relationships: Readonly<Record<string, Linkage>>
  /** State in which the thing must still be, after its tag matched `If-Match`; undefined without one. */
  expectedOf(thing: { readonly updatedAt: Date }): Date | undefined
  /** The absolute address of this request's path, for paging links, and its query. */
  readonly url: URL
}

export interface Operation<Subject> {
  readonly summary: string
  readonly parameters?: Parameters
  /** Names that `include` may ask for. */
  readonly includes?: readonly string[]
  /** Paging of the list; `when-asked` answers the whole list if the request names neither page nor size. */
  readonly isPaged?: true | 'when-asked'
  /** Items a page, the most that may be asked for and as many as when nothing is, where they are not the usual ones. */
  readonly pageSize?: number
  readonly body?: BodyRules
  readonly linkage?: LinkageRules
  /** Status of success, if it is not the usual one of the method. */
  readonly status?: 200 | 201 | 202 | 204
  /** The document that is sent; none with 204. */
  readonly document?: z.ZodType
  /** Media type of a document that is not JSON:API. */
  readonly mediaType?: 'application/json'
  /** Second status that success can have; `withStatus` answers it. */
  readonly otherStatus?: 200
  /** Reason for a refusal in the present state (409). */
  readonly conflict?: string
  /** Size limit of the body in bytes, if it is above 1 MiB. */
  readonly bodyLimit?: number
  /** True where a file is stored, for which there may be no space (507). */
  readonly storesFile?: true
  /** Headers of every answer, refusals included; names that hold the neutral word get their aliases. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reason why the answer can be too large (413). */
  readonly tooLarge?: string
  /** Reason why a query of the right form can ask for the impossible (422). */
  readonly unprocessable?: string
  /** Reason for a refusal of a caller who may know of the thing (403). */
  readonly denial?: string
  /** Reason why the proof in the body is refused (401), if no bearer is needed. */
  readonly proof?: string
  /** The `cacheTags` of what the document is made of; undefined where it holds anything else, as links that end. */
  readonly tags?: (call: Call<Subject>) => readonly string[] | undefined
  /** Time from which the clock alone changes a cached answer. */
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

/** Status that the operation of this method answers on success. */
export const successStatus = (method: Method, { status }: Pick<Operation<never>, 'status'>): number =>
  status ?? usualStatus[method]

/** A document with the operation's other status. */
export class WithStatus {
  constructor(
    readonly status: 200,
    readonly document: unknown,
  ) {}
}

/** A document with one value that is too large for memory: its JSON is a stream with this number of bytes. */
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

/** Lets the compiler tie the authorised subject to the one that operations receive. */
export function resource<Subject>(definition: Resource<Subject>): Resource {
  return definition as unknown as Resource
}

/** The same for a body: its shape to its rules. */
export function body<S extends Shape>(definition: BodyRules<S>): BodyRules {
  return definition as unknown as BodyRules
}
