import { buffer } from 'node:stream/consumers'
import { headOpens, headSize } from '../adapters/secrets/file-sealer.js'
import { sealedFor } from '../adapters/secrets/purposes.js'
import { createSealer } from '../adapters/secrets/sealer.js'
import { OperatorFault } from '../kernel/operator-fault.js'
import { fingerprintsOf, type Keyring } from '../kernel/signing.js'
import type { Storage } from '../kernel/storage.js'
import { canaryId, sealedColumns, type SealedColumn } from './sealed-columns.js'

/** The error when no configured key opens any sealed value. The message says what to do. */
export class WrongKey extends OperatorFault {
  override readonly name = 'WrongKey'
}

export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export interface SealedPlatform {
  readonly query: Query
  readonly storage: Pick<Storage, 'open'>
  readonly keyring: Keyring
  /** Source of the keys: the name of the variable, or the path of the file. */
  readonly keysAt: string
}

/** The number of rows that are tried from each end of a table: ids are random, so that these are a sample. */
const tried = 20

/** Opened: a key fits. Sealed: no tried value opens. Unknown: the values could not be read. Nothing: there is no value. */
type Finding = 'opened' | 'sealed' | 'unknown' | 'nothing'

/**
 * Requires, before anything is sealed, that a key opens the canary that the first start sealed, or else some stored
 * values. So new values are never sealed with a key while no key opens the old ones. Of several processes that start at
 * once the first writes the canary. Throws `WrongKey`.
 */
export async function requireKey(platform: SealedPlatform): Promise<void> {
  const { query, keyring, keysAt } = platform
  const sealer = createSealer(keyring, sealedFor.canary)
  const opensCanary = async (): Promise<boolean | undefined> => {
    const [found] = await query<{ sealed: string }>('SELECT sealed FROM key_canaries WHERE id = $1', [
      canaryId,
    ])
    return found && sealer.open(found.sealed, canaryId) !== undefined
  }
  const isKnown = await opensCanary()
  if (isKnown) return
  const finding = await findingOf(platform)
  if (finding === 'opened' && isKnown === false) return
  if (finding === 'sealed') throw wrongKey(keysAt)
  if (finding === 'unknown') {
    if (isKnown === false) throw wrongKey(keysAt)
    // A later start judges what cannot be read now.
    return
  }
  if (isKnown === false) {
    // The canary alone is lost, unless a process runs that seals with another key.
    if (await othersRun(platform)) throw wrongKey(keysAt)
    return acceptKey(platform)
  }
  await query('INSERT INTO key_canaries (id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    canaryId,
    sealer.seal('canary', canaryId),
  ])
  if (!(await opensCanary())) throw wrongKey(keysAt)
}

/** Seals the canary with the newest key, unchecked: the operator says that the former key is lost. */
export async function acceptKey({
  query,
  keyring,
}: Pick<SealedPlatform, 'query' | 'keyring'>): Promise<void> {
  const sealed = createSealer(keyring, sealedFor.canary).seal('canary', canaryId)
  const set = 'ON CONFLICT (id) DO UPDATE SET sealed = EXCLUDED.sealed'
  await query(`INSERT INTO key_canaries (id, sealed) VALUES ($1, $2) ${set}`, [canaryId, sealed])
}

async function othersRun({ query, keyring }: SealedPlatform): Promise<boolean> {
  const others = await query<{ process: string }>(
    `SELECT process FROM process_keys WHERE at > now() - interval '1 minute' AND NOT fingerprints && $1 LIMIT 1`,
    [fingerprintsOf(keyring)],
  )
  return others.length > 0
}

const wrongKey = (keysAt: string): WrongKey =>
  new WrongKey(
    `${keysAt} opens nothing of what is stored sealed: states, and secrets of webhooks and second factors. Start with the key that they were sealed with; to change it, name both as NEW,OLD (one a line in a file) and run npm run keys:rotate. If that key is lost for good, npm run keys:rotate -- --lost accepts the new one, and what was sealed stays unreadable.`,
  )

async function findingOf(platform: SealedPlatform): Promise<Finding> {
  let finding: Finding = 'nothing'
  for (const column of sealedColumns) {
    const rows = column.table === 'key_canaries' ? [] : await sampleOf(platform, column)
    const sealer = createSealer(platform.keyring, column.purpose)
    const opens = rows.some(({ sealed, about }) =>
      typeof sealed === 'string'
        ? sealer.open(sealed, about) !== undefined
        : sealer.openBytes(sealed, about) !== undefined,
    )
    if (opens) return 'opened'
    if (rows.length > 0) finding = 'sealed'
  }
  return finding === 'sealed' ? finding : findingOfFiles(platform)
}

interface Sample {
  readonly sealed: string | Uint8Array
  readonly about: string
}

async function sampleOf(
  { query }: SealedPlatform,
  { table, column, about }: SealedColumn,
): Promise<Sample[]> {
  const from = (order: string) =>
    query<Sample>(
      `SELECT ${column} AS sealed, ${about} AS about FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id ${order} LIMIT ${tried}`,
    )
  return [...(await from('ASC')), ...(await from('DESC'))]
}

async function findingOfFiles({ query, storage, keyring }: SealedPlatform): Promise<Finding> {
  const rows = await query<{ key: string }>(
    `SELECT storage_key AS key FROM state_versions WHERE storage_key IS NOT NULL ORDER BY id LIMIT ${tried}`,
  )
  let finding: Finding = 'nothing'
  for (const { key } of rows) {
    const head = await headOf(storage, key)
    if (head && headOpens(keyring, sealedFor.stateFiles, head.bytes, head.size, key)) return 'opened'
    if (finding !== 'sealed') finding = head ? 'sealed' : 'unknown'
  }
  return finding
}

/** Reads the head of a file; undefined where it is missing, or the storage does not answer. */
async function headOf(storage: SealedPlatform['storage'], key: string) {
  try {
    const found = await storage.open(key, { start: 0, end: headSize - 1 })
    return found && { bytes: await buffer(found.stream), size: found.size }
  } catch {
    return undefined
  }
}
