// `npm run soak`: readers and writers at two replicas over one PostgreSQL and one storage for five minutes, while one of
// the replicas is restarted every 20 seconds, by SIGTERM or SIGKILL, and PostgreSQL twice. Prints a table, and fails when
// a request failed that must not, an acknowledged write is not there or not audited once, or downloads are miscounted.
//
//   --minutes N    for so long instead
//   --seed N       the plan and the dice of the run that printed this seed
//   --storage URL  s3://bucket?endpoint=… instead of a folder that the replicas share
//
// TEST_POSTGRES_BIN names the folder of PostgreSQL's programs; without it those of the embedded one are used.
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
  const soak = join(root, 'apps/api/dist/soak/main.js')
  const { code } = await run(process.execPath, [soak, ...process.argv.slice(2)], { onLine: console.log })
  process.exitCode = code
})
