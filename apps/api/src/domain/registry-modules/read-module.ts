import type { ModuleDocuments } from './module-documents.js'

/** A module that was read: what its sources say, in the form that is stored. */
export interface ReadModule {
  readonly documents: ModuleDocuments
  /** READMEs of the folders that have one, the root's first. */
  readonly readmes: readonly { readonly path: string; readonly readme: string }[]
  /** Warnings for its publisher and its users, in sentences. */
  readonly warnings: readonly string[]
}

/** Texts that searches find a module by. */
export interface SearchedModule {
  readonly names: readonly string[]
  readonly description: string
  /** The stored document; undefined where there is none. */
  readonly parts: string | undefined
}

/** Makes the `tsvector` of a module, of a large one in a thread, the organizations in turn. */
export type IndexWords = (organizationId: string, module: SearchedModule) => Promise<string>

/**
 * Reads the source and text files of a module, by path, off the main thread and bounded in time and memory; `paths` are
 * those of all files of its archive, where they are known. Throws
 * `SourceRefused`, or `unavailable` where too much waits already.
 */
export type ReadModuleFiles = (
  files: ReadonlyMap<string, Buffer>,
  moduleName: string,
  paths: Iterable<string> | undefined,
) => Promise<ReadModule>
