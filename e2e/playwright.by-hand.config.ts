import ordinary from './playwright.config.js'

/** Programs that are no tests and run on request: `npm run screenshots`, and the pages of `npm run bench:console`. */
export default {
  ...ordinary,
  reporter: 'list',
  workers: 1,
  // So many visits take as long as they take.
  timeout: 0,
  projects: [
    { name: 'screenshots', testMatch: 'by-hand/screenshots.spec.ts' },
    { name: 'bench', testMatch: 'by-hand/bench.spec.ts' },
    { name: 'bench-full', testMatch: 'by-hand/bench-full.spec.ts' },
  ],
}
