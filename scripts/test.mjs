// `npm test`: everything that a change must hold, from the format of the files to the journeys in a browser.
// Installs what is missing first. `npm run test:full` (--full) adds the whole matrix; `npm test -- api lint` runs the
// steps named and what they need.
// The last line counts: `N passed, N failed`, and `, N skipped` where something was left out.
import './lib/node-version.mjs'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.mjs'
import { Fault, main } from './lib/fault.mjs'
import { findEngineCli } from './lib/find.mjs'
import { installPackages } from './lib/packages.mjs'
import { endAll } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { knownVariables } from './lib/settings.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { closingLine, runSteps, summary } from './lib/steps.mjs'
import { check, nodeTests, playwright, vitest } from './lib/test-runs.mjs'
import { runTasks } from './lib/turbo.mjs'
import { program, quietTools, root } from './lib/workspace.mjs'

const { values: options, positionals: named } = parseArgs({
  options: { full: { type: 'boolean' } },
  allowPositionals: true,
})
const progress = createProgress()
const leftOut = []

// How the tester's own platform is set up must not change what the tests find.
const env = { ...process.env, ...quietTools, NO_COLOR: '1' }
for (const name of [...knownVariables(), 'FORCE_COLOR', 'TEST_POSTGRES_BIN']) delete env[name]
if (options.full) env['ENGINE_TEST_FULL'] = '1'

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

const tool = (name, ...args) => ({ run: () => check([program(name), ...args], env).then(() => {}) })
const script = (...files) => ({
  run: async () => {
    for (const file of files) await check([`${root}/scripts/${file}`], env)
  },
})
const tasks = (name) => ({ run: () => runTasks([name]).then(() => {}) })

const steps = [
  { name: 'format', ...tool('prettier', '--check', '--log-level=warn', '.') },
  { name: 'generate', ...tasks('generate') },
  { name: 'lint', ...tool('oxlint', '--deny-warnings') },
  { name: 'repository', ...script('check-repository.mjs', 'check-rules.mjs', 'check-dependencies.mjs') },
  { name: 'types', needs: ['generate'], ...tasks('types') },
  { name: 'browser', run: async (say) => void (env['ENGINE_TEST_BROWSER'] = await ensureBrowser(say)) },
  { name: 'imports', needs: ['types'], ...script('check-imports.mjs') },
  { name: 'unused', needs: ['types'], ...tool('knip') },
  { name: 'scripts', needs: ['types'], run: () => nodeTests(`${root}/scripts`, env) },
  { name: 'shared', needs: ['types'], run: () => vitest('packages/shared', env) },
  { name: 'threads', needs: ['types'], run: () => vitest('packages/threads', env) },
  { name: 'module-source', needs: ['types'], run: () => vitest('packages/module-source', env) },
  { name: 'publish', needs: ['types'], run: () => vitest('packages/publish', env) },
  { name: 'build', needs: ['types'], ...tasks('build') },
  { name: 'first load', needs: ['build'], ...script('check-first-load.mjs') },
  { name: 'console', needs: ['types'], run: () => vitest('apps/console', env) },
  { name: 'api', needs: ['build'], run: () => vitest('apps/api', env) },
  { name: 'journeys', needs: ['build', 'browser'], after: ['api'], run: () => playwright(env) },
]
if (options.full) {
  steps.push({
    name: 'api, alone',
    needs: ['build'],
    after: ['journeys'],
    run: () => vitest('apps/api', env, { config: 'vitest.alone.config.ts' }),
  })
}
// Answers are the same whether they are remembered or made each time.
if (options.full) {
  steps.push({
    name: 'api, nothing remembered',
    needs: ['build'],
    after: ['api, alone'],
    run: () => {
      const folders = ['test/modules', 'test/registry', 'test/rest']
      return vitest('apps/api', { ...env, ENGINE_TEST_WITHOUT_CACHE: '1' }, { folders })
    },
  })
}
if (options.full && hasOlderPostgres) {
  steps.push({
    name: 'api, older PostgreSQL',
    needs: ['build'],
    after: ['api, nothing remembered'],
    run: () => vitest('apps/api', { ...env, TEST_POSTGRES_BIN: olderPostgres }),
  })
}

await main(async () => {
  onStopSignal(() => {
    endAll('SIGTERM')
    process.exit(130)
  })
  stopWithNpm()
  await installPackages(progress)
  const rows = await runSteps(chosen(), progress, { goesOn: options.full })

  console.log(`\n${summary(rows)}\n`)
  for (const what of leftOut) console.log(`SKIPPED: ${what}`)
  console.log(`\n${closingLine(rows)}`)
  process.exitCode = rows.every(({ state }) => state === 'ok') ? 0 : 1
})

/** The steps that were asked for by name, with those that they need; all of them where none was. */
function chosen() {
  const unknown = named.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    throw new Fault(
      `Unknown: ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`,
    )
  }
  const wanted = new Set(named.length > 0 ? named : steps.map(({ name }) => name))
  for (const step of steps.toReversed()) {
    if (wanted.has(step.name)) step.needs?.forEach((name) => wanted.add(name))
  }
  return steps.filter(({ name }) => wanted.has(name))
}
