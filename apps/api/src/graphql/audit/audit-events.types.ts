import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import {
  auditEvent,
  changesOf,
  longestAuditList,
  mostChanges,
  type AuditChange,
  type AuditEvent,
  type AuditEventFilter,
} from '../../domain/audit/audit-event.js'
import { enumOf } from '../enums.js'
import { JsonScalar } from '../json.js'
import { connectionOf, orderOf } from '../page.types.js'
import { NamedThingType, ThingType } from '../things.types.js'

const actorTypes = enumOf('AuditActorType', auditEvent.shape.actorType.options, {
  description: 'SYSTEM is the platform itself, NOBODY an anonymous caller.',
})

const faces = enumOf('AuditFace', auditEvent.shape.face.options, {
  description: 'The interface of the request.',
})

export const AuditEventOrderInput = orderOf('AuditEvent', { AT: 'at' } as const)

@ObjectType('AuditActor', { description: 'The actor of an event, as it was named then.' })
export class AuditActorType {
  @Field(() => actorTypes)
  type!: AuditEvent['actorType']

  @Field(() => ID, { nullable: true, description: 'Null for SYSTEM and NOBODY.' })
  id!: string | null

  @Field(() => String)
  name!: string
}

@ObjectType('AuditTarget', { description: 'The target of an event, as it was named then.' })
export class AuditTargetType extends NamedThingType {
  @Field(() => String, { description: 'Such as `engine-version`.' })
  type!: string
}

@ObjectType('AuditOrganization', { description: 'Where it was done.' })
export class AuditOrganizationType extends ThingType {
  @Field(() => String, { nullable: true, description: 'What it is called now; null when it is gone.' })
  name!: string | null
}

@ObjectType('AuditChange', { description: 'A fact that an event changed.' })
export class AuditChangeType implements AuditChange {
  @Field(() => String)
  name!: string

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Null also for what is neither a number, nor true or false, nor a short text.',
  })
  before!: unknown

  @Field(() => JsonScalar, { nullable: true, description: 'The same.' })
  after!: unknown
}

@ObjectType('AuditEvent', { description: 'Something that was done; it never changes.' })
export class AuditEventType extends ThingType {
  @Field(() => Date)
  at!: Date

  @Field(() => String, { description: 'An area and a verb, such as `engine-version.create`.' })
  action!: string

  @Field(() => AuditActorType)
  actor!: AuditActorType

  @Field(() => AuditTargetType)
  target!: AuditTargetType

  @Field(() => AuditOrganizationType, { nullable: true })
  organization!: AuditOrganizationType | null

  @Field(() => String, { nullable: true, description: 'The token or the session that it was done by.' })
  tokenId!: string | null

  @Field(() => faces)
  face!: AuditEvent['face']

  @Field(() => String, { nullable: true, description: 'Where the request came from.' })
  address!: string | null

  @Field(() => String)
  requestId!: string

  @Field(() => Boolean, { description: 'A site administrator acted as an owner of the organization.' })
  administratorOverride!: boolean

  @Field(() => JsonScalar, { nullable: true, description: 'By the names of the facts.' })
  before!: unknown

  @Field(() => JsonScalar, { nullable: true, description: 'By the names of the facts.' })
  after!: unknown

  @Extensions({ most: mostChanges })
  @Field(() => [AuditChangeType], {
    description: `What differs between the two; ${mostChanges} facts at most.`,
  })
  changes!: readonly AuditChangeType[]

  @Field(() => String, { nullable: true })
  reason!: string | null
}

export function toAuditEventType(event: AuditEvent): AuditEventType {
  const { organizationId, organizationName } = event
  return {
    ...event,
    actor: { type: event.actorType, id: event.actorId, name: event.actorName },
    target: { type: event.subjectType, id: event.subjectId, name: event.subjectName },
    organization: organizationId === null ? null : { id: organizationId, name: organizationName },
    tokenId: event.credentialId,
    changes: changesOf(event),
  }
}

@ObjectType('AuditEventConnection')
export class AuditEventConnection extends connectionOf(AuditEventType) {
  @Field(() => Boolean, {
    description: `Whether more match than the ${longestAuditList.toLocaleString('en')} that the pages lead to.`,
  })
  hasMore!: boolean

  @Field(() => Int, {
    nullable: true,
    description: 'For how many whole months events are retained; null for ever.',
  })
  keptMonths!: number | null
}

@InputType({ description: 'What is absent lets everything through.' })
export class AuditEventFilterInput implements Omit<AuditEventFilter, 'subject' | 'subjectType'> {
  @Field(() => String, {
    nullable: true,
    description:
      'A part of the action, of the name of actor or target, of the reason or the address; or a whole id.',
  })
  search?: string

  @Field(() => String, {
    nullable: true,
    description: 'An action, such as `team.update`, or an area: `team`.',
  })
  action?: string

  @Field(() => String, { nullable: true, description: 'An id, or a name in any case.' })
  actor?: string

  @Field(() => String, { nullable: true, description: 'Such as `engine-version`.' })
  targetType?: string

  @Field(() => String, {
    nullable: true,
    description: 'An id, or a name in any case; the address of a module or a provider includes its versions.',
  })
  target?: string

  @Field(() => String, { nullable: true, description: 'An id, or a name, also a former one.' })
  organization?: string

  @Field(() => String, { nullable: true })
  requestId?: string

  @Field(() => Boolean, { nullable: true })
  administratorOverride?: boolean

  @Field(() => Date, { nullable: true, description: 'From this moment on.' })
  from?: Date

  @Field(() => Date, { nullable: true, description: 'Before this moment.' })
  until?: Date
}
