import type { Client } from 'pg'
import { connected } from '#api/adapters/database/connection.js'
import type { ModuleQueriesService } from '#api/domain/registry-modules/module-queries.service.js'
import type { OperationContext } from '#api/kernel/context.js'
import { openPlatform } from '../server/open-platform.js'
import type { Stage } from './stage.js'
import { hearStatements, type Statement } from './statements.js'

type Asking = (modules: ModuleQueriesService, ctx: OperationContext) => Promise<unknown>

const page = (offset: number) => ({ offset, limit: 15 })

const shown: Readonly<Record<string, Asking>> = {
  'list, offset 10000': (modules, ctx) => modules.list(ctx, undefined, {}, page(10_000)),
  'namespace, offset 4000': (modules, ctx) => modules.list(ctx, 'team-0000', {}, page(4_000)),
  'search, three words': (modules, ctx) => modules.search(ctx, 'gateway group aws', undefined, {}, page(0)),
  'search, a common word': (modules, ctx) => modules.search(ctx, 'monitoring', undefined, {}, page(0)),
  'search, a common word, offset 10000': (modules, ctx) =>
    modules.search(ctx, 'monitoring', undefined, {}, page(10_000)),
}

/** Shows PostgreSQL's plans for the most expensive requests, sent by the member. */
export async function shownPlans(stage: Stage): Promise<string[]> {
  const { services, ctx, close } = await openPlatform(stage.env, 'bench')
  try {
    const actor = await services.authentication.authenticate(ctx, stage.callers.member)
    const lines: string[] = []
    for (const [name, ask] of Object.entries(shown)) {
      const asking = () => ask(services.moduleQueries, { ...ctx, actor })
      lines.push(name, ...(await plansOf(stage.databaseUrl, asking)).map((each) => `  ${each}`))
    }
    return lines
  } finally {
    await close()
  }
}

/** Runs the work and returns PostgreSQL's plan of each statement that read modules or their listings. */
async function plansOf(databaseUrl: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements: Statement[] = []
  const stop = hearStatements((statement) => statements.push(statement))
  try {
    await work()
  } finally {
    stop()
  }
  return connected({ connectionString: databaseUrl }, async (client) => {
    // In one transaction, since what the work has set holds until its end.
    await client.query('BEGIN')
    const plans: string[] = []
    for (const { text, values } of statements) {
      if (/^\s*SET LOCAL/i.test(text)) await client.query(text)
      if (/^\s*(SELECT|WITH)\b.*\bmodule_listings\b/is.test(text))
        plans.push(...(await planOf(client, text, values)))
    }
    return plans
  })
}

/** A line for each step, without what it compares. */
async function planOf(client: Client, text: string, values: readonly unknown[]): Promise<string[]> {
  const explain = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: explain, values: [...values] })
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line, at) => at === 0 || line.includes('->') || /Sort Method|Rows Removed/.test(line))
}
