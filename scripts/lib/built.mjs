import { join, resolve } from 'node:path'
import { buildApi } from './build.mjs'
import { endAll, run } from './processes.mjs'
import { createProgress } from './progress.mjs'
import { loadEnvironmentFile } from './settings.mjs'
import { onStopSignal } from './signals.mjs'
import { root } from './workspace.mjs'

/** Builds the API, or what `build` does, and runs a program to its end, which is this process's own. */
export async function runBuilt(args, { build = buildApi, ...options } = {}) {
  onStopSignal(() => endAll('SIGTERM'))
  await build(createProgress())
  const { code } = await run(process.execPath, args, { ...options, onLine: console.log })
  process.exitCode = code
}

/** Runs a program of the API, with the variables that the platform is started with. */
export function runOnPlatform(program, args = []) {
  loadEnvironmentFile()
  process.env['DATA_DIR'] = resolve(root, process.env['DATA_DIR'] || 'data')
  return runBuilt([join(root, 'apps/api/dist', program), ...args])
}
