import { sql, type RawBuilder } from 'kysely'
import { isPersonsToken, type Actor } from '../../kernel/actor.js'
import type { ModuleVisibility } from './module-sharing.js'

/** Whether the caller may use the modules of the organization `o`. */
export function isUsable(actor: Actor, visibility: ModuleVisibility): RawBuilder<boolean> {
  if (visibility === 'none') return sql<boolean>`FALSE`
  const isOpen = isOpenTo(actor, 'o')
  return visibility === 'all' ? isOpen : sql<boolean>`${isOpen} AND ${usableBy(actor)}`
}

/** As `isOpenTo` of an organization, where the table is called `o` or `c`. */
export function isOpenTo(actor: Actor, table: 'o' | 'c'): RawBuilder<boolean> {
  const isEnabled = sql<boolean>`NOT ${sql.ref(`${table}.is_disabled`)}`
  return isPersonsToken(actor)
    ? sql<boolean>`${isEnabled} AND ${sql.ref(`${table}.user_tokens_enabled`)}`
    : isEnabled
}

/** Whether the organization `o` is one of the caller's. */
export const belongsTo = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`o.id IN (SELECT c.id FROM organizations c WHERE ${isOf(actor)})`

/**
 * Whether the caller may use the modules of the organization `o`, as its own or because they are shared with its own.
 * For many at once: nothing is looked up again for each of them.
 */
function usableBy(actor: Actor): RawBuilder<boolean> {
  const enabled = sql`SELECT c.id FROM organizations c WHERE ${isOf(actor)} AND ${isOpenTo(actor, 'c')}`
  return sql<boolean>`(
    ${belongsTo(actor)}
    OR (o.global_module_sharing AND EXISTS (${enabled}))
    OR o.id IN (SELECT producer_id FROM module_consumers WHERE consumer_id IN (${enabled}))
  )`
}

/** Whether the organization `o` shares with one of the caller's and is none of them. */
export const isSharedWith = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${sharedWith(actor)} AND NOT ${belongsTo(actor)})`

/** Whether the organization `o` shares with one of the caller's. */
export function sharedWith(actor: Actor): RawBuilder<boolean> {
  const mine = sql`SELECT FROM organizations c WHERE ${isOpenTo(actor, 'c')} AND ${isOf(actor)}`
  return sql<boolean>`(
    (o.global_module_sharing AND EXISTS (${mine}))
    OR EXISTS (${mine} AND c.id IN (SELECT consumer_id FROM module_consumers WHERE producer_id = o.id))
  )`
}

/** Whether the caller belongs to the organization `c`. */
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
