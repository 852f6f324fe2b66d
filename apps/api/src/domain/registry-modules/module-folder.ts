import type { EngineRequirement, ModuleCall, ModuleResource } from '@engine/module-source'
import type { InputDocument, OutputDocument, ProviderDocument } from '@engine/module-source/documents'
import type { ReadmeRefusal } from './readme-tree.js'

/** One folder of a published version, without the items of its lists. */
export interface ModuleFolder extends FolderPlace {
  readonly name: string
  /** True if the folder declares nothing at all. */
  readonly empty: boolean
  /** Reason why an example could not be read, with the file and the line; null of all others. */
  readonly fault: string | null
  readonly hasReadme: boolean
  readonly counts: Readonly<Record<keyof Declarations, number>>
  /** The configurations of providers that a call has to pass, such as `aws.east`; the first hundred. */
  readonly configurationAliases: readonly string[]
  /** Requirements of engines by their names; null of versions published before this was read. */
  readonly engineConstraints: readonly EngineRequirement[] | null
}

/** Engine requirements of a folder that can be called. */
export interface FolderEngines {
  readonly path: string
  readonly constraint: string
  /** Engines by their names; null of versions published before this was read. */
  readonly engines: readonly EngineRequirement[] | null
}

export interface FolderPlace {
  readonly versionId: string
  /** `modules/net`; empty for the root. */
  readonly path: string
}

/** The items of a folder's lists, by name; inputs that have to be given come first. Long texts are cut. */
export interface Declarations {
  inputs: Omit<InputDocument, 'sensitive'>
  outputs: Omit<OutputDocument, 'sensitive'>
  resources: ModuleResource
  dependencies: ModuleCall
  /** Calls with a computed source; versions published before these were read have an empty list. */
  computedCalls: ModuleCall
  providers: Omit<ProviderDocument, 'namespace'>
}

export interface DeclarationFilter {
  /** Part of the name, or of another text that is shown with it, in any case. */
  readonly search?: string
  /** True for a required input; absent for all else. */
  readonly required?: boolean
}

export const folderKinds = ['submodule', 'example'] as const

export type FolderKind = (typeof folderKinds)[number]

export interface FolderFilter {
  readonly kind?: FolderKind
  /** Part of the path, in any case. */
  readonly search?: string
}

/** A tree to show, or why there is none with the beginning of what is written. */
export interface ShownReadme {
  /** The tree as JSON. */
  readonly tree: string | null
  readonly refusal: ReadmeRefusal | 'waiting' | null
  readonly beginning: string | null
}
