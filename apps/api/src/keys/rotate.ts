import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connected, type ConnectionSettings } from '../adapters/database/connection.js'
import { createFileSealer, headOpens, headSize } from '../adapters/secrets/file-sealer.js'
import { sealedFor } from '../adapters/secrets/purposes.js'
import { createSealer } from '../adapters/secrets/sealer.js'
import { seconds } from '../kernel/clock.js'
import { OperatorFault } from '../kernel/operator-fault.js'
import { fingerprintsOf, type Keyring, type Sealer } from '../kernel/signing.js'
import type { Storage } from '../kernel/storage.js'
import { sealedColumns, type SealedColumn } from './sealed-columns.js'

/** The reason why keys cannot be rotated now. The message says what to do. */
export class KeysFault extends OperatorFault {
  override readonly name = 'KeysFault'
}

export interface Rotation {
  readonly connection: ConnectionSettings
  readonly storage: Storage
  readonly keyring: Keyring
}

/** Texts and files that were resealed, that had the newest key already, and that no key opens. */
export interface Rotated {
  readonly resealed: number
  readonly current: number
  readonly unreadable: readonly string[]
}

type Say = (text: string) => void
type Outcome = 'resealed' | 'current' | 'gone' | 'unreadable'

/** Maximum number of passes: a process that goes on sealing with an older key would be found at each. */
const mostPasses = 5
const stillOlder =
  'Something goes on sealing with an older key, so that one is still needed. Restart each process of the platform with the keys that this command was started with, then rotate again.'

/** Number of rows that are read at a time. */
const rowsAtOnce = 200

/**
 * Reseals all sealed values with the newest key, one after the other, while the platform serves: it opens with every
 * key. Resealed values stay, so that an interrupted rotation goes on where it was.
 *
 * Throws `KeysFault` while a process runs that does not know the newest key. Values that others sealed with an older one
 * meanwhile are found by further passes, until one finds none.
 */
export async function rotate({ connection, storage, keyring }: Rotation, say: Say): Promise<Rotated> {
  return connected(connection, async (client) => {
    let [resealed, current] = [0, 0]
    for (let pass = 1; ; pass++) {
      await requireKnown(client, keyring, say)
      const seen = await resealAll({ client, storage, keyring }, say)
      if (pass === 1) current = seen.current
      if (seen.resealed === 0) {
        await requireKnown(client, keyring, say)
        return { resealed, current, unreadable: seen.unreadable }
      }
      if (pass === mostPasses) throw new KeysFault(stillOlder)
      resealed += seen.resealed
      say('looking again for values that were sealed with an older key meanwhile')
    }
  })
}

interface Unaware {
  readonly process: string
  readonly name: string
  readonly at: Date
}

/**
 * Returns once each process of the last minute knows the newest key. A process that announces itself again
 * without it runs, and has to be restarted first: that is refused. One that does not may have been killed just now: it is
 * waited for.
 */
async function requireKnown(client: Client, keyring: Keyring, say: Say): Promise<void> {
  const [newest = ''] = fingerprintsOf(keyring)
  const first = await unawareOf(client, newest)
  if (first.length > 0) say(`Waiting for ${namesOf(first)}, which may still run without the newest key`)
  for (let left = first; left.length > 0; left = await unawareOf(client, newest)) {
    const running = left.filter(
      ({ process, at }) => at.getTime() !== first.find((each) => each.process === process)?.at.getTime(),
    )
    if (running.length > 0)
      throw new KeysFault(
        `${namesOf(running)} runs without the newest key, and could read nothing that is sealed with it. Restart each process with the same keys as here, the newest first, then rotate again.`,
      )
    await pause(seconds(1))
  }
}

const namesOf = (processes: readonly Unaware[]): string => processes.map(({ name }) => name).join(', ')

async function unawareOf(client: Client, newest: string): Promise<readonly Unaware[]> {
  const { rows } = await client.query<Unaware>(
    `SELECT process, name, at FROM process_keys
    WHERE at > now() - interval '1 minute' AND NOT $1 = ANY (fingerprints) ORDER BY name, process`,
    [newest],
  )
  return rows
}

interface Sealed {
  readonly client: Client
  readonly storage: Storage
  readonly keyring: Keyring
}

