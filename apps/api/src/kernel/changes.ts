/**
 * What an answer that is remembered hangs on. The triggers of the database note changes by these very words (migration
 * `note_changes`), each in the transaction that makes the change.
 */
export const topics = {
  /** Who belongs to what, and who shares with whom: organizations with their members, teams and consumers. */
  access: 'access',
  engineVersions: 'engine-versions',
  /** The modules of any organization. */
  modules: 'modules',
  /** How many modules of any organization are listed, of each kind. */
  moduleCounts: 'module-counts',
  modulesOf: (organizationId: string) => `modules/${organizationId}`,
  providersOf: (organizationId: string) => `providers/${organizationId}`,
  user: (id: string) => `users/${id}`,
  /** A token or a session. */
  credential: (id: string) => `credentials/${id}`,
} as const

/** Tells a process what was changed in the database, by whomever, so that it may remember what it has read there. */
export interface Changes {
  /**
   * The number of the last change that was heard of; it only grows. Undefined when it is not sure that everything was
   * heard that is older than a second: then nothing that is remembered may be used.
   *
   * What is to be remembered was read after the number was: whatever changed before is in it, whatever changes later
   * will have another number.
   */
  moment(): number | undefined
  /** Whether nothing has been heard about any of these since that moment. */
  isUnchanged(since: number, about: readonly string[]): boolean
  /** Waits until everything is heard that was committed before the call, or nothing remembered is used. Never rejects. */
  caughtUp(): Promise<void>
}

/** For processes that remember nothing. */
export const nothingHeard: Changes = {
  moment: () => undefined,
  isUnchanged: () => false,
  caughtUp: () => Promise.resolve(),
}

/** Topics whose last change is known each; of all others it is known only that they have not changed since. */
const mostTopics = 20_000

/** When each topic changed last, in numbers of changes heard. */
export class HeardTopics {
  private readonly last = new Map<string, number>()
  private floor = 0
  private count = 0

  get moment(): number {
    return this.count
  }

  /** `modules/org-1` is heard about `modules` too. */
  hear(about: readonly string[]): void {
    if (about.length === 0) return
    this.count++
    for (const topic of about) {
      this.last.set(topic, this.count)
      const [whole = topic] = topic.split('/', 1)
      this.last.set(whole, this.count)
    }
    if (this.last.size > mostTopics) this.hearOfEverything()
  }

  /** Something may have been missed: nothing is as it was. */
  hearOfEverything(): void {
    this.floor = ++this.count
    this.last.clear()
  }

  isUnchanged(since: number, about: readonly string[]): boolean {
    return since >= this.floor && about.every((topic) => since >= (this.last.get(topic) ?? 0))
  }
}
