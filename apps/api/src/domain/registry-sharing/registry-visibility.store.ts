import { sql, type RawBuilder } from 'kysely'
import { isPersonsToken, type Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { SharedKind } from '../organizations/shares.js'
import { sharesOf, withAllOf } from '../organizations/shares.store.js'
import type { RegistryVisibility } from './registry-sharing.js'

/** The caller and the time: a share that has ended does not count, though its row may still exist. */
export type CallerContext = Pick<OperationContext, 'actor' | 'clock'>

/** Condition that the caller may use what the organization `o` has of this kind. */
export function isUsable(
  ctx: CallerContext,
  visibility: RegistryVisibility,
  kind: SharedKind,
): RawBuilder<boolean> {
  if (visibility === 'none') return sql<boolean>`FALSE`
  const isOpen = isOpenTo(ctx.actor, 'o')
  return visibility === 'all' ? isOpen : sql<boolean>`${isOpen} AND ${usableBy(ctx, kind)}`
}

/** Condition like `isOpenTo` for an organization whose table is called `o` or `c`. */
export function isOpenTo(actor: Actor, table: 'o' | 'c'): RawBuilder<boolean> {
  const isEnabled = sql<boolean>`NOT ${sql.ref(`${table}.is_disabled`)}`
  return isPersonsToken(actor)
    ? sql<boolean>`${isEnabled} AND ${sql.ref(`${table}.user_tokens_enabled`)}`
    : isEnabled
}

/** Condition that the organization `o` is one of the caller's. */
export const belongsTo = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`o.id IN (SELECT c.id FROM organizations c WHERE ${isOf(actor)})`

/**
 * Condition that the caller may use what the organization `o` has, own or shared; for many, all is looked up
 * once.
 */
function usableBy(ctx: CallerContext, kind: SharedKind): RawBuilder<boolean> {
  const { actor } = ctx
  const enabled = sql`SELECT c.id FROM organizations c WHERE ${isOf(actor)} AND ${isOpenTo(actor, 'c')}`
  return sql<boolean>`(
    ${belongsTo(actor)}
    OR (${withAllOf(kind)} AND EXISTS (${enabled}))
    OR o.id IN (SELECT s.producer_id FROM ${sharesOf(kind, ctx)} s WHERE s.consumer_id IN (${enabled}))
  )`
}

/** Condition that the organization `o` shares with one of the caller's and is not one itself. */
export const isSharedWith = (ctx: CallerContext, kind: SharedKind): RawBuilder<boolean> =>
  sql<boolean>`(${sharedWith(ctx, kind)} AND NOT ${belongsTo(ctx.actor)})`

/** Condition that the organization `o` shares with one of the caller's. */
export function sharedWith(ctx: CallerContext, kind: SharedKind): RawBuilder<boolean> {
  const { actor } = ctx
  const mine = sql`SELECT FROM organizations c WHERE ${isOpenTo(actor, 'c')} AND ${isOf(actor)}`
  return sql<boolean>`(
    (${withAllOf(kind)} AND EXISTS (${mine}))
    OR EXISTS (${mine} AND c.id IN (SELECT s.consumer_id FROM ${sharesOf(kind, ctx)} s WHERE s.producer_id = o.id))
  )`
}

/** Condition that the organization `o` shares with another one, and is available to it. */
export const sharesWith = (
  ctx: Pick<OperationContext, 'clock'>,
  kind: SharedKind,
  consumerId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`o.id <> ${consumerId} AND NOT o.is_disabled AND (
  ${withAllOf(kind)}
  OR EXISTS (SELECT FROM ${sharesOf(kind, ctx)} c WHERE c.producer_id = o.id AND c.consumer_id = ${consumerId}))`

/** Condition that the caller belongs to the organization `c`. */
export function isOf(actor: Actor): RawBuilder<boolean> {
  switch (actor.type) {
    case 'user':
      return sql<boolean>`c.id IN (
        SELECT organization_id FROM organization_memberships WHERE user_id = ${actor.id} AND status = 'active'
        UNION ALL
        SELECT t.organization_id FROM team_members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = ${actor.id}
      )`
    case 'team':
      return sql<boolean>`c.id = ${actor.organizationId}`
    case 'organization':
      return sql<boolean>`c.id = ${actor.id}`
    default:
      return sql<boolean>`FALSE`
  }
}
