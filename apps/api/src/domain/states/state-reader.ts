import { isSmallState, type ReadFor, type ReadResult, type ReadState, type StateFacts } from './state.js'
import type { StateFiles, TakenState } from './state-files.js'
import { StateTurns } from './state-turns.js'

/** Reads stored states in turns: each is in memory for as long as that takes. */
export class StateReader {
  private readonly turns = new StateTurns('read')

  constructor(
    private readonly files: StateFiles,
    private readonly readState: ReadState,
  ) {}

  /**
   * Reads the facts of a state and passes them on; a text says why it is no state. The lists of a large state are large
   * themselves: its turn ends with the work, and that of a small one before it.
   */
  async read<Result>(
    organizationId: string,
    readFor: ReadFor,
    stored: Pick<TakenState, 'storageKey' | 'size'>,
    work: (facts: StateFacts | string) => Promise<Result>,
  ): Promise<Result> {
    const read = () => this.readState(this.files.bytesOf(stored), readFor)
    const inTurn = <T>(run: () => Promise<T>) => this.turns.run(organizationId, stored.size, run)
    const worked = async ({ facts, release }: ReadResult): Promise<Result> => {
      try {
        return await work(facts)
      } finally {
        release()
      }
    }
    return isSmallState(stored.size) ? worked(await inTurn(read)) : inTurn(async () => worked(await read()))
  }
}
