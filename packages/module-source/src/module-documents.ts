import type {
  EngineRequirement,
  ModuleCall,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
  ModuleSource,
  ProviderRequirement,
} from './module-source.js'

/** Contents of a version in the registry's documents; the root is null if nothing is known of it. */
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
  /** Reason why an example could not be read; in no other document. */
  readonly fault?: string
  readonly inputs: readonly InputDocument[]
  readonly outputs: readonly OutputDocument[]
  readonly dependencies: readonly ModuleCall[]
  /** Absent of a version that was published before they were read, as `engine_constraints` are. */
  readonly computed_calls?: readonly ModuleCall[]
  readonly engine_constraints?: readonly EngineRequirement[]
  readonly provider_dependencies: readonly ProviderDocument[]
  readonly resources: readonly ModuleResource[]
}

/** A version that was published before they were read lacks them; of it, it is not known either what takes null. */
type ReadLater = 'ephemeral' | 'deprecated'
type InputReadLater = ReadLater | 'const'
type OutputReadLater = ReadLater | 'type'

export type InputDocument = Omit<ModuleInput, InputReadLater> & Partial<Pick<ModuleInput, InputReadLater>>

export type OutputDocument = Omit<ModuleOutput, OutputReadLater> &
  Partial<Pick<ModuleOutput, OutputReadLater>>

export interface ProviderDocument extends Omit<ProviderRequirement, 'configurationAliases'> {
  readonly namespace: string
  /** Aliases that a call has to pass; absent of a version published before they were read. */
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
  computedCalls,
  engineConstraints,
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
    computed_calls: computedCalls,
    engine_constraints: engineConstraints,
    provider_dependencies: providers.map((provider) => ({
      ...providerDocument(provider),
      configuration_aliases: provider.configurationAliases,
    })),
    resources,
  }
}

/** The JSON texts that are stored of a version. */
export interface DocumentTexts {
  /** `{root, submodules, examples}` of the detail. */
  readonly parts: string
  /** `{root, submodules}` of one entry of the versions document. */
  readonly requirements: string
  /** Engine constraints of each folder, by path. */
  readonly engineConstraints: string
}

export function documentTexts(moduleName: string, source: ModuleSource): DocumentTexts {
  const { root, submodules, examples } = source
  const parts = JSON.stringify({
    root: { ...partDocument(root), name: moduleName },
    submodules: submodules.map(partDocument),
    examples: examples.map(partDocument),
  })
  const engineConstraints = JSON.stringify(engineConstraintsOf(source))
  return { parts, requirements: requirementsText(source), engineConstraints }
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

/** Engine constraints of each folder that can be called, by path. */
export function engineConstraintsOf({ root, submodules }: ModuleSource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [root, ...submodules].map(({ path, engineConstraint }) => [path, engineConstraint]),
  )
}

/** `hosted.example/acme/cloud` lies in the namespace `acme`. */
export function providerDocument({ name, source, version }: ProviderRequirement) {
  return { name, namespace: source.split('/').at(-2) ?? '', source, version }
}
