import { Field, ObjectType } from 'type-graphql'
import { Slices } from '../../kernel/slices.js'
import type { ModuleContents, ModulePartDocument } from '@engine/module-source/documents'

/** A value that is given to a module, or that it gives. */
@ObjectType()
abstract class DeclaredValueType {
  @Field(() => String)
  name!: string

  @Field(() => String)
  description!: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its value is in no state and no plan. Null of versions published before this was read.',
  })
  ephemeral?: boolean

  @Field(() => String, {
    nullable: true,
    description:
      'What to do instead of using it; empty where it may be used. Null of versions published before this was read.',
  })
  deprecated?: string
}

@ObjectType('RegistryModuleInputVariable')
export class RegistryModuleInputType extends DeclaredValueType {
  @Field(() => String, { description: 'As it is written; `any` where nothing is.' })
  type!: string

  @Field(() => String, {
    description:
      'The JSON text of the default; empty where there is none. Of one that is not computed what is written, which is no JSON.',
  })
  default!: string

  @Field(() => Boolean)
  required!: boolean

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its value has to be known before anything is computed. Null of versions published before this was read.',
  })
  const?: boolean
}

@ObjectType('RegistryModuleOutput')
export class RegistryModuleOutputType extends DeclaredValueType {
  @Field(() => String, {
    nullable: true,
    description: 'As it is written; empty where nothing is. Null of versions published before this was read.',
  })
  type?: string
}

@ObjectType('RegistryModuleEngineRequirement', {
  description: 'What a `language` block says of an engine by its name.',
})
export class RegistryModuleEngineRequirementType {
  @Field(() => String)
  engine!: string

  @Field(() => String)
  constraint!: string
}

@ObjectType('RegistryModuleDependency', { description: 'A call of a module.' })
export class RegistryModuleDependencyType {
  @Field(() => String)
  name!: string

  @Field(() => String)
  source!: string

  @Field(() => String, {
    description: 'A constraint, or an expression as it is written; empty where any will do.',
  })
  version!: string
}

@ObjectType('RegistryModuleProviderRequirement')
export class RegistryModuleProviderRequirementType {
  @Field(() => String)
  name!: string

  @Field(() => String, { description: 'As it is written; empty where nothing is.' })
  source!: string

  @Field(() => String, { description: 'A constraint; empty where any will do.' })
  version!: string

  @Field(() => [String], {
    name: 'configurationAliases',
    nullable: true,
    description:
      'The configurations that a call has to pass in `providers`, such as `aws.east`. Null of versions published before this was read.',
  })
  configuration_aliases?: readonly string[]
}

@ObjectType('RegistryModuleResource')
export class RegistryModuleResourceType {
  @Field(() => String)
  type!: string

  @Field(() => String)
  name!: string
}

@ObjectType('RegistryModulePart', { description: 'One folder of a version. Its lists are sorted by name.' })
export class RegistryModulePartType {
  @Field(() => String, { description: '`modules/net`; empty for the root.' })
  path!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  readme!: string

  @Field(() => Boolean, { description: 'Whether it declares nothing at all.' })
  empty!: boolean

  @Field(() => [RegistryModuleInputType])
  inputs!: readonly RegistryModuleInputType[]

  @Field(() => [RegistryModuleOutputType])
  outputs!: readonly RegistryModuleOutputType[]

  @Field(() => [RegistryModuleDependencyType], {
    description: 'Calls of modules outside of this archive.',
  })
  dependencies!: readonly RegistryModuleDependencyType[]

  @Field(() => [RegistryModuleDependencyType], {
    nullable: true,
    description:
      'Calls whose source is an expression, so that only the values of a caller say which module it is. Null of versions published before this was read.',
  })
  computedCalls?: readonly RegistryModuleDependencyType[] | undefined

  @Field(() => [RegistryModuleEngineRequirementType], {
    nullable: true,
    description:
      'What it requires of engines by their names, in a `language` block. Null of versions published before this was read.',
  })
  engineConstraints?: readonly RegistryModuleEngineRequirementType[] | undefined

  @Field(() => [RegistryModuleProviderRequirementType])
  providers!: readonly RegistryModuleProviderRequirementType[]

  @Field(() => [RegistryModuleResourceType], { description: 'Managed ones.' })
  resources!: readonly RegistryModuleResourceType[]
}

@ObjectType('RegistryModuleContents')
export class RegistryModuleContentsType {
  @Field(() => RegistryModulePartType)
  root!: RegistryModulePartType

  @Field(() => [RegistryModulePartType], { description: 'The folders below `modules/`, by path.' })
  submodules!: readonly RegistryModulePartType[]

  @Field(() => [RegistryModulePartType], { description: 'The folders below `examples/`, by path.' })
  examples!: readonly RegistryModulePartType[]
}

export function toContentsType(contents: ModuleContents | undefined): RegistryModuleContentsType | null {
  if (!contents?.root) return null
  const { root, submodules, examples } = contents
  return {
    root: toPartType(root),
    submodules: submodules.map(toPartType),
    examples: examples.map(toPartType),
  }
}

/** The things that are answered at a stretch. */
const thingsAtOnce = 250

/** The same with its lists in slices, so that other requests have their turn while it is answered. */
export function inSlices({
  root,
  submodules,
  examples,
}: RegistryModuleContentsType): RegistryModuleContentsType {
  const slices = new Slices(thingsAtOnce)
  // The library waits for each item of a list that is a promise, whatever the list says of its items.
  const cut = <T>(items: readonly T[]) => slices.cut(items) as readonly T[]
  const cutPart = (part: RegistryModulePartType): RegistryModulePartType => ({
    ...part,
    inputs: cut(part.inputs),
    outputs: cut(part.outputs),
    dependencies: cut(part.dependencies),
    providers: cut(part.providers),
    resources: cut(part.resources),
  })
  return {
    root: cutPart(root),
    submodules: cut(submodules.map(cutPart)),
    examples: cut(examples.map(cutPart)),
  }
}

function toPartType({
  provider_dependencies: providers,
  computed_calls: computedCalls,
  engine_constraints: engineConstraints,
  ...part
}: ModulePartDocument): RegistryModulePartType {
  return { ...part, providers, computedCalls, engineConstraints }
}