async function resealAll({ client, storage, keyring }: Sealed, say: Say): Promise<Rotated> {
  const counts = { resealed: 0, current: 0, gone: 0, unreadable: 0 }
  const unreadable: string[] = []
  const count = (outcome: Outcome, what: string): void => {
    counts[outcome]++
    if (outcome === 'unreadable') unreadable.push(what)
    if (outcome === 'resealed' && counts.resealed % 10 === 0) say(`${counts.resealed} resealed`)
  }
  for (const column of sealedColumns) {
    say(`${column.table}.${column.column}`)
    for await (const row of rowsOf(client, column))
      count(await resealRow(client, keyring, column, row), `${column.table} ${row.id}`)
  }
  say('files of states')
  for await (const { id, key } of filesOf(client))
    count(await resealFile({ client, storage, keyring }, id, key), key)
  return { resealed: counts.resealed, current: counts.current, unreadable }
}

interface SealedRow {
  readonly id: string
  readonly sealed: string | Buffer
  readonly about: string
}

/** Reads rows by id, so that rows that come or go meanwhile do not matter: new ones have the newest key. */
async function* rowsOf(client: Client, { table, column, about }: SealedColumn): AsyncGenerator<SealedRow> {
  let after = ''
  for (;;) {
    const { rows } = await client.query<SealedRow>(
      `SELECT id, ${column} AS sealed, ${about} AS about FROM ${table}
      WHERE ${column} IS NOT NULL AND id > $1 ORDER BY id LIMIT ${rowsAtOnce}`,
      [after],
    )
    yield* rows
    after = rows.at(-1)?.id ?? ''
    if (rows.length < rowsAtOnce) return
  }
}

async function* filesOf(client: Client): AsyncGenerator<{ readonly id: string; readonly key: string }> {
  let after = ''
  for (;;) {
    const { rows } = await client.query<{ id: string; keys: (string | null)[] }>(
      `SELECT id, ARRAY[storage_key, json_storage_key] AS keys FROM state_versions
      WHERE id > $1 ORDER BY id LIMIT ${rowsAtOnce}`,
      [after],
    )
    for (const { id, keys } of rows) for (const key of keys) if (key !== null) yield { id, key }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < rowsAtOnce) return
  }
}

/** Reseals a row; one that was changed meanwhile has the newest key by then. */
async function resealRow(
  client: Client,
  keyring: Keyring,
  { table, column, purpose }: SealedColumn,
  row: SealedRow,
): Promise<Outcome> {
  const { id, sealed } = row
  if (resealed(createSealer(newestOf(keyring), purpose), row) !== undefined) return 'current'
  const renewed = resealed(createSealer(keyring, purpose), row)
  if (renewed === undefined) return 'unreadable'
  const { rowCount } = await client.query(
    `UPDATE ${table} SET ${column} = $1 WHERE id = $2 AND ${column} = $3`,
    [renewed, id, sealed],
  )
  return rowCount === 0 ? 'gone' : 'resealed'
}

/** Reseals a value with the first key of the sealer; undefined where no key of it opens the value. */
function resealed(sealer: Sealer, { sealed, about }: SealedRow): string | Uint8Array | undefined {
  if (typeof sealed === 'string') {
    const text = sealer.open(sealed, about)
    return text === undefined ? undefined : sealer.seal(text, about)
  }
  const bytes = sealer.openBytes(sealed, about)
  return bytes && sealer.sealBytes(bytes, about)
}

/** The file appears under its own key all at once; who reads the former one meanwhile reads it to its end. */
async function resealFile({ client, storage, keyring }: Sealed, id: string, key: string): Promise<Outcome> {
  const head = await storage.open(key, { start: 0, end: headSize - 1 })
  if (!head) return 'gone'
  const bytes = await buffer(head.stream)
  if (headOpens(newestOf(keyring), sealedFor.stateFiles, bytes, head.size, key)) return 'current'
  if (!headOpens(keyring, sealedFor.stateFiles, bytes, head.size, key)) return 'unreadable'
  const found = await storage.open(key)
  if (!found) return 'gone'
  const sealer = createFileSealer(keyring, sealedFor.stateFiles)
  await storage.put(
    key,
    pipeline(found.stream, sealer.open(key), sealer.seal(key), () => {}),
  )
  // A version that was removed meanwhile leaves no file behind.
  const { rowCount } = await client.query('SELECT FROM state_versions WHERE id = $1', [id])
  if (rowCount !== 0) return 'resealed'
  await storage.remove(key)
  return 'gone'
}

/** The newest key alone. */
const newestOf = (keyring: Keyring): Keyring => ({
  derive(purpose) {
    const { first } = keyring.derive(purpose)
    return { first, all: [first] }
  },
})
