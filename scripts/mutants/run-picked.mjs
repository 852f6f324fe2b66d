// Runs the tests of one picked mutant, by its index. Prints the name of the first test that fails; ends with 1 where none
// does, or where none could be run. A process of its own: the server of the tests cannot be set up twice in one.
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { root } from '../lib/workspace.mjs'
import { picked } from './picked.mjs'

const { file, replace, by, test } = picked[Number(process.argv[2])]
const workspace = join(root, 'apps/api')

const mutate = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) => (id === join(workspace, file) ? code.replace(replace, () => by) : undefined),
}
// A busy machine must not look like a test that fails.
const longTimeouts = { testTimeout: 120_000, hookTimeout: 120_000 }
const settings = { root: workspace, watch: false, reporters: [{}], bail: 1, ...longTimeouts }
const vitest = await startVitest('test', [test], settings, { plugins: [mutate] })
const [killer] = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests('failed')])
await vitest.close()
console.log(killer?.fullName ?? 'no test fails')
process.exit(killer ? 0 : 1)
