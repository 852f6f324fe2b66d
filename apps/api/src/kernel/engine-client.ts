/** The kinds of clients: the engine itself, its forks, and all others. */
export const engineKinds = ['engine', 'fork', 'other'] as const

export type EngineKind = (typeof engineKinds)[number]

/** The engine that a request says it comes from. Any client can say anything, so it grants nothing. */
export interface EngineClient {
  readonly engine: EngineKind
  /** The version; empty where it cannot be read. */
  readonly version: string
}

/** True for a fork, whose numbers are not those of the engine (contract §19). */
export const isFork = (client: EngineClient | undefined): boolean => client?.engine === 'fork'

export const otherClient: EngineClient = { engine: 'other', version: '' }
