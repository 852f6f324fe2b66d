/**
 * The files that guard trust and data and are proven by tests without a database. What only the journeys or the tests of
 * the API reach is left to picked.mjs: a mutant costs a run of the tests that reach it.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.config.mjs' },
  mutate: [
    'packages/module-source/src/archives/{entry-path,entry-tree,extended-header,tar-header}.ts',
    'apps/api/src/adapters/outbound/{addresses,body,egress,outbound,resolve}.ts',
    'apps/api/src/adapters/secrets/!(*.test).ts',
    'apps/api/src/http/{aliases,client-address}.ts',
    'apps/api/src/kernel/network.ts',
    'apps/console/src/proxy.ts',
    'apps/console/src/session/{cookie,forwarded,guard,next-path,policy,seal,sign-on-flow,single-sign-on}.ts',
    'packages/shared/src/{cli-login,durations,engine-constraint,engine-version,module-version,names,sort-key,version-order}.ts',
  ],
  // A copy of the repository is changed; what no test of these files reads is left out of it.
  tempDirName: '.cache/mutants',
  ignorePatterns: ['/data', '/deploy', '/docs', '/e2e', '.next*', '.turbo', 'test-results'],
  // To rewrite this file Stryker asks for an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  // What runs when a file is loaded cannot be switched off and on between tests.
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that loops for ever costs this and the start of another worker.
  timeoutMS: 3000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, skipFull: true },
  // Measured: 84. A score that falls below is code whose tests no longer notice a change.
  thresholds: { high: 90, low: 80, break: 80 },
}
