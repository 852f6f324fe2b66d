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

/** A part of the list of resources as it is stored; `first` is the number of its first one among all. */
export interface StateResourceBlock {
  readonly first: number
  readonly sealed: Uint8Array
}

/** A range of the resources whose address has a text. */
export interface ResourceRange {
  readonly skip: number
  readonly take: number
  /** Text in lower case; empty for all. */
  readonly search: string
}

/** Opens blocks of one state in a separate thread, and reads a part of the resources in them. */
export type ListStateResources = (
  stateVersionId: string,
  blocks: readonly StateResourceBlock[],
  range: ResourceRange,
) => Promise<ListedResources>
