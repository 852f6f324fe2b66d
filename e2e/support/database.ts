import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Api } from './platform.js'

/** Works on the embedded database past the platform, as the owner of its tables. */
export async function asOwner({ dataDir }: Api, work: (client: Client) => Promise<unknown>): Promise<void> {
  const passwords = await readFile(join(dataDir, 'database-passwords.json'), 'utf8')
  const { owner: password } = JSON.parse(passwords) as { owner: string }
  const host = join(dataDir, 'postgres')
  const client = new Client({ host, user: 'postgres', password, database: 'engine' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
