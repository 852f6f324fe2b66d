import type { ReadFor, ReadState, StateFacts } from './state.js'
import type { StateFiles, TakenState } from './state-files.js'
import { StateTurns } from './state-turns.js'

/** Reads stored states in turns: each is in memory for as long as that takes. */
export class StateReading {
  private readonly turns = new StateTurns('read')

  constructor(
    private readonly files: StateFiles,
    private readonly readState: ReadState,
  ) {}

  /** Reads the facts of a state; a text says why it is no state. */
  read(
    organizationId: string,
    readFor: ReadFor,
    stored: Pick<TakenState, 'storageKey' | 'size'>,
  ): Promise<StateFacts | string> {
    return this.with(organizationId, readFor, stored, async (_, facts) => facts)
  }

  /** Reads a state and passes on the bytes, which are released after `work`. */
  with<Result>(
    organizationId: string,
    readFor: ReadFor,
    stored: Pick<TakenState, 'storageKey' | 'size'>,
    work: (bytes: Uint8Array<SharedArrayBuffer>, facts: StateFacts | string) => Promise<Result>,
  ): Promise<Result> {
    return this.turns.run(organizationId, stored.size, async () => {
      const bytes = await this.files.read(stored)
      return work(bytes, await this.readState(bytes, readFor))
    })
  }
}
