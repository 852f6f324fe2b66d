import { sql } from 'kysely'
import { db } from '../sql.js'

/** Selects the keys of all files that the modules, providers and workspaces of an organization have stored. */
export function storedKeys(id: string) {
  const pair = (keys: string) => sql<string | null>`unnest(array[${sql.raw(keys)}])`.as('key')
  const versions = db
    .selectFrom('registry_provider_versions as v')
    .innerJoin('registry_providers as p', 'p.id', 'v.provider_id')
    .where('p.organization_id', '=', id)
  return db
    .selectFrom('module_versions as v')
    .innerJoin('modules as m', 'm.id', 'v.module_id')
    .where('m.organization_id', '=', id)
    .select('v.storage_key as key')
    .unionAll(versions.select(pair('v.shasums_key, v.shasums_sig_key')))
    .unionAll(
      versions
        .innerJoin('registry_provider_platforms as f', 'f.version_id', 'v.id')
        .select('f.binary_key as key'),
    )
    .unionAll(
      db
        .selectFrom('state_versions as s')
        .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
        .where('w.organization_id', '=', id)
        .select(pair('s.storage_key, s.json_storage_key')),
    )
}
