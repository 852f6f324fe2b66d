import { Field, InputType, ObjectType } from 'type-graphql'
import type { SharedKind } from '../../domain/organizations/shares.js'
import type { SharingProposal } from '../../domain/registry-sharing/registry-sharing.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import { sharedKindNames } from './registry-sharing.types.js'

@InputType({ description: 'A change that is only thought of; what is absent stays.' })
export class SharingPreviewInput {
  @Field(() => sharedKindNames, { defaultValue: 'modules' })
  of!: SharedKind

  @Field(() => Boolean, { nullable: true, description: 'Whether it is shared with all.' })
  withAll?: boolean | null

  @Field(() => [String], {
    nullable: true,
    description: 'Names of organizations; a list ends sharing with all. Unknown names count for nothing.',
  })
  consumers?: string[] | null
}

@ObjectType('SharingPreview')
export class SharingPreviewType {
  /** The sources for the resolvers of its lists; no fields of the schema. */
  source!: AdminOrganization
  kind!: SharedKind
  proposal!: SharingProposal
}
