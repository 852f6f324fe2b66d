/** The numbers of uses of something, by its key. */
export type Uses = ReadonlyMap<string, number>

/** The exchange by which the processes of one platform share the uses of common limits. */
export interface UsesExchange {
  /** Sends what was used here since the last call, and returns what the others have sent since then. */
  exchange(used: Uses): Promise<Uses>
}
