// `npm test`: everything that a change must hold, from the format of the files to the journeys in a browser, as tasks
// of turbo.json. Installs what is missing first. `npm run test:full` (--full) adds the whole matrix and goes on after a
// failure; `npm test -- api lint` runs the steps named and what they need; --force takes no result from the cache;
// --changed runs the tests and checks of the files that differ from the main branch, in seconds. --without NAME,NAME leaves
// out steps, and --shard 1/2 runs a part of the API's tests: the host runs such parts beside each other.
// The last line counts: `N passed, N failed`, and `, N skipped` where something was left out.
import './lib/node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.mjs'
import { Fault, main } from './lib/fault.mjs'
import { findEngineCli } from './lib/find.mjs'
import { memoryFolder } from './lib/memory-folder.mjs'
import { withBuildLock } from './lib/build.mjs'
import { changedSteps } from './lib/changed-steps.mjs'
import { baseOfChange, pathsChangedSince } from './lib/changes.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { installPackages } from './lib/packages.mjs'
import { createProgress } from './lib/progress.mjs'
import { knownVariables } from './lib/settings.mjs'
import { giveUp, onStopSignal } from './lib/signals.mjs'
import { closingLine, runSteps, summary } from './lib/steps.mjs'
import { root } from './lib/workspace.mjs'

const { values: options, positionals: named } = parseArgs({
  options: {
    full: { type: 'boolean' },
    force: { type: 'boolean' },
    changed: { type: 'boolean' },
    without: { type: 'string' },
    shard: { type: 'string' },
  },
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

/**
 * Phases of steps that run side by side, each phase once the one before has passed: what is quick to fail comes first.
 * Journeys wait for pages and clients half of their time, which the API's tests use.
 */
const everyStep = [
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
    { name: 'console', task: '@engine/console#test' },
    { name: 'api', task: '@engine/api#test' },
    { name: 'journeys', task: '@engine/e2e#test', prepare: findBrowser },
    { name: 'deployed', task: '@engine/api#test:deployed' },
  ],
]
if (options.full) {
  everyStep.push([{ name: 'api, alone', task: '@engine/api#test:alone' }])
  everyStep.push([{ name: 'api, nothing cached', task: '@engine/api#test:uncached' }])
}
if (options.full && hasOlderPostgres) {
  const older = { TEST_POSTGRES_BIN: olderPostgres }
  everyStep.push([{ name: 'api, older PostgreSQL', task: '@engine/api#test', env: older }])
}

await main(async () => {
  const phases = chosen(options.changed ? stepsOfChange() : everyStep)
  onStopSignal(giveUp)
  await withBuildLock(() => installPackages(progress), progress.note)
  const rows = await runSteps(phases, progress, { env, goesOn: options.full, force: options.force })

  if (rows.length > 0) console.log(`\n${summary(rows)}\n`)
  for (const what of leftOut) console.log(`SKIPPED: ${what}`)
  console.log(`\n${closingLine(rows)}`)
  process.exitCode = rows.every(({ state }) => ['ok', 'cached'].includes(state)) ? 0 : 1
})

/** Steps of what differs from the main branch. The phase of journeys needs a browser, as everywhere. */
function stepsOfChange() {
  const base = baseOfChange()
  if (base === undefined) throw new Fault('--changed needs a clone of the repository, with git.')
  const paths = pathsChangedSince(base)
  console.log(`${paths.length} files differ from ${base.slice(0, 12)}.\n`)
  if (paths.length === 0) return []
  const tests = repositoryFiles(/^apps\/api\/(?!test\/deployed\/).*\.test\.ts$/)
  const { phases, leftOut: further } = changedSteps(paths, { tests, base })
  leftOut.splice(0, leftOut.length, ...further)
  return phases.map((steps) =>
    steps.map((step) => (step.name === 'journeys' ? { ...step, prepare: findBrowser } : step)),
  )
}

/** The steps that were asked for by name, all of them where none was. */
function chosen(phases) {
  const names = phases.flat().map(({ name }) => name)
  const without = options.without?.split(',') ?? []
  const unknown = [...named, ...without].filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new Fault(`Unknown: ${unknown.join(', ')}. The steps are ${names.join(', ')}.`)
  }
  const isWanted = ({ name }) => !without.includes(name) && (named.length === 0 || named.includes(name))
  const wanted = phases.map((steps) => steps.filter(isWanted)).filter((steps) => steps.length > 0)
  return options.shard ? wanted.flatMap((steps) => sharded(steps, options.shard)) : wanted
}

/** A part of the API's tests, such as 1/2, as a phase after the others: all tasks of a phase have the same arguments. */
function sharded(steps, shard) {
  const [api, others] = [true, false].map((isApi) => steps.filter(({ name }) => (name === 'api') === isApi))
  const part = api.map((step) => ({ ...step, args: [`--shard=${shard}`] }))
  return [others, part].filter((each) => each.length > 0)
}

async function findBrowser() {
  env['ENGINE_TEST_BROWSER'] = await ensureBrowser((text) => progress.note(`  journeys: ${text}`))
}
