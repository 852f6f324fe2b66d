// `npm run fuzz`: sends 100,000 hostile requests to every route of every face of an API on a database of its own, then
// 10,000 archives and 10,000 states, and fails at a 5xx, a hang, a word about the inside, or memory that grows.
//
//   requests, archives, states   these alone
//   --count N                    another number of each
//   --seed N                     the very requests of the run that printed this seed
import './lib/node-version.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBuilt } from './lib/built.mjs'
import { main } from './lib/fault.mjs'
import { program, root } from './lib/workspace.mjs'

const { values: options, positionals: parts } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})

await main(() => {
  const env = {
    ...process.env,
    ...(options.count && { ENGINE_FUZZ_COUNT: options.count }),
    ...(options.seed && { ENGINE_TEST_SEED: options.seed }),
  }
  const files = parts.map((part) => `${part}.fuzz`)
  const config = ['--config', 'vitest.fuzz.config.ts', '--disable-console-intercept']
  const args = [program('vitest'), 'run', ...files, ...config]
  return runBuilt(args, { cwd: join(root, 'apps/api'), env })
})
