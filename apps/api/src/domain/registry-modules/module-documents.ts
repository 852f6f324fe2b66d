import type {
  ModuleDependency,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
  ModuleSource,
  ProviderRequirement,
} from '@engine/module-source'
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

/** One folder of a published version, as it was written into its documents. */
export interface ModulePartDocument {
  readonly path: string
  readonly name: string
  readonly readme: string
  readonly empty: boolean
  /** Why an example could not be read; in no other document. */
  readonly fault?: string
  readonly inputs: readonly InputDocument[]
  readonly outputs: readonly OutputDocument[]
  readonly dependencies: readonly ModuleDependency[]
  readonly provider_dependencies: readonly ProviderDocument[]
  readonly resources: readonly ModuleResource[]
}

/** A version that was published before they were read lacks them. */
type ReadLater = 'ephemeral' | 'deprecated'

export type InputDocument = Omit<ModuleInput, ReadLater> & Partial<Pick<ModuleInput, ReadLater>>

export type OutputDocument = Omit<ModuleOutput, ReadLater> & Partial<Pick<ModuleOutput, ReadLater>>

export interface ProviderDocument extends Omit<ProviderRequirement, 'configurationAliases'> {
  readonly namespace: string
  /** What a call has to pass; absent of a version that was published before this was read. */
  readonly configuration_aliases?: readonly string[]
}

/** What `parts` says; the root is null where nothing is known of the version. */
export interface ModuleContents {
  readonly root: ModulePartDocument | null
  readonly submodules: readonly ModulePartDocument[]
  readonly examples: readonly ModulePartDocument[]
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

function partDocument({
  path,
  readme,
  empty,
  fault,
  inputs,
  outputs,
  dependencies,
  resources,
  providers,
}: ModulePart): ModulePartDocument {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    readme,
    empty,
    ...(fault !== undefined && { fault }),
    inputs,
    outputs,
    dependencies,
    provider_dependencies: providers.map((provider) => ({
      ...providerDocument(provider),
      configuration_aliases: provider.configurationAliases,
    })),
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
