import type { ModuleSource } from '@engine/module-source'
import { documentTexts } from '@engine/module-source/documents'
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
  return { summary: firstParagraph(source.root.readme), ...documentTexts(moduleName, source) }
}
