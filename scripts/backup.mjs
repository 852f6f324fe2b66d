// `npm run backup -- FOLDER` writes the database and all stored files of the platform, running or not, to a new folder;
// `npm run restore -- FOLDER` brings them back into an empty one; `npm run db:move -- URL` moves the embedded database to
// a PostgreSQL server. All take the variables that the platform is started with. docs/OPERATIONS.md tells more.
import './lib/node-version.mjs'
import { join, resolve } from 'node:path'
import { main } from './lib/fault.mjs'
import { installPackages } from './lib/packages.mjs'
import { endAll, run } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { loadEnvironmentFile } from './lib/settings.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { root } from './lib/workspace.mjs'

await main(async () => {
  loadEnvironmentFile()
  onStopSignal(() => endAll('SIGTERM'))
  stopWithNpm()
  const progress = createProgress()
  await installPackages(progress)
  await progress.step('Building the API', (detail) =>
    runTasks(['build'], { filter: '@engine/api', onTask: detail }),
  )
  process.env['DATA_DIR'] = resolve(root, process.env['DATA_DIR'] || 'data')
  const program = join(root, 'apps/api/dist/backup/main.js')
  const { code } = await run(process.execPath, [program, ...process.argv.slice(2)], { onLine: console.log })
  process.exitCode = code
})
