import { escapeIdentifier, type Client } from 'pg'

/** The columns that name a stored file, in whatever table. */
const columns = ['storage_key', 'shasums_key', 'shasums_sig_key', 'binary_key', 'json_storage_key']

/** The keys of all stored files that the database names; it may be of an older release. */
export async function storedFilesOf(client: Client): Promise<string[]> {
  const { rows: sources } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = ANY($1)`,
    [columns],
  )
  const keys = new Set<string>()
  for (const { table, column } of sources) {
    const [from, key] = [escapeIdentifier(table), escapeIdentifier(column)]
    const { rows } = await client.query<{ key: string }>(
      `SELECT ${key} AS key FROM ${from} WHERE ${key} IS NOT NULL`,
    )
    for (const row of rows) keys.add(row.key)
  }
  return [...keys].sort()
}
