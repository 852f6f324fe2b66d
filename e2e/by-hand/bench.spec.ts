import { expect, signIn, test } from '../fixtures.js'
import { fillLists, listPages } from './bench-lists.js'
import { tableOf, writeFigures } from './bench-table.js'
import { visit, type Visit } from './timed-page.js'

/** Options of scripts/bench-console.mjs. */
const runs = Number(process.env['ENGINE_BENCH_RUNS'] ?? 9)
const only = process.env['ENGINE_BENCH_ONLY'] ?? ''

test('every list page keeps its bounds', async ({ browser, page, samplePlatform }) => {
  await signIn(page, samplePlatform)
  const storageState = await page.context().storageState()
  await fillLists(samplePlatform.rest)
  const names = Object.keys(listPages).filter((name) => name.includes(only))
  const visits = new Map<string, Visit[]>(names.map((name) => [name, []]))
  // The first visit of each does not count.
  for (let run = 0; run <= runs; run++)
    for (const [name, seen] of visits) {
      const visited = await visit(browser, { storageState }, `${samplePlatform.consoleUrl}${listPages[name]}`)
      if (run > 0) seen.push(visited)
    }
  const { lines, missed } = tableOf(visits)
  console.log(`\n${lines.join('\n')}`)
  if (process.env['ENGINE_BENCH_WRITE']) await writeFigures(lines)
  expect(missed).toEqual([])
})
