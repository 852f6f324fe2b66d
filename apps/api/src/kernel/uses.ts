/** The numbers of uses of something, by its key. */
export type Uses = ReadonlyMap<string, number>

/** The exchange of the uses of common limits between the processes of one platform. */
export interface UsesExchange {
  /** Sends the uses of this process since the last call, and returns those that the others have sent since then. */
  exchange(used: Uses): Promise<Uses>
}
