import { organizationOf } from './actor.js'
import { seconds } from './clock.js'
import type { OperationContext } from './context.js'

/** A registry of the engine's makers, or a mirror of it (contract §8). No credentials go there. */
export interface PublicRegistry {
  /**
   * Asks for a path and query of its protocols, `/v1/modules/…` or `/v1/providers/…`. A cached answer goes out after a
   * moment, and the question goes on in the background. Throws `PublicRegistryError`.
   */
  ask(path: string, requester: Requester): Promise<PublicAnswer>
  /** Asks again whatever is cached; a former answer does not replace a failure. */
  askAgain(path: string, requester: Requester): Promise<FreshAnswer>
  /** Runs another request to its servers in turn, such as that for a file. */
  inTurn<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result>
  /** The number of its requests that run, and that wait for their turn. */
  readonly load: { readonly running: number; readonly waiting: number }
}

/** The caller on whose behalf a registry is asked. */
export interface Requester {
  /** The line in which its questions wait: that of an organization, of a person without one, or of the background. */
  readonly line: string
  /** Ends its questions, also those that wait; without one they go on until their time is over. */
  readonly signal?: AbortSignal | undefined
}

/** The requester of what the platform does by itself. */
export const inBackground: Requester = { line: 'background' }

/** Returns the requester of a request: its organization, the first of the person's, or the person. */
export const requesterOf = (
  { actor, signal }: Pick<OperationContext, 'actor' | 'signal'>,
  [first]: readonly { readonly id: string }[] = [],
): Requester => ({
  line: organizationOf(actor) ?? first?.id ?? ('id' in actor ? actor.id : inBackground.line),
  signal,
})

/** The time that a registry has where a stored answer is there, in milliseconds. */
export const momentWithStored = seconds(1.5)

export type PublicAnswer =
  /** A JSON document. Addresses of files are absolute, those of pages of lists are below our mount. */
  | { readonly kind: 'document'; readonly bytes: Buffer }
  /** The place where the engine gets a module: a URL, or one of the other addresses that it knows. */
  | { readonly kind: 'location'; readonly location: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'bad-request'; readonly message: string }

export interface FreshAnswer {
  readonly answer: PublicAnswer
  /** The time for which it is fresh, as the registry says, in milliseconds. */
  readonly freshFor: number
}

/** The faults. `unset`: there is no registry. `failed`: it cannot be reached, or its answer makes no sense. */
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

/** A list of versions as it was read, newest first: columns, since there may be thousands. */
export interface ListedOfOrigin {
  /** `namespace/name`, where the origin says it. */
  readonly id: string | null
  readonly numbers: readonly string[]
  readonly protocols: readonly string[]
  readonly platforms: readonly string[]
  readonly warnings: readonly string[]
}

/** The parts of a joined list. */
export const partsOf = (joined: string): string[] => (joined === '' ? [] : joined.split('\n'))

/** The error where no public registry is configured. */
export const noPublicRegistry = (): PublicRegistryError =>
  new PublicRegistryError('unset', 'No public registry is set up here: PUBLIC_REGISTRY_URL is unset')
