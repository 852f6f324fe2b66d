/** A registry of the engine's makers, or a mirror of it (contract §8). No credentials go there. */
export interface PublicRegistry {
  /** Asks for a path and query of its protocols, `/v1/modules/…` or `/v1/providers/…`. Throws `PublicRegistryError`. */
  ask(path: string): Promise<PublicAnswer>
  /** Asks again whatever was said before; a former answer does not stand in for a failure. */
  askAgain(path: string): Promise<FreshAnswer>
}

export type PublicAnswer =
  /** A JSON document. The files that it points to are absolute, pages of lists are those of our own mount. */
  | { readonly kind: 'document'; readonly bytes: Buffer }
  /** The place where the engine gets a module: a URL, or one of the other addresses that it knows. */
  | { readonly kind: 'location'; readonly location: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'bad-request'; readonly message: string }

export interface FreshAnswer {
  readonly answer: PublicAnswer
  /** For how long it stands, as the registry says, in milliseconds. */
  readonly freshFor: number
}

/** The faults. `unset`: there is none. `failed`: it cannot be reached, or what it said makes no sense. */
export type PublicRegistryFault = 'unset' | 'busy' | 'slow' | 'failed'

/** An error with a message for the caller. */
export class PublicRegistryError extends Error {
  constructor(
    readonly fault: PublicRegistryFault,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'PublicRegistryError'
  }
}
