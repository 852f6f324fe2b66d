import type { ModuleSource } from '@engine/module-source'
import type { ComparableModule } from '@engine/module-source/comparison'
import {
  engineConstraintsOf,
  partDocument,
  requirementsText,
  type ModuleContents,
} from '@engine/module-source/documents'
import { firstParagraph } from './readme.js'

/** What reads need of a published version, as JSON texts that are sent as they are (contract §7). */
export interface ModuleDocuments {
  /** What to say about a module without a description: the README's first paragraph. */
  readonly summary: string
  /** `{root, submodules, examples}` of the detail. */
  readonly parts: string
  /** `{root, submodules}` of one entry of the versions document. */
  readonly requirements: string
  /** What each folder requires of the engine, by path; in no answer of the protocol. Null of a version published before. */
  readonly engineConstraints: string | null
}

export function documentsOf(moduleName: string, source: ModuleSource): ModuleDocuments {
  const { root, submodules, examples } = source
  const parts = JSON.stringify({
    root: { ...partDocument(root), name: moduleName },
    submodules: submodules.map(partDocument),
    examples: examples.map(partDocument),
  })
  const engineConstraints = JSON.stringify(engineConstraintsOf(source))
  return {
    summary: firstParagraph(root.readme),
    parts,
    requirements: requirementsText(source),
    engineConstraints,
  }
}

/** What is kept of the interface of a version; undefined where nothing is. */
export type KeptInterface = Pick<ModuleDocuments, 'parts' | 'engineConstraints'>

/** What a version is compared by; one of which nothing is kept declares nothing. */
export function comparableOf(kept: KeptInterface | undefined): ComparableModule {
  const { parts = '{"root":null,"submodules":[]}', engineConstraints } = kept ?? {}
  return {
    ...(JSON.parse(parts) as ModuleContents),
    engineConstraints: engineConstraints
      ? (JSON.parse(engineConstraints) as Record<string, string>)
      : undefined,
  }
}
