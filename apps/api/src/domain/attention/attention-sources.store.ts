import { sql, type RawBuilder } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { alarmsInForce } from '../engine-versions/feed-alarms.store.js'
import type { Visibility } from '../organizations/organization.js'
import type { PublicVersionStatus } from '../public-providers/public-provider.js'
import { lacksSql, statusSql, type SiteFacts } from '../public-providers/public-providers.store.js'
import { answerableRequests } from '../sharing-requests/sharing-requests.store.js'
import { any } from '../sql.js'
import { attentionKinds, type AttentionItem, type AttentionKind } from './attention-item.js'

/** Visibility of a caller, in each area of what needs attention. */
export interface AttentionSight {
  readonly modules: Visibility
  readonly providers: Visibility
  readonly workspaces: Visibility
  readonly memberships: Visibility
  /** The user whose tokens they are; absent for other callers. */
  readonly tokensOf: string | undefined
  readonly organizations: boolean
  readonly engineVersions: boolean
  readonly publicProviders: boolean
  /** The disk of the files, where it is too full for more of them. */
  readonly fullDisk: { readonly free: number; readonly reserve: number } | undefined
}

export interface Sources {
  readonly site: SiteFacts
  /** Hosts of origins that are asked. Offline and removed origins are not asked, so they are not unreachable. */
  readonly askedHosts: readonly string[]
}

export type ItemFacts = Omit<AttentionItem, 'assignee' | 'isMine' | 'laterUntil'> & {
  readonly place: number
  readonly weight: number | null
}

type Part = RawBuilder<unknown>

/** Selects everything that needs the attention of a caller, as one table. */
export function itemsFor(
  ctx: OperationContext,
  sight: AttentionSight,
  sources: Sources,
): RawBuilder<ItemFacts> {
  const now = ctx.clock.now()
  const parts: readonly (Part | false | undefined)[] = [
    sight.fullDisk && fullDisk(sight.fullDisk),
    ...(sight.publicProviders ? publicProviders(ctx, sources) : []),
    ...(sight.engineVersions ? [changedChecksums, failedVerifications] : []),
    isSeen(sight.modules) && failedModules(sight.modules),
    isSeen(sight.providers) && failedProviders(sight.providers),
    isSeen(sight.workspaces) && outdatedEngines(sight.workspaces),
    sight.tokensOf !== undefined && expiringTokens(sight.tokensOf, now),
    isSeen(sight.memberships) && endingInvitations(sight.memberships, now),
    ...(sight.organizations
      ? [limits('limit-reached'), limits('limit-near'), unallowedGroups, disabledOrganizations]
      : []),
    sight.organizations && sharingRequests(ctx),
  ]
  const given = parts.filter((part): part is Part => part !== false && part !== undefined)
  return sql`(${sql.join(given.length > 0 ? given : [nothing], sql` UNION ALL `)})`
}

const isSeen = (visibility: Visibility): boolean => visibility === 'all' || visibility.length > 0

const within = (visibility: Visibility): RawBuilder<boolean> =>
  visibility === 'all' ? sql`NOT o.is_disabled` : sql`o.id = ${any(visibility)}`

interface Facts {
  readonly id: Part
  readonly name: Part
  readonly at?: Part
  readonly organization?: Part
  readonly organizationId?: Part
  readonly thing?: Part
  readonly provider?: Part
  readonly version?: Part
  readonly detail?: Part
  readonly amount?: Part
  readonly limit?: Part
  /** Sorts within a kind, the heaviest first. */
  readonly weight?: Part
}

/** The rows of one kind: every kind has the same columns. */
const items = (kind: AttentionKind, facts: Facts, from: Part): Part => sql`(
  SELECT ${attentionKinds.indexOf(kind)}::int AS place, ${kind}::text AS kind, ${`${kind}:`} || ${facts.id} AS id,
    ${facts.at ?? none}::timestamptz AS at, ${facts.organization ?? none}::text AS organization,
    ${facts.organizationId ?? none}::text AS "organizationId", ${facts.name}::text AS name,
    ${facts.thing ?? none}::text AS "thingId", ${facts.provider ?? none}::text AS provider,
    ${facts.version ?? none}::text AS version, ${facts.detail ?? none}::text AS detail,
    ${facts.amount ?? none}::float8 AS amount, ${facts.limit ?? none}::float8 AS "limit",
    ${facts.weight ?? none}::float8 AS weight
  ${from})`

const none = sql`NULL`

const nothing = items('disk-full', { id: sql`''`, name: sql`''` }, sql`WHERE FALSE`)

const fullDisk = ({ free, reserve }: { free: number; reserve: number }): Part =>
  items(
    'disk-full',
    { id: sql`'files'`, name: sql`'files'`, amount: sql`${free}`, limit: sql`${reserve}` },
    sql``,
  )

const address = sql`p.origin || '/' || p.namespace || '/' || p.name`

/** Signed by a new key, which counts as known once a person has released a version by it. */
const byNewKey = sql<boolean>`v.new_key AND v.decision IS NULL AND v.altered_at IS NULL AND v.unverified IS NULL
  AND NOT v.gone_from_origin`

