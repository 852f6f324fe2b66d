/** How changes of one table invalidate the cache. */
interface Invalidation {
  /** A word of `cacheTags`, or what stands before the `/` of one. */
  readonly tag: string
  /** The table, where another row of `invalidations` has its name. */
  readonly table?: string
  /** The column of the changed row that stands behind the `/`. */
  readonly id?: string
  /** Where another table has that id: a query for `id` of the rows that `$keys` (old and new value of `key`) lead to. */
  readonly through?: { readonly key: string; readonly query: string }
  /** Nothing cached depends on a row that is only now there. */
  readonly exceptInserts?: true
  /** The columns whose update counts; absent: all. */
  readonly columns?: readonly string[]
}

const access: Invalidation = { tag: 'access' }
const ofModule = {
  key: 'module_id',
  query: 'SELECT "organization_id" AS id FROM "modules" WHERE "id" IN ($keys)',
}
const ofProvider = {
  key: 'provider_id',
  query: 'SELECT "organization_id" AS id FROM "registry_providers" WHERE "id" IN ($keys)',
}

/**
 * The one table of what invalidates what: a change of which table, which tag. Each row is a trigger. A handler that
 * reads one more table for a cached answer looks here. Where a parent goes too (`through`), its own row says so.
 */
export const invalidations: Readonly<Record<string, Invalidation>> = {
  users: { tag: 'users', id: 'id', exceptInserts: true },
  user_identities: { tag: 'users', id: 'user_id', columns: ['user_id', 'last_signed_in_at'] },
  // That a token or a session was used changes nothing of what it may do.
  authentication_tokens: {
    tag: 'credentials',
    id: 'id',
    exceptInserts: true,
    columns: ['id', 'token_hash', 'user_id', 'team_id', 'organization_id', 'scopes', 'expires_at'],
  },
  sessions: {
    tag: 'credentials',
    id: 'id',
    exceptInserts: true,
    columns: ['id', 'token_hash', 'user_id', 'expires_at', 'needs_two_factor', 'authenticated_at'],
  },
  organizations: access,
  organization_names: access,
  organization_memberships: access,
  teams: access,
  team_members: access,
  module_consumers: access,
  provider_consumers: access,
  engine_versions: { tag: 'engine-versions' },
  engine_version_archs: { tag: 'engine-versions' },
  workspaces: { tag: 'engine-versions', columns: ['engine_version_id'] },
  // Requests are counted every few seconds; what counts is who ran a version on a day for the first time.
  engine_sightings: { tag: 'engine-sightings', columns: ['day', 'engine', 'version', 'credential_id'] },
  modules: { tag: 'modules', id: 'organization_id' },
  module_versions: { tag: 'modules', through: ofModule },
  module_version_documents: {
    tag: 'modules',
    through: {
      key: 'version_id',
      query: `SELECT m."organization_id" AS id FROM "module_versions" v JOIN "modules" m ON m."id" = v."module_id"
        WHERE v."id" IN ($keys)`,
    },
  },
  // Every column but that of downloads, which change more often than anything else and are in few answers.
  module_listings: {
    tag: 'modules',
    id: 'organization_id',
    columns: [
      ...['module_id', 'organization_id', 'namespace', 'name', 'provider', 'version_id', 'version'],
      ...['description', 'publisher', 'source_url', 'published_at', 'verified', 'words'],
    ],
  },
  module_listings_downloads: {
    table: 'module_listings',
    tag: 'downloads',
    id: 'organization_id',
    exceptInserts: true,
    columns: ['downloads'],
  },
  registry_providers: { tag: 'providers', id: 'organization_id' },
  registry_provider_versions: { tag: 'providers', through: ofProvider },
  registry_provider_platforms: {
    tag: 'providers',
    through: {
      key: 'version_id',
      query: `SELECT p."organization_id" AS id
        FROM "registry_provider_versions" v JOIN "registry_providers" p ON p."id" = v."provider_id"
        WHERE v."id" IN ($keys)`,
    },
  },
  gpg_keys: { tag: 'providers', id: 'organization_id' },
  public_providers: {
    ...{ tag: 'public-providers', id: 'id', exceptInserts: true },
    columns: ['approved_for_all', 'warnings', 'fresh_until'],
  },
  public_provider_versions: { tag: 'public-providers', id: 'provider_id' },
  public_provider_approvals: { tag: 'public-providers', id: 'provider_id' },
}

/** The body of the trigger function of a row, as a migration has it. */
export function triggerBody({ tag, id, through }: Invalidation): string {
  const one = (text: string): string => `\nBEGIN\n    ${text};\n    RETURN NULL;\nEND\n`
  if (id !== undefined)
    return one(`PERFORM invalidate_cache_tag('${tag}/' || "id") FROM (VALUES (OLD."${id}"), (NEW."${id}")) AS changed("id")
    WHERE "id" IS NOT NULL`)
  if (!through) return one(`PERFORM invalidate_cache_tag('${tag}')`)
  const keys = `OLD."${through.key}", NEW."${through.key}"`
  const query = through.query.replace('$keys', keys).replace(/\s+/g, ' ')
  return one(`PERFORM invalidate_cache_tag('${tag}/' || "id")\n    FROM (${query}) AS changed`)
}

export function triggerEvents({ columns, exceptInserts }: Invalidation): string {
  const update = columns ? `UPDATE OF ${columns.map((column) => `"${column}"`).join(', ')}` : 'UPDATE'
  return [...(exceptInserts ? [] : ['INSERT']), 'DELETE', update].join(' OR ')
}
