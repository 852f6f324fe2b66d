import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { literally } from '../../kernel/search.js'
import { isSharedProvider } from '../registry-providers/registry-providers.store.js'
import { isOpenTo } from '../registry-sharing/registry-visibility.store.js'
import type { Visibility } from '../organizations/organization.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { mostOfKind, type SearchHit, type SearchHitKind, type SearchScope } from './search.js'

/** One kind of thing that has a name. */
interface Kind {
  readonly kind: SearchHitKind
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  /** The names in lower case; the first one orders what is found. */
  readonly keys: readonly [RawBuilder<string>, ...RawBuilder<string>[]]
  readonly organization?: RawBuilder<unknown>
  /** The organization that a thing belongs to or is. */
  readonly organizationId?: RawBuilder<unknown>
  readonly detail?: RawBuilder<unknown>
  readonly deprecationStatus?: RawBuilder<unknown>
  readonly isDisabled?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

export class SearchStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds what has the text in its name, a few of each kind, in one statement. */
  async findByName(ctx: OperationContext, scope: SearchScope, text: string): Promise<SearchHit[]> {
    const found = kindsIn(scope, ctx).map((kind) => sql`(${hitsOf(kind, text.toLowerCase())})`)
    const hits = sql<SearchHit>`(${sql.join(found, sql` UNION ALL `)})`
    return rowsOf(this.database.of(ctx), db.selectFrom(hits.as('hits')).selectAll())
  }
}

function hitsOf(kind: Kind, text: string): RawBuilder<unknown> {
  const [key] = kind.keys
  const part = `%${literally(text)}%`
  const isNamed = sql.join(
    kind.keys.map((each) => sql`${each} LIKE ${part}`),
    sql` OR `,
  )
  return sql`
    SELECT ${sql.lit(kind.kind)}::text AS kind, ${kind.id} AS id, ${kind.name} AS name,
      ${kind.organization ?? sql`null::text`} AS organization,
      ${kind.organizationId ?? (kind.organization ? sql`o.id` : sql`null::text`)} AS "organizationId",
      ${kind.detail ?? sql`null::text`} AS detail,
      ${kind.deprecationStatus ?? sql`null`}::text AS "deprecationStatus",
      ${kind.isDisabled ?? sql`FALSE`} AS "isDisabled", count(*) OVER ()::int AS total
    FROM ${kind.from}
    WHERE (${isNamed}) AND ${kind.where}
    ORDER BY ${key} NOT LIKE ${`${literally(text)}%`}, length(${key}), ${key}, ${kind.id}
    LIMIT ${sql.lit(mostOfKind)}`
}

/** Kinds of hits in the order of the answer. */
function kindsIn(scope: SearchScope, ctx: OperationContext): Kind[] {
  const { actor } = ctx
  const within = (visibility: Visibility) =>
    visibility === 'all' ? isOpenTo(actor, 'o') : sql<boolean>`o.id = ${any(visibility)}`
  return [
    ...(scope.engineVersions ? [engineVersions] : []),
    organizations(scope.siteOrganizations ? sql`TRUE` : within(scope.organizations)),
    // Who may look at all users need not look for them in each organization.
    scope.users ? users : members(within(scope.memberships)),
    kindByName('team', sql`teams`, within(scope.teams)),
    kindByName('workspace', sql`workspaces`, within(scope.workspaces)),
    providers('provider', within(scope.providers)),
    ...(scope.sharedProviders ? [providers('shared-provider', isSharedProvider(ctx))] : []),
    signingKeys(within(scope.providers)),
  ]
}

const engineVersions: Kind = {
  kind: 'engine-version',
  from: sql`engine_versions v`,
  id: sql`v.id`,
  name: sql`v.version`,
  keys: [sql`v.version`],
  deprecationStatus: sql`CASE WHEN v.deprecated THEN 'deprecated' END`,
  isDisabled: sql`NOT v.enabled`,
  where: sql`TRUE`,
}

const users: Kind = {
  kind: 'user',
  from: sql`users u`,
  id: sql`u.id`,
  name: sql`u.username`,
  keys: [sql`u.username_key`, sql`u.email_key`],
  detail: sql`u.email`,
  isDisabled: sql`u.suspended_at IS NOT NULL`,
  where: sql`TRUE`,
}

const organizations = (where: RawBuilder<unknown>): Kind => ({
  kind: 'organization',
  from: sql`organizations o`,
  id: sql`o.id`,
  name: sql`o.name`,
  keys: [sql`o.name_key`],
  organizationId: sql`o.id`,
  isDisabled: sql`o.is_disabled`,
  where,
})

const members = (where: RawBuilder<unknown>): Kind => ({
  kind: 'member',
  from: sql`organization_memberships m JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN users u ON u.id = m.user_id`,
  id: sql`m.id`,
  name: sql`coalesce(u.username, m.email)`,
  keys: [sql`coalesce(u.username_key, m.email_key)`, sql`u.email_key`],
  organization: sql`o.name`,
  detail: sql`u.email`,
  where,
})

const kindByName = (
  kind: 'team' | 'workspace',
  table: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Kind => ({
  kind,
  from: sql`${table} t JOIN organizations o ON o.id = t.organization_id`,
  id: sql`t.id`,
  name: sql`t.name`,
  keys: [sql`t.name_key`],
  organization: sql`o.name`,
  where,
})

const providers = (kind: 'provider' | 'shared-provider', where: RawBuilder<unknown>): Kind => ({
  kind,
  from: sql`registry_providers p JOIN organizations o ON o.id = p.organization_id`,
  id: sql`p.id`,
  name: sql`p.name`,
  keys: [sql`p.name_key`, sql`p.namespace_key || '/' || p.name_key`],
  organization: sql`o.name`,
  detail: sql`p.namespace`,
  deprecationStatus: sql`p.deprecation`,
  where,
})

const signingKeys = (where: RawBuilder<unknown>): Kind => ({
  kind: 'signing-key',
  from: sql`gpg_keys k JOIN organizations o ON o.id = k.organization_id`,
  id: sql`k.id`,
  name: sql`k.key_id`,
  keys: [sql`lower(k.key_id)`],
  organization: sql`o.name`,
  where,
})
