// `npm test`: everything that a change must hold, from the format of the files to the journeys in a browser, as tasks
// of turbo.json. Installs what is missing first. `npm run test:full` (--full) adds the whole matrix and goes on after a
// failure; `npm test -- api lint` runs the steps named and what they need; --force takes no result from the cache.
// The last line counts: `N passed, N failed`, and `, N skipped` where something was left out.
import './lib/node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.mjs'
import { Fault, main } from './lib/fault.mjs'
import { findEngineCli } from './lib/find.mjs'
import { memoryFolder } from './lib/memory-folder.mjs'
import { withBuildLock } from './lib/build.mjs'
import { installPackages } from './lib/packages.mjs'
import { createProgress } from './lib/progress.mjs'
import { knownVariables } from './lib/settings.mjs'
import { giveUp, onStopSignal } from './lib/signals.mjs'
import { closingLine, runSteps, summary } from './lib/steps.mjs'
import { root } from './lib/workspace.mjs'

const { values: options, positionals: named } = parseArgs({
  options: { full: { type: 'boolean' }, force: { type: 'boolean' } },
  allowPositionals: true,
})
const progress = createProgress()
const leftOut = []

// How the tester's own platform is set up must not change what the tests find.
const env = { ...process.env, NO_COLOR: '1' }
for (const name of [...knownVariables(), 'FORCE_COLOR', 'TEST_POSTGRES_BIN']) delete env[name]
if (options.full) env['ENGINE_TEST_FULL'] = '1'
if (env['TMPDIR'] === undefined) Object.assign(env, memoryFolder())

const cli = findEngineCli()
if (cli) env['ENGINE_CLI'] = cli
else leftOut.push('the journeys of the real CLI: none was found on the PATH, and ENGINE_CLI names none')
if (cli && ['darwin', 'win32'].includes(process.platform)) {
  leftOut.push('the journeys of the real CLI over https: on this system it trusts no certificate of a test')
}

const olderPostgres = process.env['TEST_POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin'
const hasOlderPostgres = existsSync(`${olderPostgres}/initdb`)
if (options.full && !hasOlderPostgres) {
  leftOut.push(
    `the API’s tests on an older PostgreSQL: no programs at ${olderPostgres}; TEST_POSTGRES_BIN may name others`,
  )
}

const packages = readdirSync(`${root}/packages`).map((name) => ({ name, task: `@engine/${name}#test` }))

/** Each phase once the one before has passed, its steps side by side: what is quick to fail comes first. */
const phases = [
  [
    { name: 'format', task: '//#check:format' },
    { name: 'lint', task: '//#check:lint' },
    { name: 'repository', task: '//#check:repository' },
    { name: 'types', task: 'types' },
    { name: 'imports', task: '//#check:imports' },
    { name: 'unused', task: '//#check:unused' },
    { name: 'scripts', task: '//#test:scripts' },
    ...packages,
  ],
  [
    { name: 'build', task: 'build' },
    { name: 'first load', task: '@engine/console#first-load' },
    { name: 'console', task: '@engine/console#test' },
    { name: 'api', task: '@engine/api#test' },
  ],
  [{ name: 'journeys', task: '@engine/e2e#test', prepare: findBrowser }],
]
if (options.full) {
  phases.push([{ name: 'api, alone', task: '@engine/api#test:alone' }])
  phases.push([{ name: 'api, nothing cached', task: '@engine/api#test:uncached' }])
}
if (options.full && hasOlderPostgres) {
  const older = { TEST_POSTGRES_BIN: olderPostgres }
  phases.push([{ name: 'api, older PostgreSQL', task: '@engine/api#test', env: older }])
}

await main(async () => {
  onStopSignal(giveUp)
  await withBuildLock(() => installPackages(progress), progress.note)
  const rows = await runSteps(chosen(), progress, { env, goesOn: options.full, force: options.force })

  console.log(`\n${summary(rows)}\n`)
  for (const what of leftOut) console.log(`SKIPPED: ${what}`)
  console.log(`\n${closingLine(rows)}`)
  process.exitCode = rows.every(({ state }) => ['ok', 'cached'].includes(state)) ? 0 : 1
})

/** The steps that were asked for by name, all of them where none was. */
function chosen() {
  const names = phases.flat().map(({ name }) => name)
  const unknown = named.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new Fault(`Unknown: ${unknown.join(', ')}. The steps are ${names.join(', ')}.`)
  }
  const isWanted = ({ name }) => named.length === 0 || named.includes(name)
  return phases.map((steps) => steps.filter(isWanted)).filter((steps) => steps.length > 0)
}

async function findBrowser() {
  env['ENGINE_TEST_BROWSER'] = await ensureBrowser((text) => progress.note(`  journeys: ${text}`))
}
