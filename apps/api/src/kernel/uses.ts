/** How often something was used, by its key. */
export type Uses = ReadonlyMap<string, number>

/** By which the processes of one platform tell each other what was used of limits that hold for all of them. */
export interface UsesExchange {
  /** Tells the others what was used here since the last call, and answers what they have told since then. */
  exchange(used: Uses): Promise<Uses>
}
