import type { Told, Traffic } from './traffic.js'

/** One request that writes, and the entry that it is to leave in the audit log. */
export interface Write {
  readonly requestId: string
  readonly action: string
  /** Whether it was answered as done; otherwise it is unknown. */
  readonly isAcknowledged: boolean
}

/** Something that a writer looks after. */
export interface Thing {
  readonly name: string
  /** How it is now, to be compared with its states; undefined where there is none. */
  look(traffic: Traffic): Promise<unknown>
  /** How it may be: one state after an acknowledged write, several after one of unknown outcome. */
  states: unknown[]
}

/** What the writers were told, to be held against what is there afterwards. */
export class Ledger {
  readonly writes: Write[] = []
  readonly things: Thing[] = []
  private storiesBegun = 0

  /** Numbers the stories of a run, so that each gives names of its own. */
  nextStory(): number {
    return ++this.storiesBegun
  }

  note(action: string, { requestId }: Pick<Told, 'requestId'>, isAcknowledged: boolean): void {
    this.writes.push({ requestId, action, isAcknowledged })
  }
}
