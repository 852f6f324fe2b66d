import { connected } from '../../src/adapters/database/connection.js'
import type { TestApp } from '../app.js'
import type { Statement } from '../statements.js'

/** One step of a plan that reads a table or an index: `Seq Scan`, `Index Scan`, `Bitmap Index Scan` and so on. */
export interface Scan {
  readonly how: string
  /** A bitmap index scan names its index alone. */
  readonly table: string
  readonly index: string
}

/** All the readings of a statement, the outermost first. */
export type Plan = readonly Scan[]

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Node[]
}

/**
 * The plans of PostgreSQL for these statements with these values, which the app has sent before. `settings` are the
 * statements with which the app's transaction chose between plans.
 */
export async function plansOf(
  app: TestApp,
  statements: readonly Statement[],
  settings: readonly string[] = [],
): Promise<Plan[]> {
  return connected({ connectionString: app.databaseUrl }, async (client) => {
    await client.query(['BEGIN', ...settings].join('; '))
    const plans: Plan[] = []
    for (const { text, values } of statements) {
      const explain = { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] }
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(explain)
      plans.push(rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)).flatMap(scanOf))
    }
    return plans
  })
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function scanOf(node: Node): Scan[] {
  const { 'Node Type': how, 'Relation Name': table = '', 'Index Name': index = '' } = node
  return how.endsWith('Scan') ? [{ how, table, index }] : []
}
