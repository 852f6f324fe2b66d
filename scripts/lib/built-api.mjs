import { endAll, run } from './processes.mjs'
import { createProgress } from './progress.mjs'
import { onStopSignal } from './signals.mjs'
import { buildApi } from './build.mjs'

/** Builds the API and runs a program of it to its end, which is this process's own. */
export async function runOnBuiltApi(args, options = {}) {
  onStopSignal(() => endAll('SIGTERM'))
  await buildApi(createProgress())
  const { code } = await run(process.execPath, args, { ...options, onLine: console.log })
  process.exitCode = code
}
