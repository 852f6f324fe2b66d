import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { good, now, sha, type Row, type Table } from './good-rows.js'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client(database.connection)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

beforeEach(() => client.query('BEGIN'))
afterEach(() => client.query('ROLLBACK'))

async function insert(table: Table, row: Row): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`)
  const placeholders = columns.map((_, index) => `$${index + 1}`)
  await client.query(`INSERT INTO ${table} (${columns}) VALUES (${placeholders})`, Object.values(row))
}

/** Inserts the second organization that two things need in addition to that of the good rows. */
async function insertOther(): Promise<void> {
  await insert('organizations', { ...good.organizations, id: 'org-0', name: 'Other', name_key: 'other' })
}

async function insertGood(): Promise<void> {
  await insertOther()
  for (const [table, row] of Object.entries(good)) await insert(table as Table, row)
}

/** Puts all good rows in place but one, which is spoilt, and answers the constraint that refuses it. */
async function refusal(table: Table, spoilt: Row): Promise<string | undefined> {
  await insertOther()
  for (const [name, row] of Object.entries(good)) {
    if (name === table) break
    await insert(name as Table, row)
  }
  return insert(table, { ...good[table], ...spoilt }).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )
}

it('takes a good row in every table', async () => {
  await insertGood()

  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  // Triggers write the one with every module.
  const covered = [...Object.keys(good), 'team_members', 'module_search_texts']
  expect(rows.map(({ name }) => name).sort()).toEqual(covered.sort())
})

describe('a bad row is refused', () => {
  it.each<[Table, Row, string]>([
    ['users', { username: 'An n', username_key: 'an n' }, 'users_username_check'],
    ['users', { username: 'ann\n', username_key: 'ann\n' }, 'users_username_check'],
    ['users', { username_key: 'Ann' }, 'users_username_key_check'],
    ['users', { email_key: 'Ann@example.org' }, 'users_email_key_check'],
    ['users', { two_factor_enabled_at: now }, 'users_two_factor_check'],
    ['users', { email: null }, 'users_email_check'],
    ['users', { email_proof: 'hearsay', email_verified_at: now }, 'users_email_proof_check'],
    ['users', { email_proof: 'mail' }, 'users_email_verified_check'],
    [
      'users',
      { email: null, email_key: null, email_proof: 'mail', email_verified_at: now },
      'users_email_verified_check',
    ],
    ['invitations', { email: 'Bea@example.org' }, 'invitations_email_check'],
    ['setup_tokens', { id: 2 }, 'setup_tokens_id_check'],
    ['sharing_requests', { producer_key: 'Globex' }, 'sharing_requests_producer_key_check'],
    ['sharing_requests', { reason: '' }, 'sharing_requests_reason_check'],
    ['bulk_act_targets', { outcome: 'lost' }, 'bulk_act_targets_outcome_check'],
    [
      'registry_provider_platforms',
      { package_hash: 'h1:short=' },
      'registry_provider_platforms_package_hash_check',
    ],
    ['provider_docs', { refusal: 'lost' }, 'provider_docs_refusal_check'],
    ['provider_docs', { tree: '[]', refusal: 'too-large' }, 'provider_docs_refusal_check'],
    ['trusted_issuers', { kind: 'jenkins' }, 'trusted_issuers_kind_check'],
    ['ci_identities', { claims: '{}' }, 'ci_identities_claims_check'],
    ['ci_identities', { claims: '[]' }, 'ci_identities_claims_check'],
    ['ci_identities', { scopes: [] }, 'ci_identities_claims_check'],
    ['ci_identities', { name_key: 'Release' }, 'ci_identities_name_key_check'],
    ['authentication_tokens', { provenance: '{}' }, 'authentication_tokens_ci_check'],
    [
      'authentication_tokens',
      { ci_identity_id: 'ciid-1', provenance: '{}' },
      'authentication_tokens_ci_check',
    ],
    ['webhooks', { triggers: [] }, 'webhooks_triggers_check'],
    ['webhooks', { disabled_reason: 'gone' }, 'webhooks_disabled_reason_check'],
    ['webhooks', { enabled: false, disabled_reason: 'x' }, 'webhooks_disabled_reason_check'],
    ['webhooks', { former_secret: 'sealed' }, 'webhooks_former_secret_check'],
    ['webhooks', { header_name: 'X-Key' }, 'webhooks_header_check'],
    ['webhooks', { header_value: 'sealed' }, 'webhooks_header_check'],
    ['webhook_deliveries', { status: 'failed', lease: 'a' }, 'webhook_deliveries_lease_check'],
    ['authentication_tokens', { expires_at: now }, 'authentication_tokens_expires_at_check'],
    ['sessions', { expires_at: now }, 'sessions_expires_at_check'],
    ['organizations', { name: 'ab', name_key: 'ab' }, 'organizations_name_check'],
    ['organizations', { name: 'a'.repeat(65), name_key: 'a'.repeat(65) }, 'organizations_name_check'],
    ['organizations', { name: '-acme', name_key: '-acme' }, 'organizations_name_check'],
    ['organizations', { name: 'Äcme', name_key: 'äcme' }, 'organizations_name_check'],
    ['organizations', { name_key: 'other' }, 'organizations_name_key_check'],
    ['authentication_tokens', { user_id: null }, 'authentication_tokens_owner_check'],
    ['organizations', { workspace_limit: -1 }, 'organizations_workspace_limit_check'],
    ['organizations', { session_timeout: 0 }, 'organizations_session_timeout_check'],
    ['organizations', { session_remember: 0 }, 'organizations_session_remember_check'],
    ['teams', { visibility: 'public' }, 'teams_visibility_check'],
    ['module_consumers', { consumer_id: 'org-1' }, 'module_consumers_other_check'],
    ['provider_consumers', { consumer_id: 'org-1' }, 'provider_consumers_other_check'],
    ['engine_versions', { end_of_life_at: now }, 'engine_versions_end_of_life_check'],
    ['module_versions', { end_of_life_reason: 'old' }, 'module_versions_end_of_life_check'],
    ['registry_provider_versions', { end_of_life_at: now }, 'registry_provider_versions_end_of_life_check'],
    ['organization_memberships', { status: 'active' }, 'organization_memberships_status_check'],
    ['organization_memberships', { email_key: null }, 'organization_memberships_status_check'],
    ['invitations', { user_id: 'user-1' }, 'invitations_purpose_check'],
    ['invitations', { membership_id: null }, 'invitations_purpose_check'],
    ['registry_providers', { name: 'a b', name_key: 'a b' }, 'registry_providers_name_check'],
    ['registry_providers', { namespace_key: 'Acme' }, 'registry_providers_namespace_check'],
    [
      'registry_providers',
      { registry_name: 'public', deprecation: 'revoked' },
      'registry_providers_deprecation_check',
    ],
    ['registry_providers', { earlier_reason: 'It leaks' }, 'registry_providers_earlier_check'],
    ['registry_provider_versions', { earlier_link: '' }, 'registry_provider_versions_earlier_check'],
    ['organization_names', { name_key: 'Acme' }, 'organization_names_name_key_check'],
    ['teams', { name: '', name_key: '' }, 'teams_name_check'],
    ['teams', { name_key: 'Owners' }, 'teams_name_key_check'],
    ['engine_versions', { version: 'v1.2.3' }, 'engine_versions_version_check'],
    ['engine_versions', { version: '1.2' }, 'engine_versions_version_check'],
    ['engine_versions', { version: '01.2.3' }, 'engine_versions_version_check'],
    ['engine_versions', { version: '1.2.3-' }, 'engine_versions_version_check'],
    ['engine_versions', { version: '1.2.3-.a' }, 'engine_versions_version_check'],
    ['engine_versions', { version: `1.2.${'3'.repeat(125)}` }, 'engine_versions_version_check'],
    ['engine_versions', { deprecated_reason: 'old' }, 'engine_versions_deprecated_reason_check'],
    [
      'engine_versions',
      { deprecated: true, deprecated_reason: '' },
      'engine_versions_deprecated_reason_check',
    ],
    ['engine_version_archs', { url: 'ftp://example.org/x' }, 'engine_version_archs_url_check'],
    ['engine_version_archs', { url: 'https://a b' }, 'engine_version_archs_url_check'],
    ['engine_version_archs', { sha: 'A'.repeat(64) }, 'engine_version_archs_sha_check'],
    ['engine_version_archs', { sha: 'a'.repeat(63) }, 'engine_version_archs_sha_check'],
    ['engine_version_archs', { position: -1 }, 'engine_version_archs_position_check'],
    ['engine_version_archs', { os: '' }, 'engine_version_archs_os_check'],
    ['engine_version_archs', { arch: '' }, 'engine_version_archs_arch_check'],
    ['engine_version_verifications', { sha: 'A' }, 'engine_version_verifications_sha_check'],
    ['engine_version_verifications', { bytes_done: -1 }, 'engine_version_verifications_bytes_check'],
    ['engine_version_verifications', { state: 'running' }, 'engine_version_verifications_lease_check'],
    ['engine_version_verifications', { lease: 'a' }, 'engine_version_verifications_lease_check'],
    ['engine_version_verifications', { lease_until: now }, 'engine_version_verifications_lease_check'],
    ['engine_version_verifications', { state: 'passed' }, 'engine_version_verifications_finished_check'],
    ['engine_version_verifications', { finished_at: now }, 'engine_version_verifications_finished_check'],
    ['engine_version_verifications', { found_sha: sha }, 'engine_version_verifications_found_check'],
    ['engine_version_verifications', { problem: 'No.' }, 'engine_version_verifications_problem_check'],
    [
      'engine_version_verifications',
      { engine_version_id: 'tool-2' },
      'engine_version_verifications_engine_version_id_fkey',
    ],
    ['release_feed_alarms', { offered: 'A' }, 'release_feed_alarms_offered_check'],
    ['release_feed_alarms', { engine_version_id: 'tool-2' }, 'release_feed_alarms_engine_version_id_fkey'],
    ['workspaces', { name: 'a b', name_key: 'a b' }, 'workspaces_name_check'],
    ['workspaces', { name_key: 'Web' }, 'workspaces_name_key_check'],
    ['workspaces', { engine_version_id: 'tool-2' }, 'workspaces_engine_version_id_fkey'],
    ['workspaces', { engine_version_words: '' }, 'workspaces_engine_version_words_check'],
    ['workspaces', { lock_id: 'lock-1' }, 'workspaces_lock_check'],
    ['workspace_state_consumers', { workspace_id: 'ws-2' }, 'workspace_state_consumers_workspace_id_fkey'],
    ['workspace_state_consumers', { consumer_id: 'ws-2' }, 'workspace_state_consumers_consumer_id_fkey'],
    ['workspace_tags', { workspace_id: 'ws-2' }, 'workspace_tags_workspace_id_fkey'],
    ['state_versions', { serial: -1 }, 'state_versions_serial_check'],
    ['state_versions', { storage_key: null }, 'state_versions_finalized_check'],
    ['state_versions', { position: null }, 'state_versions_finalized_check'],
    [
      'state_versions',
      { status: 'pending', storage_key: null, size: null, finalized_at: null, position: null },
      'state_versions_current_check',
    ],
    ['state_version_outputs', { state_version_id: 'sv-2' }, 'state_version_outputs_state_version_id_fkey'],
    ['state_versions', { output_count: 1 }, 'state_versions_outputs_check'],
    ['state_output_blocks', { first: -2 }, 'state_output_blocks_first_check'],
    ['state_output_blocks', { first: -1, count: 1 }, 'state_output_blocks_count_check'],
    ['state_output_blocks', { count: 0 }, 'state_output_blocks_count_check'],
    ['state_output_blocks', { count: 1001 }, 'state_output_blocks_count_check'],
    ['state_output_blocks', { state_version_id: 'sv-2' }, 'state_output_blocks_state_version_id_fkey'],
    ['state_resource_blocks', { first: -1 }, 'state_resource_blocks_first_check'],
    ['state_resource_blocks', { count: 0 }, 'state_resource_blocks_count_check'],
    ['state_resource_blocks', { count: 1001 }, 'state_resource_blocks_count_check'],
    ['state_resource_blocks', { state_version_id: 'sv-2' }, 'state_resource_blocks_state_version_id_fkey'],
    ['modules', { name: 'vpc-', name_key: 'vpc-' }, 'modules_name_check'],
    ['modules', { name: 'a'.repeat(65), name_key: 'a'.repeat(65) }, 'modules_name_check'],
    ['modules', { name_key: 'Vpc' }, 'modules_name_key_check'],
    ['modules', { provider: 'AWS' }, 'modules_provider_check'],
    ['module_versions', { sha256: 'a' }, 'module_versions_sha256_check'],
    ['module_versions', { size: -1 }, 'module_versions_size_check'],
    ['module_versions', { commit_sha: '' }, 'module_versions_commit_sha_check'],
    ['module_versions', { storage_key: null }, 'module_versions_published_check'],
    ['module_versions', { sha256: null }, 'module_versions_published_check'],
    ['module_versions', { size: null }, 'module_versions_published_check'],
    ['module_versions', { published_at: null }, 'module_versions_published_check'],
    ['module_versions', { status: 'failed', deprecation: 'revoked' }, 'module_versions_deprecation_check'],
    ['module_versions', { status: 'pending', interface: {} }, 'module_versions_interface_check'],
    ['module_versions', { earlier_reason: 'It leaks' }, 'module_versions_earlier_check'],
    ['module_readmes', { refusal: 'too-large' }, 'module_readmes_refusal_check'],
    ['module_readmes', { tree: null }, 'module_readmes_refusal_check'],
    ['module_readmes', { tree: null, refusal: 'ugly' }, 'module_readmes_refusal_check'],
    ['module_listings', { downloads: -1 }, 'module_listings_downloads_check'],
    ['module_downloads', { count: 0 }, 'module_downloads_count_check'],
    ['provider_downloads', { count: 0 }, 'provider_downloads_count_check'],
    ['provider_downloads', { provider_id: 'prov-2' }, 'provider_downloads_provider_id_fkey'],
    ['provider_version_downloads', { count: 0 }, 'provider_version_downloads_count_check'],
    ['module_uses', { module_id: 'mod-2' }, 'module_uses_module_id_fkey'],
    ['used_module_versions', { module_id: 'mod-2' }, 'used_module_versions_module_id_fkey'],
    ['module_version_distances', { breaking_count: -1 }, 'module_version_distances_breaking_count_check'],
    ['module_version_distances', { from_id: 'modver-2' }, 'module_version_distances_from_id_fkey'],
    ['module_version_distances', { to_id: 'modver-2' }, 'module_version_distances_to_id_fkey'],
    ['module_distance_requests', { module_id: 'mod-2' }, 'module_distance_requests_module_id_fkey'],
    ['module_upgrade_notices', { status: 'behind' }, 'module_upgrade_notices_status_check'],
    ['module_upgrade_notices', { version_id: 'modver-2' }, 'module_upgrade_notices_version_id_fkey'],
    ['taken_module_versions', { module_key: 'VPC/aws' }, 'taken_module_versions_module_key_check'],
    ['engine_sightings', { requests: -1 }, 'engine_sightings_counts_check'],
    ['engine_sightings', { refused: -1 }, 'engine_sightings_counts_check'],
    ['taken_provider_platforms', { provider_key: 'Cloud' }, 'taken_provider_platforms_provider_key_check'],
    ['taken_provider_platforms', { shasum: 'AB' }, 'taken_provider_platforms_shasum_check'],
    ['public_providers', { namespace_key: 'Acme' }, 'public_providers_namespace_key_check'],
    ['public_providers', { name_key: 'other' }, 'public_providers_name_key_check'],
    ['public_provider_versions', { decision: 'block' }, 'public_provider_versions_decision_reason_check'],
    ['public_provider_versions', { decision: 'accept' }, 'public_provider_versions_decision_reason_check'],
    ['public_provider_versions', { altered_at: now }, 'public_provider_versions_alteration_check'],
    ['public_provider_versions', { alteration: 'New' }, 'public_provider_versions_alteration_check'],
    ['public_provider_versions', { provider_id: 'pubprov-2' }, 'public_provider_versions_provider_id_fkey'],
    ['public_provider_platforms', { version_id: 'pubver-2' }, 'public_provider_platforms_version_id_fkey'],
    [
      'public_provider_approvals',
      { organization_id: 'org-2' },
      'public_provider_approvals_organization_id_fkey',
    ],
    [
      'public_provider_refusals',
      { organization_id: 'org-2' },
      'public_provider_refusals_organization_id_fkey',
    ],
    ['origin_files', { sha256: 'A' }, 'origin_files_sha256_check'],
    ['public_module_documents', { location: null }, 'public_module_documents_content_check'],
    ['public_module_documents', { sha256: 'A' }, 'public_module_documents_sha256_check'],
    ['public_module_documents', { altered_sha256: 'A' }, 'public_module_documents_sha256_check'],
    ['public_provider_uses', { version_id: 'pubver-2' }, 'public_provider_uses_version_id_fkey'],
  ])('%s with %j', async (table, spoilt, constraint) => {
    expect(await refusal(table, spoilt)).toBe(constraint)
  })
})

describe('what the rules allow is taken', () => {
  it.each<[Table, Row]>([
    ['engine_versions', { version: '99999999999999999999.0.0-rc.1' }],
    ['engine_versions', { deprecated: true, deprecated_reason: 'old' }],
    ['engine_versions', { deprecated: true }],
    ['engine_version_archs', { url: 'HTTP://example.org' }],
    [
      'module_versions',
      { status: 'pending', storage_key: null, sha256: null, size: null, published_at: null },
    ],
    ['modules', { name: 'a', name_key: 'a' }],
    ['organizations', { name: 'A_-', name_key: 'a_-' }],
    ['public_provider_versions', { decision: 'release' }],
    ['public_provider_versions', { decision: 'block', decision_reason: 'It leaks' }],
    ['public_provider_versions', { altered_at: now, alteration: 'New' }],
  ])('%s with %j', async (table, row) => {
    expect(await refusal(table, row)).toBeUndefined()
  })
})

it('of one engine version two files are never read at a time', async () => {
  await insertGood()
  const row = { ...good.engine_version_verifications, state: 'running', lease: 'a', lease_until: now }
  await insert('engine_version_verifications', { ...row, os: 'darwin' })

  const attempt = insert('engine_version_verifications', { ...row, os: 'windows' })

  await expect(attempt).rejects.toMatchObject({ constraint: 'engine_version_verifications_running_key' })
})

it('of one workspace two states are never the current one', async () => {
  await insertGood()

  const attempt = insert('state_versions', { ...good.state_versions, id: 'sv-2', position: 2 })

  await expect(attempt).rejects.toMatchObject({ constraint: 'state_versions_current_key' })
})

describe('a name is taken without regard to case', () => {
  it.each<[Table, Row, string]>([
    ['users', { id: 'user-2', username: 'ANN', email_key: 'x' }, 'users_username_key_key'],
    ['organizations', { id: 'org-2', name: 'ACME' }, 'organizations_name_key_key'],
    ['teams', { id: 'team-2', name: 'OWNERS' }, 'teams_organization_id_name_key_key'],
    ['workspaces', { id: 'ws-2', name: 'WEB' }, 'workspaces_organization_id_name_key_key'],
    ['modules', { id: 'mod-2', name: 'VPC' }, 'modules_organization_id_name_key_provider_key'],
    [
      'public_providers',
      { id: 'pubprov-2', namespace: 'ACME', name: 'CLOUD' },
      'public_providers_origin_namespace_key_name_key_key',
    ],
  ])('%s with %j', async (table, twin, constraint) => {
    await insertGood()

    const attempt = insert(table, { ...good[table], ...twin })

    await expect(attempt).rejects.toMatchObject({ constraint })
  })
})

it('names sort by bytes, capitals first', async () => {
  const names = ['abc', 'ABC2', 'a_c', 'a-c', 'Zoo']
  for (const [index, name] of names.entries()) {
    await insert('organizations', {
      ...good.organizations,
      id: `org-${index}`,
      name,
      name_key: name.toLowerCase(),
    })
  }

  const { rows } = await client.query<{ name: string }>('SELECT name FROM organizations ORDER BY name')

  expect(rows.map(({ name }) => name)).toEqual(['ABC2', 'Zoo', 'a-c', 'a_c', 'abc'])
})

it.each([
  ['updated', `UPDATE audit_events SET action = 'x'`],
  ['deleted', 'DELETE FROM audit_events'],
  ['truncated', 'TRUNCATE audit_events'],
])('an audit event is never %s', async (_, statement) => {
  await insert('audit_events', good.audit_events)

  await expect(client.query(statement)).rejects.toThrow('append-only')
})

it('a version in use cannot be deleted, and an organization takes its things along', async () => {
  await insertGood()
  await client.query('SAVEPOINT before')
  await expect(client.query('DELETE FROM engine_versions')).rejects.toMatchObject({
    constraint: 'workspaces_engine_version_id_fkey',
  })
  await client.query('ROLLBACK TO before')

  await client.query('DELETE FROM organizations')

  const { rows } = await client.query<{ left: string }>(
    `SELECT (SELECT count(*) FROM workspaces) + (SELECT count(*) FROM modules) + (SELECT count(*) FROM teams)
          + (SELECT count(*) FROM module_versions) AS left`,
  )
  expect(rows[0]?.left).toBe('0')
})
