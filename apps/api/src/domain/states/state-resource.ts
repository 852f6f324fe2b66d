/** One managed resource of a state, by what it is called; never a value. */
export interface StateResource {
  readonly id: string
  /** As the engine writes it: `module.network.aws_subnet.private[0]`. */
  readonly address: string
  readonly name: string
  /** `root`, or the address of its module. */
  readonly module: string
  /** `namespace/type` of its provider. */
  readonly provider: string
  readonly type: string
  /** Which of several it is, as JSON; null where there is one alone. */
  readonly index: string | null
}

/** A part of a list, with how many there are in all. */
export interface ListedResources {
  readonly count: number
  readonly items: readonly StateResource[]
}

/** Reads a part of the resources of a state in a thread of its own; the bytes are shared with it. */
export type ListStateResources = (
  bytes: Uint8Array<SharedArrayBuffer>,
  range: { readonly skip: number; readonly take: number },
) => Promise<ListedResources>
