// `npm run fuzz`: sends 100,000 hostile requests to every route of every face of an API on a database of its own, and fails
// at a 5xx, a hang, a word about the inside, or memory that grows.
//
//   --requests N   another number of them
//   --seed N       the very requests of the run that printed this seed
import './lib/node-version.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './lib/fault.mjs'
import { installPackages } from './lib/packages.mjs'
import { endAll, run } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { program, root } from './lib/workspace.mjs'

const { values: options } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })

await main(async () => {
  onStopSignal(() => endAll('SIGTERM'))
  stopWithNpm()
  const progress = createProgress()
  await installPackages(progress)
  await progress.step('Building the API', (detail) =>
    runTasks(['build'], { filter: '@engine/api', onTask: detail }),
  )
  const env = {
    ...process.env,
    ...(options.requests && { ENGINE_FUZZ_REQUESTS: options.requests }),
    ...(options.seed && { ENGINE_TEST_SEED: options.seed }),
  }
  const args = [program('vitest'), 'run', '--config', 'vitest.fuzz.config.ts', '--disable-console-intercept']
  const { code } = await run(process.execPath, args, {
    cwd: join(root, 'apps/api'),
    env,
    onLine: console.log,
  })
  process.exitCode = code
})
