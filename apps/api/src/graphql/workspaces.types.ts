import { Field, ID, ObjectType } from 'type-graphql'
import type { Workspace } from '../domain/workspaces/workspace.js'
import { connectionOf } from './page.types.js'

@ObjectType('Workspace')
export class WorkspaceType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => String, { description: 'The number of the version it uses.' })
  engineVersion!: string

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date

  /** For the resolver of `organization`; no field of the schema. */
  organizationId!: string
}

export function toWorkspaceType(workspace: Workspace): WorkspaceType {
  const { id, name, description, engineVersion, createdAt, updatedAt, organizationId } = workspace
  return { id, name, description, engineVersion, createdAt, updatedAt, organizationId }
}

@ObjectType('WorkspaceConnection')
export class WorkspaceConnection extends connectionOf(WorkspaceType) {}
