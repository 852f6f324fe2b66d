import { sql, type NotNull, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { ownersTeam } from '../organizations/organization.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { NewNotice, NoticeKind } from './inbox-notice.js'

/** A notice that is not delivered to everyone yet. */
export interface PendingNotice {
  readonly id: bigint
  readonly kind: NoticeKind
  /** The id of the last person who has it; people are notified in the order of their ids. */
  readonly deliveredUpTo: string
}

/** The notices of inboxes, and their audiences. */
export class InboxNoticesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Adds notices, without those of things that do not exist any longer. */
  async add(tx: OperationContext, notices: readonly NewNotice[]): Promise<void> {
    const database = this.database.of(tx)
    const { actor, clock } = tx
    const versionIds = notices.flatMap(({ moduleVersionId = [] }) => moduleVersionId)
    const versions = await database.moduleVersion.findMany({
      where: { id: { in: versionIds } },
      select: { id: true, moduleId: true },
    })
    const keys = notices.flatMap(({ organizationName = [] }) => organizationName).map(toKey)
    const organizations = await database.organization.findMany({
      where: { nameKey: { in: keys } },
      select: { id: true, nameKey: true },
    })
    const modules = new Map(versions.map(({ id, moduleId }) => [id, moduleId]))
    const named = new Map(organizations.map(({ id, nameKey }) => [nameKey, id]))
    const rows = notices.flatMap(({ moduleVersionId, organizationName, facts = {}, ...notice }) => {
      const moduleId = modules.get(moduleVersionId ?? '') ?? null
      const organizationId = notice.organizationId ?? named.get(toKey(organizationName ?? '')) ?? null
      if (moduleVersionId !== undefined && moduleId === null) return []
      if (organizationName !== undefined && organizationId === null) return []
      const actorId = actor.type === 'user' ? actor.id : null
      return [{ ...notice, at: clock.now(), actorId, moduleId, organizationId, facts: { ...facts } }]
    })
    if (rows.length > 0) await database.inboxNotice.createMany({ data: rows, skipDuplicates: true })
  }

  /** Adds a notice for each token of a person that ends within this time and lasts longer than it: once each. */
  async addExpiringTokens(ctx: OperationContext, within: number): Promise<void> {
    const now = ctx.clock.now()
    const soon = new Date(now.getTime() + within)
    await this.database.of(ctx).$executeRaw`
      INSERT INTO inbox_notices (key, kind, at, token_id, user_id)
      SELECT 'token-expires ' || id, 'token-expires', ${now}, id, user_id FROM authentication_tokens
      WHERE user_id IS NOT NULL AND expires_at > ${now} AND expires_at <= ${soon}
        AND expires_at - created_at > ${within / 1000} * interval '1 second'
      ON CONFLICT (key) DO NOTHING`
  }

  /** Locks the oldest notice that is pending and that no other process is about to deliver. */
  async lockPending(tx: OperationContext): Promise<PendingNotice | undefined> {
    const oldest = db
      .selectFrom('inbox_notices')
      .select(['id', sql<NoticeKind>`kind`.as('kind'), 'told_up_to as deliveredUpTo'])
      .where('told_up_to', 'is not', null)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .$narrowType<{ deliveredUpTo: NotNull }>()
    const [row] = await rowsOf(this.database.of(tx), oldest)
    return row
  }

  /** Puts a notice into the inboxes of the next people, at most this number, and marks how far it is delivered. */
  async deliver(
    tx: OperationContext,
    { id, kind, deliveredUpTo }: PendingNotice,
    most: number,
  ): Promise<void> {
    const isOther = sql<boolean>`a.user_id > ${deliveredUpTo} AND a.user_id IS DISTINCT FROM n.actor_id`
    const people = db
      .selectFrom('inbox_notices as n')
      .crossJoinLateral(sql<{ user_id: string }>`(${audiences[kind]})`.as('a'))
      .select('a.user_id')
      .distinct()
      .where('n.id', '=', id)
      .where(isOther)
      .orderBy('a.user_id')
      .limit(most)
    const upTo = sql<string | null>`(
      SELECT CASE WHEN count(*) < ${most} THEN NULL ELSE max(user_id) END FROM next)`
    const delivery = db
      .with('next', () => people)
      .with('delivered', (known) =>
        known
          .insertInto('inbox_entries')
          .columns(['user_id', 'notice_id'])
          .expression(known.selectFrom('next').select(['user_id', sql`${id}::bigint`.as('notice_id')]))
          .onConflict((conflict) => conflict.doNothing()),
      )
      .updateTable('inbox_notices')
      .set({ told_up_to: upTo })
      .where('id', '=', id)
      .returning('id')
    await rowsOf(this.database.of(tx), delivery)
  }

  /** Deletes entries of notices from before then, then the notices: at most this number each. Returns the larger number. */
  async prune(ctx: OperationContext, before: Date, most: number): Promise<number> {
    const entries = await this.database.of(ctx).$executeRaw`
      DELETE FROM inbox_entries WHERE (user_id, notice_id) IN (
        SELECT e.user_id, e.notice_id FROM inbox_notices n JOIN inbox_entries e ON e.notice_id = n.id
        WHERE n.at < ${before} LIMIT ${most})`
    const notices = await this.database.of(ctx).$executeRaw`
      DELETE FROM inbox_notices WHERE id IN (
        SELECT n.id FROM inbox_notices n WHERE n.at < ${before}
          AND NOT EXISTS (SELECT FROM inbox_entries e WHERE e.notice_id = n.id) ORDER BY n.at LIMIT ${most})`
    return Math.max(entries, notices)
  }
}

