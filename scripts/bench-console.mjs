// `npm run bench:console`: opens every list page of the console over the sample platform, in a browser without a
// window, and says how fast it is and how many scripts it loads. A bound that is missed is named and ends the program
// with 1. `--write` writes docs/performance/console.txt, `--runs 20` measures more often, `--only Users` one list.
// `--size full` compares the lists of a site with 201 organizations, 3,000 users, 20,000 workspaces and 5,000 modules with
// those of one that has thirty of each, and writes docs/performance/console-full.txt.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { runBuilt } from './lib/built.mjs'
import { main } from './lib/fault.mjs'
import { program, root } from './lib/workspace.mjs'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string', default: 'small' },
    write: { type: 'boolean' },
  },
})

await main(() => {
  const env = {
    ...process.env,
    ...(options.runs && { ENGINE_BENCH_RUNS: options.runs }),
    ...(options.only && { ENGINE_BENCH_ONLY: options.only }),
    ...(options.write && { ENGINE_BENCH_WRITE: '1' }),
  }
  const args = [
    'test',
    '-c',
    'playwright.by-hand.config.ts',
    '--project',
    options.size === 'full' ? 'bench-full' : 'bench',
  ]
  const playwright = program('@playwright/test', 'playwright')
  return runBuilt([playwright, ...args], { build, cwd: join(root, 'e2e'), env })
})
