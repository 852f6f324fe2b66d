import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { InboxEntry, NoticeKind } from '../../domain/inbox/inbox-notice.js'
import { Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

const kinds = {
  MODULE_VERSION_PUBLISHED: 'module-version-published',
  MODULE_VERSION_DEPRECATED: 'module-version-deprecated',
  MODULE_VERSION_REVOKED: 'module-version-revoked',
  MODULE_SHARE_ENDED: 'module-share-ended',
  PROVIDER_SHARE_ENDED: 'provider-share-ended',
  ENGINE_VERSION_DEPRECATED: 'engine-version-deprecated',
  ENGINE_VERSION_DISABLED: 'engine-version-disabled',
  TOKEN_EXPIRES: 'token-expires',
  INVITED: 'invited',
  SHARING_REQUESTED: 'sharing-requested',
  SHARING_REQUEST_GRANTED: 'sharing-request-granted',
  SHARING_REQUEST_DECLINED: 'sharing-request-declined',
} as const satisfies Record<string, NoticeKind>
registerEnumType(kinds, { name: 'InboxEntryKind' })

@ObjectType('InboxModule', { description: 'The address of a module.' })
class InboxModuleType {
  @Field(() => String, { description: 'The name of its organization.' })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  provider!: string
}

@ObjectType('InboxEntry', { description: 'Something that the viewer is told of.' })
export class InboxEntryType implements InboxEntry {
  @Field(() => ID)
  id!: string

  @Field(() => kinds)
  kind!: NoticeKind

  @Field(() => Date, { description: 'When it happened.' })
  at!: Date

  @Field(() => Date, { nullable: true, description: 'Null while it is unread.' })
  readAt!: Date | null

  @Field(() => InboxModuleType, { nullable: true })
  module!: InboxModuleType | null

  @Field(() => String, { nullable: true, description: 'Of the module, or of the engine.' })
  version!: string | null

  @Field(() => String, {
    nullable: true,
    description: "The name of the viewer's organization, or of the one that invites or asks.",
  })
  organization!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The name of the organization that shares or shall share, as it was then.',
  })
  producer!: string | null

  @Field(() => String, { nullable: true, description: 'What the token is described by.' })
  token!: string | null

  @Field(() => Date, { nullable: true, description: 'Of the token.' })
  expiresAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Why it was deprecated, revoked, asked or declined.' })
  reason!: string | null
}

export const InboxEntryConnection = connectionOf(InboxEntryType)

@InputType()
export class InboxFilterInput {
  @Field(() => Boolean, { nullable: true, description: 'Only what is unread.' })
  unread?: boolean | null
}

@InputType()
export class InboxEntryReadInput {
  @Field(() => ID)
  id!: string
}

@InputType()
export class InboxAllReadInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The newest entry that the viewer has seen: what came after it stays unread. Absent: all.',
  })
  upTo?: string | null
}

@ObjectType()
export class InboxPayload extends Payload {}

@ObjectType('FollowedModule', { description: 'A module whose new versions the viewer is told of.' })
export class FollowedModuleType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The name of its organization.' })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  provider!: string

  @Field(() => String, {
    nullable: true,
    description: 'The newest release; null where nothing is published.',
  })
  version!: string | null

  @Field(() => Date)
  followedAt!: Date
}

export const FollowedModuleConnection = connectionOf(FollowedModuleType)
