import ordinary from './playwright.config.js'

/** What is no test and runs when it is asked for: `npm run screenshots`, and what `npm run bench:console` starts. */
export default {
  ...ordinary,
  reporter: 'list',
  workers: 1,
  // So many visits take as long as they take.
  timeout: 0,
  projects: [
    { name: 'screenshots', testMatch: 'by-hand/screenshots.spec.ts' },
    { name: 'bench', testMatch: 'by-hand/bench.spec.ts' },
  ],
}
