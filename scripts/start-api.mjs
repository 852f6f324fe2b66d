// `npm run start:api`: the API alone, in the foreground. The build's own program runs in this very process, so
// signals reach it directly and its exit code is this one's. What the preparation says goes to standard error:
// standard output belongs to the API's log.
//
//   --no-build      take the build as it is
//   --no-env-file   leave the .env file alone
import './lib/node-version.mjs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Fault, main } from './lib/fault.mjs'
import { createProgress } from './lib/progress.mjs'
import { loadEnvironmentFile } from './lib/settings.mjs'
import { giveUp, stopWithNpm } from './lib/signals.mjs'
import { apiWorkspaces, buildApi, demandBuild } from './lib/build.mjs'
import { root } from './lib/workspace.mjs'

const { values: options } = parseArgs({
  options: { 'no-build': { type: 'boolean' }, 'no-env-file': { type: 'boolean' } },
})

await main(async () => {
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (!options['no-env-file']) loadEnvironmentFile()
  // Node.js has read it when this process began.
  if (process.env['NODE_EXTRA_CA_CERTS'] !== authorities)
    throw new Fault(
      'NODE_EXTRA_CA_CERTS in .env comes too late for this command: set it in the environment, such as by ' +
        'NODE_EXTRA_CA_CERTS=/path/to/ca.pem npm run start:api.',
    )
  process.on('SIGINT', giveUp).on('SIGTERM', giveUp)
  stopWithNpm()

  if (options['no-build']) demandBuild(apiWorkspaces())
  else await buildApi(createProgress(process.stderr))

  process.off('SIGINT', giveUp).off('SIGTERM', giveUp)
  process.env['NODE_ENV'] ??= 'production'
  process.env['DATA_DIR'] = resolve(root, process.env['DATA_DIR'] || 'data')
  await import('../apps/api/dist/main.js')
})
