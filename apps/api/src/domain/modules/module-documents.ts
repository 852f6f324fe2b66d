import type { ModulePart, ModuleSource, ProviderRequirement } from './module-source.js'
import { firstParagraph } from './readme.js'

/** What reads need of a published version, as JSON texts that are sent as they are (contract §7). */
export interface ModuleDocuments {
  /** What to say about the module where nobody described it: the README's first paragraph. */
  readonly summary: string
  /** `{root, submodules, examples}` of the detail. */
  readonly parts: string
  /** `{root, submodules}` of one entry of the versions document. */
  readonly requirements: string
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
  return { summary: firstParagraph(root.readme), parts, requirements }
}

function partDocument({
  path,
  readme,
  empty,
  inputs,
  outputs,
  dependencies,
  resources,
  providers,
}: ModulePart) {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    readme,
    empty,
    inputs,
    outputs,
    dependencies,
    provider_dependencies: providers.map(providerDocument),
    resources,
  }
}

function requirementsOf({ providers, dependencies }: ModulePart) {
  return { providers: providers.map(providerDocument), dependencies }
}

/** `hosted.example/acme/cloud` lies in the namespace `acme`. */
function providerDocument({ name, source, version }: ProviderRequirement) {
  return { name, namespace: source.split('/').at(-2) ?? '', source, version }
}
