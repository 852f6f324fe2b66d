import { Field, ID, ObjectType } from 'type-graphql'
import type { Workspace } from '../domain/workspaces/workspace.js'
import { connectionOf } from './page.types.js'

@ObjectType('Workspace')
export class WorkspaceType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => Date)
  createdAt!: Date

  /** For the resolver of `organization`; no field of the schema. */
  organizationId!: string
}

export const toWorkspaceType = ({ id, name, createdAt, organizationId }: Workspace): WorkspaceType => ({
  id,
  name,
  createdAt,
  organizationId,
})

@ObjectType('WorkspaceConnection')
export class WorkspaceConnection extends connectionOf(WorkspaceType) {}
