/** One managed resource of a state, by its names; never a value. */
export interface StateResource {
  readonly id: string
  /** The address as the engine writes it: `module.network.aws_subnet.private[0]`. */
  readonly address: string
  readonly name: string
  /** The address of its module; `root` for the root. */
  readonly module: string
  /** The provider, as `namespace/type`. */
  readonly provider: string
  readonly type: string
  /** The key among several instances, as JSON; null where there is one alone. */
  readonly index: string | null
}

/** A part of a list, and the length of the whole. */
export interface ListedResources {
  readonly count: number
  readonly items: readonly StateResource[]
}

/** Reads a part of the resources of a state in a thread of its own; the bytes are shared with it. */
export type ListStateResources = (
  bytes: Uint8Array<SharedArrayBuffer>,
  wanted: {
    readonly skip: number
    readonly take: number
    /** Part of an address, in lower case. */
    readonly search?: string
  },
) => Promise<ListedResources>
