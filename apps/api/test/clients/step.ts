/** One request of a client, as it was recorded, and what must come back. `{name}` stands for what a step kept. */
export interface Step {
  readonly ask: readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', path: string]
  /** The type is what the client sends, which is empty here and there. */
  readonly type?: string
  readonly id?: string
  readonly attributes?: object
  readonly relationships?: object
  /** A list of `[type, id]`, where relationships are changed. */
  readonly linkage?: readonly (readonly [string, string])[]
  /** A list of documents without ids, where things are made along. */
  readonly list?: readonly object[]
  /** The step whose token it sends; an administrator's where there is none. */
  readonly by?: string
  /** Status, if it is not the usual one of the method: 201 to POST, 204 to DELETE, else 200. */
  readonly status?: number
  /** The detail of the first error. */
  readonly says?: string
  /** The type of the document, without which a client reads nothing. */
  readonly is?: string
  /**
   * Attributes that it compares with its request or configuration; an absent one and null read as the zero of the type.
   */
  readonly compares?: Readonly<Record<string, unknown>>
  /** Relationships that it follows without looking whether they are null, with the type of what they lead to. */
  readonly follows?: Readonly<Record<string, string>>
  /** Types of what must be included. */
  readonly brings?: readonly string[]
  /** Relationships through which it reads what is included: of how many, of which type. */
  readonly links?: Readonly<Record<string, readonly [count: number, type: string]>>
  /** Attributes of a list's documents in order, compared as `compares` is. */
  readonly listing?: readonly Readonly<Record<string, unknown>>[]
  /** The ids that a list must hold. */
  readonly lists?: readonly string[]
  /** Keeps the id of the document, and its token. */
  readonly as?: string
}

export type Lives = Readonly<Record<string, readonly Step[]>>
