import { Client } from 'pg'
import { hearStatements, type Statement } from './statements.js'

/** Does the work and tells how PostgreSQL went about each statement that read modules or their listings. */
export async function plansOf(databaseUrl: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements: Statement[] = []
  const stop = hearStatements((statement) => statements.push(statement))
  try {
    await work()
  } finally {
    stop()
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // In one transaction, since what the work has set holds until its end.
    await client.query('BEGIN')
    const plans: string[] = []
    for (const { text, values } of statements) {
      if (/^\s*SET LOCAL/i.test(text)) await client.query(text)
      if (/^\s*(SELECT|WITH)\b.*\bmodule_listings\b/is.test(text))
        plans.push(...(await planOf(client, text, values)))
    }
    return plans
  } finally {
    await client.end()
  }
}

/** A line for each step, without what it compares. */
async function planOf(client: Client, text: string, values: readonly unknown[]): Promise<string[]> {
  const explain = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: explain, values: [...values] })
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line, at) => at === 0 || line.includes('->') || /Sort Method|Rows Removed/.test(line))
}
