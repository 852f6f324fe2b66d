import { shortText } from '@engine/shared'
import { storable } from './hcl/syntax.js'

/** Declarations in the sources of a module, folder by folder (contract §7). */
export interface ModuleSource {
  readonly root: ModulePart
  /** The folders below `modules/`, by path. */
  readonly submodules: readonly ModulePart[]
  /** The folders below `examples/`, by path. */
  readonly examples: readonly ModulePart[]
  /** Warnings for its publisher and its users, in sentences. */
  readonly warnings: readonly string[]
}

/** One folder with sources. Each list is sorted by name. */
export interface ModulePart {
  /** `modules/net`; empty for the root. */
  readonly path: string
  readonly readme: string
  /** True if it declares nothing at all. */
  readonly empty: boolean
  /**
   * Reason why an example could not be read, with the file and the line; it is shown as if it declared
   * nothing.
   */
  readonly fault?: string
  readonly inputs: readonly ModuleInput[]
  readonly outputs: readonly ModuleOutput[]
  /** The calls of modules outside of this archive. */
  readonly dependencies: readonly ModuleCall[]
  /** The calls whose source is an expression, so that only a caller's values say which module it is. */
  readonly computedCalls: readonly ModuleCall[]
  /** Providers that its settings name, and those that its resources, actions and lists imply. */
  readonly providers: readonly ProviderRequirement[]
  /** Constraint on the versions of the engine; empty if any will do. */
  readonly engineConstraint: string
  /** The same of engines by their names, as a `language` block says it. */
  readonly engineConstraints: readonly EngineRequirement[]
  /** Managed ones, by type and name. */
  readonly resources: readonly ModuleResource[]
}

export interface ModuleInput {
  readonly name: string
  /** Type as it is written; `any` without one. */
  readonly type: string
  readonly description: string
  /**
   * The JSON text of the default, numbers with all their digits; empty where there is none. Of one that is not computed
   * what is written, which is no JSON.
   */
  readonly default: string
  readonly required: boolean
  /** False for an input that does not accept null; absent for all others. */
  readonly nullable?: false
  /** True if its value has to be known before anything is computed. */
  readonly const: boolean
  readonly sensitive: boolean
  /** True if its value is in no state and no plan. */
  readonly ephemeral: boolean
  /** Advice what to do instead of using it; empty if it may be used. */
  readonly deprecated: string
}

export interface ModuleOutput {
  readonly name: string
  /** Type as it is written; empty without one. */
  readonly type: string
  readonly description: string
  readonly sensitive: boolean
  readonly ephemeral: boolean
  readonly deprecated: string
}

export interface ModuleCall {
  readonly name: string
  readonly source: string
  /** A constraint, or an expression as it is written; empty where any will do. */
  readonly version: string
}

export interface EngineRequirement {
  /** The name that a `compatible_with` block has for it. */
  readonly engine: string
  readonly constraint: string
}

export interface ProviderRequirement {
  readonly name: string
  /**
   * Source as it is written; empty without one. Of one that is only implied, what the engine takes it for.
   */
  readonly source: string
  readonly version: string
  /** The configurations that a call has to pass, such as `aws.east`. */
  readonly configurationAliases: readonly string[]
}

export interface ModuleResource {
  readonly name: string
  readonly type: string
}

/**
 * Reads the source and text files of a module, by path, off the server's own thread and bounded in time and memory.
 * `paths` are those of all files of its archive: calls of folders that are not there are refused by them.
 * Throws `SourceRefused`, or what its threads throw when too many files wait already.
 */
export type ReadModuleSource = (
  files: ReadonlyMap<string, Buffer>,
  paths?: Iterable<string> | undefined,
) => Promise<ModuleSource>

const longestSentence = 1_000

/** A sentence as it is stored: names in it are as long as their author likes, and every list of versions reads it. */
export function keptSentence(text: string): string {
  return storable(shortText(text, longestSentence))
}

/** `message` is meant for the publisher; it begins with the file and the line: `main.tf:3: …`. */
export class SourceRefused extends Error {
  constructor(message: string) {
    super(keptSentence(message))
    this.name = 'SourceRefused'
  }
}
