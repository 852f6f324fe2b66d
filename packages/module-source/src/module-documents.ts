import type {
  ModuleDependency,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
  ModuleSource,
  ProviderRequirement,
} from './module-source.js'

/** What the registry's documents say of a version; the root is null where nothing is known of it. */
export interface ModuleContents {
  readonly root: ModulePartDocument | null
  readonly submodules: readonly ModulePartDocument[]
  readonly examples: readonly ModulePartDocument[]
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

/** A version that was published before they were read lacks them; of it, it is not known either what takes null. */
type ReadLater = 'ephemeral' | 'deprecated'

export type InputDocument = Omit<ModuleInput, ReadLater> & Partial<Pick<ModuleInput, ReadLater>>

export type OutputDocument = Omit<ModuleOutput, ReadLater> & Partial<Pick<ModuleOutput, ReadLater>>

export interface ProviderDocument extends Omit<ProviderRequirement, 'configurationAliases'> {
  readonly namespace: string
  /** What a call has to pass; absent of a version that was published before this was read. */
  readonly configuration_aliases?: readonly string[]
}

export function partDocument({
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

/** The JSON text of `{root, submodules}` in one entry of the versions document: what each folder calls and needs. */
export function requirementsText({ root, submodules }: ModuleSource): string {
  return JSON.stringify({
    root: requirementsOf(root),
    submodules: submodules.map((part) => ({ path: part.path, ...requirementsOf(part) })),
  })
}

function requirementsOf({ providers, dependencies }: ModulePart) {
  return { providers: providers.map(providerDocument), dependencies }
}

/** What each folder that can be called requires of the engine, by path. */
export function engineConstraintsOf({ root, submodules }: ModuleSource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [root, ...submodules].map(({ path, engineConstraint }) => [path, engineConstraint]),
  )
}

/** `hosted.example/acme/cloud` lies in the namespace `acme`. */
export function providerDocument({ name, source, version }: ProviderRequirement) {
  return { name, namespace: source.split('/').at(-2) ?? '', source, version }
}
