import type { ModulePart, ModuleSource } from '@engine/module-source'
import { partDocument, providerDocument } from '@engine/module-source/documents'
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
  const requirements = JSON.stringify({
    root: requirementsOf(root),
    submodules: submodules.map((part) => ({ path: part.path, ...requirementsOf(part) })),
  })
  const engineConstraints = JSON.stringify(
    Object.fromEntries([root, ...submodules].map(({ path, engineConstraint }) => [path, engineConstraint])),
  )
  return { summary: firstParagraph(root.readme), parts, requirements, engineConstraints }
}

function requirementsOf({ providers, dependencies }: ModulePart) {
  return { providers: providers.map(providerDocument), dependencies }
}
