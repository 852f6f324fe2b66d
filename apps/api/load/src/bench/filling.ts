import { isPreRelease, versionSortKey } from '@engine/shared'
import type { Client } from 'pg'
import { documentsOf } from '#api/domain/registry-modules/module-documents.js'
import { searchVector } from '#api/domain/registry-modules/search-words.js'
import { searchedTexts } from '#api/domain/registry-modules/searched-texts.js'
import { Dice } from './dice.js'
import type { Owner } from './platform.js'
import { moduleSource, sentence } from './sources.js'
import { providers, purposes, subjects } from './words.js'

/** Each module has ten versions on average. */
export const sizes = {
  tiny: { organizations: 8, modules: 60 },
  small: { organizations: 25, modules: 1_000 },
  full: { organizations: 500, modules: 100_000 },
}

export type Size = (typeof sizes)[keyof typeof sizes]

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
  await client.query(
    `INSERT INTO module_search_texts (module_id, address, description)
    SELECT module_id, lower(namespace || '/' || name || '/' || provider), lower(description) FROM module_listings
    ON CONFLICT (module_id) DO NOTHING;
    INSERT INTO taken_module_versions (organization_id, module_key, sort_key, taken_at)
    SELECT organization_id, name_key || '/' || provider, sort_key, published_at
    FROM module_versions v JOIN modules m ON m.id = v.module_id ON CONFLICT DO NOTHING;
    INSERT INTO module_uses (module_id, version, credential_id, organization_id, last_at)
    SELECT module_id, version, credential_id, organization_id, max(day)::timestamp AT TIME ZONE 'UTC'
    FROM module_downloads GROUP BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`,
  )
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

const tables = ['modules', 'module_versions', 'module_downloads', 'module_listings'] as const

async function write(client: Client, made: readonly MadeModule[]): Promise<void> {
  await client.query('BEGIN')
  for (const table of tables) {
    const rows = made.flatMap<object>((module) => module[table])
    const [first] = rows
    if (!first) continue
    const columns = Object.keys(first)
    // What a search knows of the namespace, the database itself computes.
    const values = columns.map((each) => (each === 'words' ? 'words || namespace_words(namespace)' : each))
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
  const documents = made.map((module) => ({
    ids: module.module_versions.map(({ id }) => id),
    ...module.documents,
  }))
  // All versions of a module declare the same.
  await client.query(
    `INSERT INTO module_version_documents (version_id, summary, parts, requirements)
    SELECT version_id, summary, parts, requirements
    FROM jsonb_to_recordset($1::jsonb) AS d (ids jsonb, summary text, parts text, requirements text),
      jsonb_array_elements_text(ids) AS version_id`,
    [JSON.stringify(documents)],
  )
  await client.query('COMMIT')
}

type MadeModule = ReturnType<typeof makeModule>

const epoch = Date.UTC(2024, 0, 1)
const day = 24 * 60 * 60 * 1000
const lowerAndUpper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The rows of one module by table and column, and the documents of each of its versions. */
function makeModule(dice: Dice, owner: Owner, n: number, taken: Set<string>) {
  const { name, provider } = freeName(dice, owner, taken)
  const createdAt = new Date(epoch + dice.between(0, 300) * day)
  const id = `mod-${dice.letters(16, lowerAndUpper)}`
  const facts = {
    organization_id: owner.id,
    name,
    provider,
    publisher: dice.pick(['ana', 'ben', 'chi', 'dora']),
    source_url: `https://git.example/${owner.namespace}/${name}-${provider}`,
    verified: n % 50 === 0,
  }
  const description = n % 2 === 0 ? sentence(dice) : ''
  const versions = versionsOf(dice, id, n)
  const documents = documentsOf(name, moduleSource(dice, name, provider))
  const downloads = downloadsOf(dice, id, versions)
  const module = {
    ...facts,
    id,
    name_key: name,
    description,
    created_at: createdAt,
    updated_at: new Date(createdAt.getTime() + 200 * day),
  }
  const newest = versions.find(
    ({ version, deprecation }) => deprecation !== 'revoked' && !isPreRelease(version),
  )
  const shown = description || documents.summary
  const listing = {
    ...facts,
    module_id: id,
    namespace: owner.namespace,
    version_id: newest?.id,
    version: newest?.version,
    description: shown,
    published_at: newest?.published_at,
    downloads: downloads.reduce((sum, { count }) => sum + count, 0),
    words: searchVector([name, provider], searchedTexts(shown, documents.parts)),
  }
  return {
    documents,
    modules: [module],
    module_versions: versions,
    module_downloads: downloads,
    module_listings: [listing],
  }
}

function freeName(dice: Dice, owner: Owner, taken: Set<string>): { name: string; provider: string } {
  for (let tries = 0; ; tries++) {
    const base = `${dice.prefer(subjects)}-${dice.prefer(purposes)}`
    const name = tries < 3 ? base : `${base}-${dice.between(2, 20_000)}`
    const provider = dice.prefer(providers)
    const key = `${owner.namespace}/${name}/${provider}`
    if (taken.has(key)) continue
    taken.add(key)
    return { name, provider }
  }
}

/** Nine of ten modules have six versions, the tenth has 46; newest first. */
function versionsOf(dice: Dice, moduleId: string, n: number) {
  return Array.from({ length: n % 10 === 5 ? 46 : 6 }, (_, at) => {
    const number = `${Math.floor(at / 20)}.${Math.floor(at / 4) % 5}.${at % 4}`
    const version = at % 6 === 5 ? `${number}-rc.1` : number
    const id = `modver-${dice.letters(16, lowerAndUpper)}`
    const publishedAt = new Date(epoch + (300 + 4 * at) * day)
    return {
      id,
      module_id: moduleId,
      version,
      sort_key: versionSortKey(version),
      status: 'ok',
      storage_key: `modules/${id}/${dice.letters(32)}.tar.gz`,
      sha256: dice.letters(64, '0123456789abcdef'),
      size: dice.between(1_000, 60_000),
      created_at: publishedAt,
      published_at: publishedAt,
      interface: nothingBroken,
      ...deprecationOf(n + at),
    }
  }).reverse()
}

const nothingBroken = { comparedWith: null, step: null, wantedStep: null, breaking: [], breakingCount: 0 }

function deprecationOf(n: number) {
  const link = { deprecation_link: 'https://docs.example/upgrade' }
  if (n % 50 === 3) return { deprecation: 'revoked', deprecation_reason: 'Leaks a secret', ...link }
  if (n % 20 === 7) return { deprecation: 'deprecated', deprecation_reason: 'Use the next one', ...link }
  return { deprecation: null, deprecation_reason: null, deprecation_link: null }
}

/** Few modules are downloaded a hundred thousand times, and most some dozen times. */
function downloadsOf(dice: Dice, moduleId: string, versions: ReturnType<typeof versionsOf>) {
  const days = new Set(dice.many(dice.between(0, 4), () => dice.between(0, 360)))
  return [...days].map((ago) => ({
    module_id: moduleId,
    version: dice.prefer(versions).version,
    day: new Date(epoch + (600 - ago) * day).toISOString().slice(0, 10),
    credential_id: 'at-made',
    organization_id: '',
    count: Math.ceil(Math.exp(dice.next() ** 3 * 11)),
  }))
}
