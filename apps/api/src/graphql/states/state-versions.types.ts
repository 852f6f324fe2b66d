import { Extensions, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import {
  resourceModes,
  stateForms,
  stateVersionStatuses,
  type StateOutput,
  type StateResources,
  type StateVersion,
} from '../../domain/states/state.js'
import { stateAuthorTypes, type StateAuthor } from '../../domain/workspaces/workspace-lock.js'
import { stateChangeKinds, type StateChange } from '../../domain/states/state-comparison.js'
import { enumOf } from '../enums.js'
import { JsonScalar } from '../json.js'
import { ActInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { CreatedThingType, NamedThingType } from '../things.types.js'

const StateVersionStatus = enumOf('StateVersionStatus', stateVersionStatuses, {
  description: 'PENDING: its bytes are not there yet. DISCARDED: they never came while the lock lasted.',
})

const StateForm = enumOf('StateForm', stateForms, {
  description:
    'Whether its contents are counted. UNKNOWN: they cannot be read here. ENCRYPTED: the client encrypted it.',
})

const StateResourceMode = enumOf('StateResourceMode', resourceModes)

const StateAuthorKind = enumOf('StateAuthorKind', stateAuthorTypes)

@ObjectType('StateAuthor', { description: 'Who wrote a state, by the name of that time.' })
export class StateAuthorType extends NamedThingType {
  @Field(() => StateAuthorKind)
  type!: StateAuthor['type']
}

@ObjectType('StateResources', { description: 'Resources of one type in one module, by one provider.' })
class StateResourcesType {
  @Field(() => StateResourceMode)
  mode!: StateResources['mode']

  @Field(() => String)
  type!: string

  @Field(() => String, { description: 'The address of the module; empty for the root.' })
  module!: string

  @Field(() => String, { description: 'The address of the provider.' })
  provider!: string

  @Field(() => Int)
  count!: number
}

@ObjectType('StateResource', { description: 'One managed resource of a state, by its names; never a value.' })
export class StateResourceType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'As the engine writes it.' })
  address!: string

  @Field(() => String, { description: 'The address of its module; `root` for the root.' })
  module!: string

  @Field(() => String)
  type!: string

  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true, description: 'The key among several, as JSON; null for one alone.' })
  index!: string | null

  @Field(() => String, { description: 'Namespace and type of its provider.' })
  provider!: string
}

export const StateResourceConnection = connectionOf(StateResourceType)

@ObjectType('StateVersion', { description: 'One state of a workspace; never a value.' })
export class StateVersionType extends CreatedThingType {
  @Field(() => StateVersionStatus)
  status!: StateVersion['status']

  @Field(() => Boolean)
  isCurrent!: boolean

  @Field(() => Float)
  serial!: number

  @Field(() => String, { nullable: true })
  lineage!: string | null

  @Field(() => String)
  md5!: string

  @Field(() => Int, { nullable: true, description: 'In bytes.' })
  size!: number | null

  @Field(() => String, { nullable: true, description: 'The engine version that wrote it.' })
  engineVersion!: string | null

  @Field(() => StateForm)
  form!: StateVersion['form']

  @Field(() => Int, { nullable: true, description: 'Without data sources; null where they are not counted.' })
  resourceCount!: number | null

  @Extensions({ most: 10 })
  @Field(() => [String], { description: 'What is worth telling of it, in sentences.' })
  warnings!: readonly string[]

  @Extensions({ most: 1000 })
  @Field(() => [StateResourcesType], { nullable: true, description: 'Null in lists of states.' })
  resources!: readonly StateResourcesType[] | null

  @Field(() => Boolean, { description: 'Whether there are more kinds of resources than are listed.' })
  resourcesAreCut!: boolean

  @Field(() => StateAuthorType)
  createdBy!: StateAuthorType

  @Field(() => Date, { nullable: true })
  finalizedAt!: Date | null

  /** The sources for the resolvers; no fields of the schema. */
  storageKey!: string | null
  workspaceId!: string
  rolledBackToId!: string | null
}

export function toStateVersionType({ contents, ...version }: StateVersion): StateVersionType {
  return { ...version, resources: contents?.resources ?? null, resourcesAreCut: contents?.isCut ?? false }
}

export const StateVersionConnection = connectionOf(StateVersionType)

@ObjectType('StateOutput')
export class StateOutputType extends NamedThingType {
  @Field(() => Boolean)
  sensitive!: boolean

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'As the engine writes types: `"string"`, `["list", "string"]`. Null where it is longer than 64 KiB.',
  })
  type!: unknown

  @Field(() => String, {
    nullable: true,
    description: 'As JSON, with every digit that was sent. Null where it is sensitive, or omitted.',
  })
  value!: string | null

  @Field(() => Boolean, {
    description: 'Whether the value is larger than 1 MiB, or would make the page larger than 7 MiB.',
  })
  valueOmitted!: boolean
}

/** Converts an output; a sensitive value is not shown, whatever was read. */
export const toStateOutputType = ({ value, ...output }: StateOutput): StateOutputType => ({
  ...output,
  value: output.sensitive ? null : value,
})

export const StateOutputConnection = connectionOf(StateOutputType)

@InputType()
export class StateVersionRollBackInput extends ActInput {}

@ObjectType()
export class StateVersionPayload extends Payload {
  @Field(() => StateVersionType, { nullable: true })
  stateVersion?: StateVersionType
}

const StateChangeKind = enumOf('StateChangeKind', stateChangeKinds)

@ObjectType('StateChangeCounts')
export class StateChangeCountsType {
  @Field(() => Int)
  added!: number

  @Field(() => Int)
  changed!: number

  @Field(() => Int)
  removed!: number
}

@ObjectType('StateChange', { description: 'A resource or an output; never a value.' })
class StateChangeType {
  @Field(() => StateChangeKind)
  kind!: StateChange['kind']

  @Field(() => String, { description: 'As the engine writes it.' })
  address!: string

  @Field(() => String, { nullable: true, description: 'Of the resource; null for an output.' })
  type!: string | null
}

@ObjectType('StateComparison', { description: 'What a state changes against another one.' })
export class StateComparisonType {
  @Field(() => StateChangeCountsType, { description: 'Without data sources.' })
  resources!: StateChangeCountsType

  @Field(() => StateChangeCountsType)
  outputs!: StateChangeCountsType

  @Extensions({ most: 500 })
  @Field(() => [StateChangeType], { description: 'Resources before outputs, by address; at most 500.' })
  changes!: readonly StateChangeType[]
}
