import { setTimeout as sleep } from 'node:timers/promises'
import { administrator, expect, signIn, test, type LivingPlatform } from '../fixtures.js'
import { fillSite, largestOrganization, siteSizes, type SiteSize } from '../support/filled-site.js'
import { living } from '../support/living.js'
import { createAdministrator, startPlatform } from '../support/platform.js'
import { ratiosOf, writeRatios, type Pair } from './bench-ratios.js'
import { visit } from './timed-page.js'

/** Options of scripts/bench-console.mjs. */
const runs = Number(process.env['ENGINE_BENCH_RUNS'] ?? 9)
const only = process.env['ENGINE_BENCH_ONLY'] ?? ''

const below = `/organizations/${largestOrganization}`

/** The lists that grow with the site, by what they are called there. */
const lists: Readonly<Record<string, string>> = {
  Organizations: '/organizations',
  Users: '/users',
  Modules: '/modules',
  Workspaces: '/workspaces',
  'Modules of an organization': `/modules/${largestOrganization}`,
  'Members of an organization': `${below}/members`,
  'Workspaces of an organization': `${below}/workspaces`,
}

/** Number of things that one act changes. */
const targets = 2_000

test('the first rows of a large site come as soon as those of a small one', async ({ browser, page }) => {
  const sites = await Promise.all([siteOf(siteSizes.small), siteOf(siteSizes.full)])
  try {
    const sessions = []
    for (const site of sites) {
      await page.context().clearCookies()
      await signIn(page, site)
      sessions.push({ storageState: await page.context().storageState() })
    }
    const pairs = new Map<string, Pair>()
    for (const [name, path] of Object.entries(lists).filter(([each]) => each.includes(only))) {
      const pair: Pair = { small: [], full: [] }
      // Visits of both take turns, so that a busy moment of the machine meets both. The first of each does not count.
      for (let run = 0; run <= runs; run++)
        for (const [at, key] of (['small', 'full'] as const).entries()) {
          const { rows } = await visit(browser, sessions[at] ?? {}, `${sites[at]?.consoleUrl}${path}`)
          if (run > 0) pair[key].push(rows)
        }
      pairs.set(name, pair)
    }
    const act = await memoryOfAct(sites[1])
    const { lines, missed } = ratiosOf(pairs, act)
    console.log(`\n${lines.join('\n')}`)
    if (process.env['ENGINE_BENCH_WRITE']) await writeRatios(lines)
    expect(missed).toEqual([])
  } finally {
    for (const site of sites) await site.stop()
  }
})

async function siteOf(size: SiteSize): Promise<LivingPlatform> {
  const started = await startPlatform()
  const platform = living(started, administrator, await createAdministrator(started))
  await fillSite(platform, size)
  return platform
}

/**
 * Runs an act on many workspaces and undoes it. The act takes what one takes, whatever their number, if undoing it takes no
 * more memory than it did: answers by how many bytes the API grew beyond, and the time of the act in milliseconds.
 */
async function memoryOfAct({ apiUrl, adminToken }: LivingPlatform) {
  const ask = async (query: string, variables: object) => {
    const response = await fetch(`${apiUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    return data
  }
  const found = await ask('{ siteWorkspaces(filter: {}, page: { size: 1 }) { totalCount } }', {})
  expect(found).toMatchObject({ siteWorkspaces: { totalCount: siteSizes.full.workspaces } })
  /** Starts an act by the mutation, and follows it to its end. */
  const act = async (mutation: 'bulkActStart' | 'bulkActUndo', input: object) => {
    const start = performance.now()
    const data = await ask(
      `mutation ($input: ${mutation === 'bulkActUndo' ? 'BulkActUndoInput' : 'BulkActStartInput'}!) {
        act: ${mutation}(input: $input) { bulkAct { id } userErrors { message } }
      }`,
      { input: { ...input, reason: 'bench' } },
    )
    const { bulkAct, userErrors } = data['act'] as { bulkAct: { id: string } | null; userErrors: unknown }
    expect(userErrors).toEqual([])
    for (let most = 0; ; await sleep(100)) {
      most = Math.max(most, await residentMemory(apiUrl))
      const state = await ask('query ($id: ID!) { bulkAct(id: $id) { finishedAt counts { changed } } }', {
        id: bulkAct?.id,
      })
      const { finishedAt, counts } = state['bulkAct'] as {
        finishedAt: string | null
        counts: { changed: number }
      }
      if (finishedAt === null) continue
      expect(counts.changed).toBeGreaterThan(targets * 0.9)
      return { id: bulkAct?.id, most, time: performance.now() - start }
    }
  }
  const ids = Array.from({ length: targets }, (_, n) => `ws-${String(n).padStart(16, '0')}`)
  const settings = { engineVersion: '1.2.9' }
  const { id, most, time } = await act('bulkActStart', { kind: 'WORKSPACE_ENGINE_VERSION', ids, settings })
  const undone = await act('bulkActUndo', { id })
  return { targets, bytes: Math.max(0, undone.most - most), time }
}

async function residentMemory(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}
