import { Extensions, Field, InputType, Int, ObjectType } from 'type-graphql'
import { allKeptOf, type Workspace, type WorkspaceOrder } from '../../domain/workspaces/workspace.js'
import {
  EngineVersionStatusType,
  toEngineVersionStatusType,
} from '../engine-versions/engine-versions.types.js'
import { KeptSettingType, toKeptSettings } from '../kept-settings.types.js'
import { ActInput, changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { ChangeableThingType } from '../things.types.js'

@ObjectType('WorkspaceTag')
class WorkspaceTagType {
  @Field(() => String)
  key!: string

  @Field(() => String, { nullable: true, description: 'Null for a key alone.' })
  value!: string | null
}

@ObjectType('Workspace')
export class WorkspaceType extends ChangeableThingType {
  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => String, {
    description: 'As it was written: an exact version, `latest`, or a constraint such as `~> 1.9.0`.',
  })
  engineVersion!: string

  @Field(() => String, { description: 'The number of the version it uses.' })
  resolvedEngineVersion!: string

  @Field(() => EngineVersionStatusType, { description: 'How that version stands now.' })
  engineVersionStatus!: EngineVersionStatusType

  @Field(() => Boolean, { description: 'Whether its state can be written by the holder of its lock alone.' })
  locked!: boolean

  @Field(() => Date, { nullable: true })
  lockedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'The name of the holder of its lock.' })
  lockedBy!: string | null

  @Field(() => String, { nullable: true })
  lockReason!: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'In its current state; null where they cannot be counted here.',
  })
  resourceCount!: number | null

  @Field(() => Date, {
    nullable: true,
    description: 'The time of its current state; null before the first.',
  })
  stateWrittenAt!: Date | null

  @Extensions({ most: 100 })
  @Field(() => [String], { description: 'The keys of its tags.' })
  tagNames!: readonly string[]

  @Extensions({ most: 100 })
  @Field(() => [WorkspaceTagType], { description: 'By key.' })
  tags!: readonly WorkspaceTagType[]

  @Field(() => [KeptSettingType], {
    description: 'What clients set and compare, by name; without effect here.',
  })
  keptSettings!: readonly KeptSettingType[]

  /** The sources for the resolvers of `organization` and of what the caller may do; no fields of the schema. */
  organizationId!: string
  lock!: Workspace['lock']
}

export function toWorkspaceType(workspace: Workspace): WorkspaceType {
  const { lock, tags } = workspace
  return {
    ...workspace,
    engineVersionStatus: toEngineVersionStatusType(workspace.engineVersionStatus),
    locked: lock !== null,
    lockedAt: lock?.at ?? null,
    lockedBy: lock?.by.name ?? null,
    lockReason: lock?.reason ?? null,
    keptSettings: toKeptSettings(allKeptOf(workspace)),
    tagNames: tags.map(({ key }) => key),
  }
}

export const WorkspaceConnection = connectionOf(WorkspaceType)

export const WorkspaceOrderInput = orderOf<WorkspaceOrder>('Workspace', {
  NAME: 'name',
  ENGINE_VERSION: 'engineVersion',
  ORGANIZATION: 'organization',
  CREATED_AT: 'created',
})

@InputType()
export class SiteWorkspaceFilter {
  @Field(() => String, {
    nullable: true,
    description: 'The number of the version that wrote its current state.',
  })
  writtenBy?: string

  @Field(() => String, { nullable: true, description: 'A part of the name.' })
  search?: string

  @Field(() => String, { nullable: true, description: 'The number of the version it uses.' })
  engineVersion?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its engine version is deprecated or disabled.',
  })
  needsUpgrade?: boolean
}

const askedVersion =
  'An exact known version, `latest`, or a constraint such as `~> 1.9.0`; the last two are kept as written.'

@InputType()
class WorkspaceAttributes {
  @Field(() => String, { nullable: true, description: askedVersion })
  engineVersion?: string | null

  @Field(() => String, { nullable: true })
  description?: string | null
}

@InputType({ description: 'On the newest version unless it says otherwise.' })
export class WorkspaceCreateInput extends WorkspaceAttributes {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String)
  name!: string
}

@InputType()
class WorkspaceTagInput {
  @Field(() => String)
  key!: string

  @Field(() => String, { nullable: true, description: 'Null or empty for a key alone.' })
  value?: string | null
}

@InputType({ description: 'What is absent stays; null unsets the description.' })
export class WorkspaceUpdateInput extends changeOf(WorkspaceAttributes) {
  @Field(() => [WorkspaceTagInput], {
    nullable: true,
    description: 'In place of all that it has; at most 100.',
  })
  tags?: readonly WorkspaceTagInput[] | null

  @Field(() => String, { nullable: true })
  name?: string | null
}

@InputType()
export class WorkspaceActInput extends ActInput {}

@InputType()
export class WorkspaceDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class WorkspacePayload extends Payload {
  @Field(() => WorkspaceType, { nullable: true })
  workspace?: WorkspaceType
}

@ObjectType()
export class WorkspaceDeletePayload extends DeletePayload {}
