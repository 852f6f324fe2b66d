import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder that holds the whole repository, absolute, without a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')

/** Tells whether the module at this address is the running program, and not one that a test has loaded. */
export const isProgram = (url) => url === pathToFileURL(process.argv[1] ?? '').href

/** The script behind an installed package's command, to be run by Node.js itself: no shell, no `.cmd` file. */
export function program(packageName, command = packageName) {
  const folder = `${root}/node_modules/${packageName}`
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return resolve(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Switches that keep the tools quiet: no telemetry, no look for updates. */
export const quietTools = {
  NEXT_TELEMETRY_DISABLED: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
}
