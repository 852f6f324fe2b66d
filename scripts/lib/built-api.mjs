import { installPackages } from './packages.mjs'
import { endAll, run } from './processes.mjs'
import { createProgress } from './progress.mjs'
import { onStopSignal, stopWithNpm } from './signals.mjs'
import { runTasks } from './turbo.mjs'

/** Installs what is missing, builds the API, and runs a program of it to its end, which is this process's own. */
export async function runOnBuiltApi(args, options = {}) {
  onStopSignal(() => endAll('SIGTERM'))
  stopWithNpm()
  const progress = createProgress()
  await installPackages(progress)
  await progress.step('Building the API', (detail) =>
    runTasks(['build'], { filter: '@engine/api', onTask: detail }),
  )
  const { code } = await run(process.execPath, args, { ...options, onLine: console.log })
  process.exitCode = code
}
