import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/lib/browser.mjs'
import type { CliOptions } from './cli-fixtures.js'
import { isFull } from './support/full-run.js'

const executablePath = findBrowser()

const wide = { width: 1280, height: 900 }
const narrow = { width: 390, height: 844 }

/** The real CLI's journeys need no browser; each runs over https, and in the full run over every way to a registry. */
const ofTheCli = /journeys\/cli[a-z-]*\./
/**
 * Tests of the full run alone: the states of every screen, and a second journey through things that another one covers.
 * The short run has one journey through each thing that people do.
 */
const onlyInFull = isFull
  ? []
  : [
      /screens\/(?!shell)/,
      /journeys\/(activity|allowed-groups|broken-uploads|choose-not-type|compare-versions|end-of-life)\./,
      /journeys\/(engine-version-verification|engine-versions-at-once|few-clicks)\./,
      /journeys\/(fresh-sign-in|keyboard-modules|large-modules|lazy-menus|lists|looks|members)\./,
      /journeys\/(module-files|module-search|outdated-workspaces|palette|password|people)\./,
      /journeys\/(provider-lifecycle|provider-release|release-feed|safety|sessions|shared-modules)\./,
      /journeys\/workspace-tags\./,
    ]
/** Tests without pages, which are the same on a phone. */
const withoutPages = [ofTheCli, /journeys\/(publishing|script)\./]

/** Each has a platform and a browser, which keep a processor busy. */
const workers = Math.min(availableParallelism(), 4)

export default defineConfig<object, CliOptions>({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'screens/**/*.spec.ts'],
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  forbidOnly: true,
  ...(isFull ? {} : { grepInvert: /@full/ }),
  fullyParallel: false,
  workers,
  retries: 0,
  // A test says what happens, not how fast a busy machine does it: both are far beyond what any takes.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // What is not there to be clicked fails by itself, long before the whole test's time is over.
    actionTimeout: 60_000,
    browserName: 'chromium',
    viewport: wide,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // To note every step takes a part of the time: `--trace on` asks for it where a test fails.
    trace: isFull ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--process-per-site',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'wide-light', testIgnore: [ofTheCli, ...onlyInFull] },
    // `login` asks the host itself where tokens are made.
    {
      name: 'cli-http',
      testMatch: isFull ? ofTheCli : /journeys\/cli-public-registry\./,
      testIgnore: /cli-login/,
    },
    // No host says where the public registry is: a CLI knows it by its configuration alone.
    { name: 'cli-https', testMatch: ofTheCli, testIgnore: /cli-public-registry/, use: { overTls: true } },
    ...(isFull
      ? [
          { name: 'wide-dark', testDir: 'screens', use: { colorScheme: 'dark' as const } },
          { name: 'narrow-light', testIgnore: withoutPages, use: { viewport: narrow, hasTouch: true } },
          {
            name: 'narrow-dark',
            testDir: 'screens',
            use: { viewport: narrow, hasTouch: true, colorScheme: 'dark' as const },
          },
        ]
      : []),
  ],
})