function publicProviders(ctx: OperationContext, { site, askedHosts }: Sources): readonly Part[] {
  const standing = (status: PublicVersionStatus) =>
    sql<boolean>`${statusSql(site.cooldown, ctx.clock)} = ${status}`
  const checked = sql`coalesce(v.checked_at, v.first_seen_at)`
  return [
    versionsThatAre('provider-altered', standing('altered'), sql`v.altered_at`),
    alteredModules,
    versionsThatAre('provider-new-key', byNewKey, checked),
    versionsThatAre('provider-unverified', standing('unverified'), checked),
    unreachableOrigins(askedHosts, later(ctx.clock.now(), -days(1))),
    wantedProviders(site),
  ]
}

/** Providers with versions that are so. */
const versionsThatAre = (kind: AttentionKind, areSo: RawBuilder<boolean>, at: Part): Part =>
  items(
    kind,
    {
      id: sql`p.id`,
      at: sql`max(${at})`,
      name: address,
      thing: sql`p.id`,
      version: sql`(array_agg(v.version ORDER BY v.sort_key DESC))[1]`,
      amount: sql`count(*)`,
      weight: sql`count(*)`,
    },
    sql`FROM public_provider_versions v JOIN public_providers p ON p.id = v.provider_id WHERE ${areSo} GROUP BY p.id`,
  )

/** Public modules whose origin sent another archive than the one that was first seen. */
const alteredModules = items(
  'module-altered',
  {
    id: sql`d.id`,
    at: sql`d.altered_at`,
    name: sql`d.origin || '/' || d.address`,
    thing: sql`d.id`,
    version: sql`regexp_replace(d.part, '/download$', '')`,
  },
  sql`FROM public_module_documents d WHERE d.altered_at IS NOT NULL`,
)

/** Origins that were asked since then and answered for no provider. */
const unreachableOrigins = (hosts: readonly string[], since: Date): Part =>
  items(
    'origin-unreachable',
    {
      id: sql`p.origin`,
      at: sql`max(p.looked_at)`,
      name: sql`p.origin`,
      detail: sql`(array_agg(p.look_error ORDER BY p.looked_at DESC) FILTER (WHERE p.look_error IS NOT NULL))[1]`,
      amount: sql`count(*)`,
      weight: sql`count(*)`,
    },
    sql`FROM public_providers p WHERE p.origin = ${any(hosts)} GROUP BY p.origin
      HAVING max(p.looked_at) < ${since} AND bool_or(p.look_error IS NOT NULL)`,
  )

const wantedProviders = (site: SiteFacts): Part =>
  items(
    'provider-wanted',
    {
      id: sql`p.id`,
      at: sql`max(w.last_at)`,
      organization: sql`(array_agg(o.name ORDER BY w.last_at DESC))[1]`,
      name: address,
      thing: sql`p.id`,
      amount: sql`count(DISTINCT o.id)`,
      weight: sql`count(DISTINCT o.id)`,
    },
    sql`FROM public_provider_refusals w
      JOIN organizations o ON o.id = w.organization_id JOIN public_providers p ON p.id = w.provider_id
      WHERE ${lacksSql(site)} GROUP BY p.id`,
  )

const changedChecksums = items(
  'checksum-changed',
  {
    id: sql`f.id`,
    at: sql`f.at`,
    name: sql`f.version`,
    thing: sql`f.id`,
    version: sql`f.version`,
    detail: sql`f.platforms`,
  },
  sql`FROM ${alarmsInForce} f`,
)

/** Failures of the current archives. */
const failedVerifications = items(
  'verification-failed',
  {
    id: sql`concat_ws('/', v.id, f.os, f.arch)`,
    at: sql`f.finished_at`,
    name: sql`f.os || '/' || f.arch`,
    thing: sql`v.id`,
    version: sql`v.version`,
    detail: sql`f.problem`,
  },
  sql`FROM engine_version_verifications f
    JOIN engine_version_archs a ON (a.engine_version_id, a.os, a.arch, a.url, a.sha)
      = (f.engine_version_id, f.os, f.arch, f.url, f.sha)
    JOIN engine_versions v ON v.id = f.engine_version_id
    WHERE f.state IN ('failed', 'unreachable') AND f.finished_at IS NOT NULL`,
)

const failedModules = (visibility: Visibility): Part =>
  items(
    'upload-failed',
    {
      id: sql`v.id`,
      at: sql`v.created_at`,
      organization: sql`o.name`,
      organizationId: sql`o.id`,
      name: sql`m.name`,
      thing: sql`m.id`,
      provider: sql`m.provider`,
      version: sql`v.version`,
      detail: sql`coalesce(v.error, '')`,
    },
    sql`FROM module_versions v JOIN modules m ON m.id = v.module_id JOIN organizations o ON o.id = m.organization_id
      WHERE v.status = 'failed' AND v.put_away_at IS NULL AND ${within(visibility)}`,
  )