const toKey = (name: string): string => name.toLowerCase()

/** The owners of an organization. */
const ownersOf = (organizationId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT tm.user_id FROM teams t JOIN team_members tm ON tm.team_id = t.id
  WHERE t.organization_id = ${organizationId} AND t.name_key = ${ownersTeam}`

/** People who followed the module when it happened. */
const followers = sql`
  SELECT f.user_id FROM module_follows f WHERE f.module_id = n.module_id AND f.followed_at <= n.at`

/** Followers, and owners of organizations whose tokens downloaded this version in the last 30 days. */
const followersAndUsers = sql`
  ${followers} UNION ALL
  SELECT tm.user_id FROM teams t JOIN team_members tm ON tm.team_id = t.id
  WHERE t.name_key = ${ownersTeam} AND t.organization_id IN (
    SELECT d.organization_id FROM module_downloads d
    WHERE d.module_id = n.module_id AND d.version = n.facts ->> 'version' AND d.day > n.at::date - 30)`

const ownersOfIts = ownersOf(sql`n.organization_id`)

const ownersUsingEngine = sql`
  SELECT tm.user_id FROM teams t JOIN team_members tm ON tm.team_id = t.id
  WHERE t.name_key = ${ownersTeam} AND t.organization_id IN (
    SELECT w.organization_id FROM workspaces w WHERE w.engine_version_id = n.engine_version_id)`

/** The person who has the address of the invitation. An address that only another invitation proved does not count. */
const invitedPerson = sql`
  SELECT u.id AS user_id FROM organization_memberships ou JOIN users u ON u.email_key = ou.email_key
  WHERE ou.id = n.membership_id AND u.email_proof <> 'invitation'`

/** Site administrators, if an organization has the name that was typed. */
const administrators = sql`
  SELECT u.id AS user_id FROM users u WHERE u.is_site_admin AND EXISTS (
    SELECT FROM organization_names o WHERE o.name_key = lower(n.facts ->> 'producer' COLLATE "C"))`

const thePerson = sql`SELECT n.user_id WHERE n.user_id IS NOT NULL`

/** The people who get the notice `n`, by kind. */
const audiences: Readonly<Record<NoticeKind, RawBuilder<unknown>>> = {
  'module-version-published': followers,
  'module-version-deprecated': followersAndUsers,
  'module-version-revoked': followersAndUsers,
  'module-share-ended': ownersOfIts,
  'provider-share-ended': ownersOfIts,
  'engine-version-deprecated': ownersUsingEngine,
  'engine-version-disabled': ownersUsingEngine,
  'token-expires': thePerson,
  invited: invitedPerson,
  'sharing-requested': administrators,
  'sharing-request-granted': thePerson,
  'sharing-request-declined': thePerson,
}
