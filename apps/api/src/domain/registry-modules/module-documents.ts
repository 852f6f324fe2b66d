import type { ModuleSource } from '@engine/module-source'
import { documentTexts } from '@engine/module-source/documents'
import { firstParagraph } from './readme.js'

/**
 * Documents that reads need of a published version, as JSON texts that are sent as they are (contract §7).
 */
export interface ModuleDocuments {
  /** Description of a module that has none: the README's first paragraph. */
  readonly summary: string
  /** `{root, submodules, examples}` of the detail. */
  readonly parts: string
  /** `{root, submodules}` of one entry of the versions document. */
  readonly requirements: string
  /**
   * Engine constraints of each folder, by path; in no answer of the protocol. Null of a version published
   * before they were read.
   */
  readonly engineConstraints: string | null
}

export function documentsOf(moduleName: string, source: ModuleSource): ModuleDocuments {
  return { summary: firstParagraph(source.root.readme), ...documentTexts(moduleName, source) }
}
