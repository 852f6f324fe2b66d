/** The engine itself, its forks, and all other clients. */
export const engineKinds = ['engine', 'fork', 'other'] as const

export type EngineKind = (typeof engineKinds)[number]

/** Which engine a request says that it comes from. Anyone can say anything, so it grants nothing. */
export interface EngineClient {
  readonly engine: EngineKind
  /** Empty where it cannot be read. */
  readonly version: string
}

export const otherClient: EngineClient = { engine: 'other', version: '' }
