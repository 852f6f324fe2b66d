import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isFull } from './test/full-run.js'

const { resolve } = createRequire(import.meta.url)

/**
 * Tests of the full run alone: processes that are killed or lose their database, the cost of statements on large tables and
 * of large modules, and requests at random. Each takes as long as dozens of other tests.
 */
const onlyInFull = [
  'test/database/{embedded,embedded-kill,embedded-roles,open}.test.ts',
  'test/graphql/{console-statements,contents-cost}.test.ts',
  'test/performance/{audit-log,bench-filling,main-thread,module-lists,module-uses,orders,plans}.test.ts',
  'test/modules/large-modules.test.ts',
  'test/process/!(kill|process|processes|publishing-kill|replicas|start).test.ts',
  'test/rest/properties.test.ts',
  'test/states/size.test.ts',
]

/** One more than processors: each waits for its database a fifth of its time. More would want too many connections. */
const workers = Math.min(availableParallelism(), 8) + 1

/**
 * Begins with the file that takes longest, the rest in the usual order: the largest first. It is one of the smallest, and
 * begun among them it would run alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/policy/walk.test.ts')
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  // The libraries load graphql as Node finds it; ours must be the very same module, or its classes are strangers.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: resolve('graphql/index.js') },
      // The programs beside the platform import its build; in tests they share its sources with everything else.
      { find: /^#api\/(.*)[.]js$/, replacement: fileURLToPath(new URL('src/$1.ts', import.meta.url)) },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'load/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/deployed/**', ...(isFull ? [] : onlyInFull)],
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/setup.ts'],
    // Transformed modules, so that a single file of tests starts sooner.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('../../.cache/vitest', import.meta.url)),
    },
    pool: 'forks',
    maxWorkers: workers,
    // Each file has a database and an app of its own, but the program is loaded once by each of the workers: to load
    // it for every file took a third of the whole time.
    isolate: false,
    // A test says what happens, not how fast a busy machine does it: its end is far beyond what any takes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
