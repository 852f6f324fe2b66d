import { Field, InputType, Int, ObjectType } from 'type-graphql'
import type { SharingProposal } from '../../domain/module-sharing/module-sharing.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'

@ObjectType('DisableConsequences', { description: 'In numbers.' })
export class DisableConsequencesType {
  @Field(() => Int)
  workspaces!: number

  @Field(() => Int)
  teams!: number

  @Field(() => Int, { description: 'Those who are invited do not count.' })
  members!: number

  @Field(() => Int)
  modules!: number

  @Field(() => Int)
  providers!: number

  @Field(() => Int, { description: 'Other organizations that can no longer use its modules.' })
  consumersLosing!: number
}

@InputType({ description: 'A change that is only thought of; what is absent stays.' })
export class SharingPreviewInput {
  @Field(() => Boolean, { nullable: true })
  globalModuleSharing?: boolean | null

  @Field(() => [String], {
    nullable: true,
    description: 'Names of organizations; a list ends sharing with all. Unknown names count for nothing.',
  })
  consumers?: string[] | null
}

@ObjectType('SharingPreview')
export class SharingPreviewType {
  /** For the resolvers of its lists; no fields of the schema. */
  source!: AdminOrganization
  proposal!: SharingProposal
}
