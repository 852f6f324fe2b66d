// `npm run test:mutants`: changes the code that guards trust and data, one place at a time, and requires a test to fail.
// Stryker does so all over the files of scripts/mutants/stryker.config.mjs, whose tests need no database, and ends with
// 1 below its threshold; of the code behind them the places of scripts/mutants/picked.mjs are changed.
//
//   tool, picked     the one half alone
//   --mutate FILES   these files alone, for the tool; with commas between them
//   --only TEXT      of the picked mutants those whose file holds this text
import './lib/node-version.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Fault, main } from './lib/fault.mjs'
import { installPackages } from './lib/packages.mjs'
import { run } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { knownVariables } from './lib/settings.mjs'
import { giveUp, onStopSignal } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { program, quietTools, root } from './lib/workspace.mjs'
import { picked } from './mutants/picked.mjs'

const { values: options, positionals: halves } = parseArgs({
  options: { mutate: { type: 'string' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
})
const runPicked = join(root, 'scripts/mutants/run-picked.mjs')
const wants = (half) => halves.length === 0 || halves.includes(half)

// How the tester's own platform is set up must not change what the tests find.
for (const name of [...knownVariables(), 'TEST_POSTGRES_BIN']) delete process.env[name]
Object.assign(process.env, quietTools, { NO_COLOR: '1' })

await main(async () => {
  onStopSignal(giveUp)
  const progress = createProgress()
  await installPackages(progress)
  await progress.step('Building what the tests need', (detail) =>
    runTasks(['@engine/shared#build', 'generate'], { onTask: detail }),
  )
  const survived = wants('picked') ? await tryPicked(progress) : 0
  const code = wants('tool') ? await runTool() : 0
  if (survived > 0) throw new Fault(`${survived} picked mutants have no test that fails.`)
  if (code !== 0) throw new Fault('The tool found fewer mutants killed than its threshold demands.', code)
})

async function runTool() {
  const args = [program('@stryker-mutator/core', 'stryker'), 'run', 'scripts/mutants/stryker.config.mjs']
  if (options.mutate) args.push('--mutate', options.mutate)
  return (await run(process.execPath, args, { onLine: console.log })).code
}

async function tryPicked(progress) {
  const chosen = picked.filter(({ file }) => file.includes(options.only))
  let survived = 0
  for (const [index, mutant] of picked.entries()) {
    if (!chosen.includes(mutant)) continue
    const { code, output } = await run(process.execPath, [runPicked, String(index)])
    const what = `${mutant.file}: ${mutant.replace.replaceAll(/\s+/g, ' ').slice(0, 60)}`
    progress.note(`${code === 0 ? '✓' : '✗ SURVIVED'} ${what} → ${output.trimEnd().split('\n').at(-1)}`)
    if (code !== 0) survived++
  }
  return survived
}
