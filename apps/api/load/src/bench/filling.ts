import type { Client } from 'pg'
import { Dice } from './dice.js'
import { makeModule, type MadeModule } from './made-module.js'
import type { Owner } from './platform.js'

export interface Size {
  readonly organizations: number
  readonly modules: number
}

/** Each module has ten versions on average. */
export const sizes = {
  tiny: { organizations: 8, modules: 60 },
  small: { organizations: 25, modules: 1_000 },
  full: { organizations: 500, modules: 100_000 },
} satisfies Readonly<Record<string, Size>>

const batch = 500

/**
 * Writes modules with all that publishing them would have written but for the audit and the archives themselves:
 * their rows, versions, documents, listings and taken numbers, and downloads.
 */
export async function fillModules(
  client: Client,
  organizations: readonly Owner[],
  count: number,
  onProgress: (text: string) => void = () => {},
): Promise<void> {
  // The rows refer to each other by construction, and nothing that is lost in a power cut will be missed.
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`)
  const restore = await putIndexesAside(client)
  const dice = new Dice(1)
  const taken = new Set<string>()
  for (let done = 0; done < count; done += batch) {
    const made: MadeModule[] = []
    for (let n = done; n < Math.min(done + batch, count); n++) {
      const owner = ownerOf(organizations, n / count)
      made.push(makeModule(dice, owner, n, taken))
    }
    await write(client, made)
    if ((done / batch) % 20 === 0) onProgress(`${done.toLocaleString('en')} modules`)
  }
  await writeSearchTexts(client)
  onProgress('indexes and statistics')
  await restore()
  await client.query('VACUUM ANALYZE')
}

/** The first organizations have many times the modules of the last. */
function ownerOf(organizations: readonly Owner[], share: number): Owner {
  const owner = organizations[Math.floor(organizations.length * share ** 2)]
  if (!owner) throw new Error('there is no organization')
  return owner
}

const writes: readonly { into: string; columns: string; rows: (made: MadeModule) => readonly object[] }[] = [
  {
    into: 'modules',
    columns: `id text, organization_id text, name text, name_key text, provider text, publisher text, source_url text,
      description text, verified boolean, created_at timestamptz, updated_at timestamptz`,
    rows: ({ module }) => [module],
  },
  {
    into: 'module_versions',
    columns: `id text, module_id text, version text, sort_key text, status module_version_status, storage_key text,
      sha256 text, size bigint, created_at timestamptz, published_at timestamptz, deprecation module_deprecation,
      deprecation_reason text, deprecation_link text`,
    rows: ({ versions }) => versions,
  },
  {
    into: 'taken_module_versions',
    columns: 'organization_id text, module_key text, sort_key text, taken_at timestamptz',
    rows: ({ taken }) => taken,
  },
  {
    into: 'module_downloads',
    columns: 'module_id text, version text, day date, credential_id text, organization_id text, count int',
    rows: ({ downloads }) => downloads,
  },
]

async function write(client: Client, made: readonly MadeModule[]): Promise<void> {
  await client.query('BEGIN')
  for (const { into, columns, rows } of writes) {
    const names = columns.replace(/(\w+) \w+(,|$)/g, '$1$2')
    await client.query(
      `INSERT INTO ${into} (${names}) SELECT ${names} FROM jsonb_to_recordset($1::jsonb) AS r (${columns})`,
      [JSON.stringify(made.flatMap(rows))],
    )
  }
  await writeDocuments(client, made)
  await writeListings(client, made)
  await client.query('COMMIT')
}

/** All versions of a module declare the same. */
async function writeDocuments(client: Client, made: readonly MadeModule[]): Promise<void> {
  await client.query(
    `INSERT INTO module_version_documents (version_id, summary, parts, requirements)
    SELECT v.id, d.summary, d.parts, d.requirements
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS d (module_id, summary, parts, requirements)
    JOIN unnest($5::text[], $6::text[]) AS v (id, module_id) ON v.module_id = d.module_id`,
    [
      made.map(({ module }) => module.id),
      made.map(({ documents }) => documents.summary),
      made.map(({ documents }) => documents.parts),
      made.map(({ documents }) => documents.requirements),
      made.flatMap(({ versions }) => versions.map(({ id }) => id)),
      made.flatMap(({ versions }) => versions.map(({ module_id: id }) => id)),
    ],
  )
}

async function writeListings(client: Client, made: readonly MadeModule[]): Promise<void> {
  const listings = made.flatMap(({ listing }) => listing ?? [])
  const columns = `module_id text, organization_id text, namespace text, name text, provider text, version_id text,
    version text, description text, publisher text, source_url text, published_at timestamptz, verified boolean,
    downloads int`
  const names = columns.replace(/(\w+) \w+(,|$)/g, '$1$2')
  await client.query(
    `INSERT INTO module_listings (${names}, words)
    SELECT ${names}, r.words::tsvector || namespace_words(namespace)
    FROM jsonb_to_recordset($1::jsonb) AS r (${columns}, words text)`,
    [JSON.stringify(listings)],
  )
}

async function writeSearchTexts(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO module_search_texts (module_id, address, description)
    SELECT module_id, lower(namespace || '/' || name || '/' || provider), lower(description) FROM module_listings
    ON CONFLICT (module_id) DO NOTHING`,
  )
}

/** An index of words is built in a fraction of the time that it takes to fill it row by row. */
async function putIndexesAside(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef NOT LIKE 'CREATE UNIQUE%' AND tablename LIKE 'module%'`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}
