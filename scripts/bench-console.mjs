// `npm run bench:console`: opens every list page of the console over the sample platform, in a browser without a
// window, and says how fast it is and how many scripts it loads. A bound that is missed is named and ends the program
// with 1. `--write` writes the table of docs/PERFORMANCE.md, `--runs 20` measures more often, `--only Users` one list.
import './lib/node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillLists, listPages } from './lib/bench-lists.mjs'
import { tableOf, writeBlock } from './lib/bench-table.mjs'
import { main } from './lib/fault.mjs'
import { endAll } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { launchBrowser, withPlatform } from './lib/stage.mjs'
import { visit } from './lib/timed-page.mjs'
import { runTasks } from './lib/turbo.mjs'
import { root } from './lib/workspace.mjs'

/** Of the worst run. A kB is 1,000 bytes. */
const bounds = { rows: 1500, turn: 300, bytes: 250_000 }

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})
const progress = createProgress()

await main(async () => {
  onStopSignal(() => endAll('SIGTERM'))
  stopWithNpm()
  await progress.step('Building', (detail) => runTasks(['build'], { onTask: detail }))
  const { administrator } = JSON.parse(readFileSync(join(root, 'prisma/seed/sample.json'), 'utf8'))
  const browser = await launchBrowser()
  try {
    await withPlatform({ port: 4630, sample: true, progress }, async ({ apiUrl, consoleUrl }) => {
      const token = await signInAtApi(apiUrl, administrator)
      await progress.step('Filling the lists', () => fillLists(apiUrl, token))
      report(await measure(browser, consoleUrl, await sessionOf(browser, consoleUrl, administrator)))
    })
  } finally {
    await browser.close()
  }
})

/** Every list as often as was asked for, after one visit that does not count. */
async function measure(browser, consoleUrl, session) {
  const names = Object.keys(listPages).filter((name) => name.includes(options.only))
  const visits = Object.fromEntries(names.map((name) => [name, []]))
  await progress.step('Measuring', async (detail) => {
    for (let run = 0; run <= Number(options.runs); run++)
      for (const name of names) {
        detail(`run ${run} of ${options.runs}, ${name}`)
        const seen = await visit(browser, session, `${consoleUrl}${listPages[name]}`)
        if (run > 0) visits[name].push(seen)
      }
  })
  return visits
}

function report(visits) {
  const { lines, missed } = tableOf(visits, bounds, options.runs)
  console.log(`\n${lines.join('\n')}`)
  if (options.write) writeBlock('bench console', lines)
  if (missed.length > 0) process.exitCode = 1
}

async function signInAtApi(apiUrl, { username, password }) {
  const response = await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }',
      variables: { input: { login: username, password } },
    }),
  })
  return (await response.json()).data.signIn.token
}

/** What a browser context starts with to be signed in. */
async function sessionOf(browser, consoleUrl, { username, password }) {
  const context = await browser.newContext()
  await context.request.post(`${consoleUrl}/console/sign-in`, {
    headers: { Origin: consoleUrl, 'X-Engine-Console': '1' },
    data: { login: username, password },
  })
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}
