import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { searchVector } from '../../src/domain/registry-modules/search-words.js'
import { createTestDatabase } from '../database.js'

const migration = new URL(
  '../../../../prisma/migrations/20261121183500_sign_word_pairs/migration.sql',
  import.meta.url,
)

it('signs the pairs of words of what was published before just as publishing it again would', async () => {
  const database = await createTestDatabase({ empty: true })
  const client = new Client(database.connection)
  await client.connect()
  const readme = `A VPC of three zones. The VPC has private subnets; café-bar, 日本 v1.2. ${'one two '.repeat(80)}`
  const vectors = [
    searchVector(['vpc', 'aws'], [{ text: readme, weight: 'D' }]),
    searchVector(['x'], [{ text: 'alone', weight: 'B' }]),
  ]
  await client.query('CREATE TABLE module_listings (module_id int, words tsvector)')
  for (const [id, vector] of vectors.entries()) {
    const unsigned = vector.replace(/ '\+[0-9a-f]{4}'/g, '')
    await client.query('INSERT INTO module_listings VALUES ($1, $2)', [id, `${unsigned} '@acme'`])
  }
  await client.query(await readFile(migration, 'utf8'))

  for (const [id, vector] of vectors.entries()) {
    const { rows } = await client.query(
      'SELECT words = $2::tsvector AS same FROM module_listings WHERE module_id = $1',
      [id, `${vector} '@acme'`],
    )
    expect(rows).toEqual([{ same: true }])
  }
  await client.end()
  await database.drop()
})
