// `npm run bench`: fills a PostgreSQL with modules and measures how fast the registry answers one client.
// `npm run bench -- --size full --write` fills it with 1,000,000 versions and writes the tables of docs/PERFORMANCE.md;
// apps/api/src/bench/main.ts tells the other options. TEST_POSTGRES_BIN names the programs of the PostgreSQL to measure
// on, /usr/lib/postgresql/15/bin for example; without it those of the embedded one are used.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { main } from './lib/fault.mjs'
import { installPackages } from './lib/packages.mjs'
import { endAll, run } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { onStopSignal, stopWithNpm } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { root } from './lib/workspace.mjs'

await main(async () => {
  onStopSignal(() => endAll('SIGTERM'))
  stopWithNpm()
  const progress = createProgress()
  await installPackages(progress)
  await progress.step('Building the API', (detail) =>
    runTasks(['build'], { filter: '@engine/api', onTask: detail }),
  )
  const bench = join(root, 'apps/api/dist/bench/main.js')
  const { code } = await run(process.execPath, [bench, ...process.argv.slice(2)], { onLine: console.log })
  process.exitCode = code
})
