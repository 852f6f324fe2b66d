// `npm run fuzz`: sends 100,000 hostile requests to every route of every face of an API on a database of its own, and fails
// at a 5xx, a hang, a word about the inside, or memory that grows.
//
//   --requests N   another number of them
//   --seed N       the very requests of the run that printed this seed
import './lib/node-version.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runOnBuiltApi } from './lib/built-api.mjs'
import { main } from './lib/fault.mjs'
import { program, root } from './lib/workspace.mjs'

const { values: options } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })

await main(() => {
  const env = {
    ...process.env,
    ...(options.requests && { ENGINE_FUZZ_REQUESTS: options.requests }),
    ...(options.seed && { ENGINE_TEST_SEED: options.seed }),
  }
  const args = [program('vitest'), 'run', '--config', 'vitest.fuzz.config.ts', '--disable-console-intercept']
  return runOnBuiltApi(args, { cwd: join(root, 'apps/api'), env })
})