const failedProviders = (visibility: Visibility): Part =>
  items(
    'upload-failed',
    {
      id: sql`v.id`,
      at: sql`v.updated_at`,
      organization: sql`o.name`,
      organizationId: sql`o.id`,
      name: sql`p.name`,
      thing: sql`p.id`,
      version: sql`v.version`,
      detail: sql`v.publication_error`,
    },
    sql`FROM registry_provider_versions v
      JOIN registry_providers p ON p.id = v.provider_id JOIN organizations o ON o.id = p.organization_id
      WHERE v.publication_error IS NOT NULL AND v.put_away_at IS NULL AND ${within(visibility)}`,
  )

/** Organizations with workspaces on deprecated or disabled versions. */
const outdatedEngines = (visibility: Visibility): Part =>
  items(
    'engines-outdated',
    {
      id: sql`o.id`,
      at: sql`min(v.updated_at)`,
      organization: sql`o.name`,
      organizationId: sql`o.id`,
      name: sql`o.name`,
      thing: sql`o.id`,
      amount: sql`count(*)`,
      weight: sql`count(*)`,
    },
    sql`FROM engine_versions v
      JOIN workspaces w ON w.engine_version_id = v.id JOIN organizations o ON o.id = w.organization_id
      WHERE (v.deprecated OR NOT v.enabled) AND ${within(visibility)} GROUP BY o.id`,
  )

/** Organizations that have all of their workspaces, or at most a tenth left. */
const limits = (kind: 'limit-reached' | 'limit-near'): Part =>
  items(
    kind,
    {
      id: sql`o.id`,
      at: sql`greatest(used.at, o.updated_at)`,
      organization: sql`o.name`,
      organizationId: sql`o.id`,
      name: sql`o.name`,
      thing: sql`o.id`,
      amount: sql`used.workspaces`,
      limit: sql`o.workspace_limit`,
      weight: sql`used.workspaces::float8 / o.workspace_limit`,
    },
    sql`FROM organizations o CROSS JOIN LATERAL (
        SELECT count(*)::int AS workspaces, max(w.created_at) AS at FROM workspaces w WHERE w.organization_id = o.id
      ) used
      WHERE o.workspace_limit > 0 AND NOT o.is_disabled AND ${
        kind === 'limit-reached'
          ? sql`used.workspaces >= o.workspace_limit`
          : sql`used.workspaces < o.workspace_limit AND used.workspaces * 10 >= o.workspace_limit * 9`
      }`,
  )

/** Teams whose group of single sign-on is not allowed for their organization. */
const unallowedGroups = items(
  'group-not-allowed',
  {
    id: sql`t.id`,
    at: sql`t.updated_at`,
    organization: sql`o.name`,
    organizationId: sql`o.id`,
    name: sql`t.name`,
    thing: sql`t.id`,
    detail: sql`t.sso_team_id`,
  },
  sql`FROM teams t JOIN organizations o ON o.id = t.organization_id
    WHERE t.sso_team_id IS NOT NULL AND NOT t.sso_team_id = ANY(o.sso_groups) AND NOT o.is_disabled`,
)

const disabledOrganizations = items(
  'organization-disabled',
  {
    id: sql`o.id`,
    at: sql`o.updated_at`,
    organization: sql`o.name`,
    organizationId: sql`o.id`,
    name: sql`o.name`,
    thing: sql`o.id`,
  },
  sql`FROM organizations o WHERE o.is_disabled`,
)

/** Tokens that still work and expire within a month. */
const expiringTokens = (userId: string, now: Date): Part =>
  items(
    'token-expiring',
    {
      id: sql`t.id`,
      at: sql`t.expires_at`,
      name: sql`coalesce(t.description, '')`,
      thing: sql`t.id`,
    },
    sql`FROM authentication_tokens t
      WHERE t.user_id = ${userId} AND t.expires_at > ${now} AND t.expires_at <= ${later(now, days(30))}`,
  )

/** Invitations whose links end within 3 days, or ended within the last 14. */
const endingInvitations = (visibility: Visibility, now: Date): Part =>
  items(
    'invitation-ending',
    {
      id: sql`m.id`,
      at: sql`i.expires_at`,
      organization: sql`o.name`,
      organizationId: sql`o.id`,
      name: sql`coalesce(m.email, u.email, '')`,
      thing: sql`m.id`,
    },
    sql`FROM invitations i JOIN organization_memberships m ON m.id = i.membership_id
      JOIN organizations o ON o.id = m.organization_id LEFT JOIN users u ON u.id = m.user_id
      WHERE m.status = 'invited' AND NOT o.is_disabled AND ${within(visibility)}
        AND i.expires_at BETWEEN ${later(now, -days(14))} AND ${later(now, days(3))}`,
  )

const sharingRequests = (ctx: OperationContext): Part =>
  items(
    'sharing-requested',
    {
      id: sql`r.id`,
      at: sql`r."createdAt"`,
      organization: sql`r.organization`,
      name: sql`r.producer`,
      thing: sql`r.id`,
      detail: sql`r."askedByName" || ': ' || r.reason`,
    },
    sql`FROM (${answerableRequests(ctx)}) r`,
  )
