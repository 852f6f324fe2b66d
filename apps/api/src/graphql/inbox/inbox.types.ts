import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { noticeKinds, type InboxEntry, type NoticeKind } from '../../domain/inbox/inbox-notice.js'
import { enumOf } from '../enums.js'
import { Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

const kinds = enumOf('InboxEntryKind', noticeKinds)

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
