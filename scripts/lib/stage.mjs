import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findBrowser } from './browser.mjs'
import { Fault } from './fault.mjs'
import { startPlatform } from './platform.mjs'
import { run } from './processes.mjs'
import { knownVariables, readSettings } from './settings.mjs'
import { root } from './workspace.mjs'

/** The browser of this machine, without a window. */
export function launchBrowser() {
  const executablePath = findBrowser()
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu']
  return chromium.launch({ ...(executablePath && { executablePath }), args })
}

/**
 * A platform from the build, in a folder of its own that is gone when the work is done; the console listens at the
 * port after that of the API. `work` gets `{ setUpUrl, apiUrl, consoleUrl }`. Nothing of how the caller's own platform
 * is set up, its database least of all, has a part in it.
 */
export async function withPlatform({ port, sample, progress }, work) {
  for (const name of knownVariables()) delete process.env[name]
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-stage-'))
  const services = []
  Object.assign(process.env, {
    PORT: String(port),
    CONSOLE_PORT: String(port + 1),
    DATA_DIR: dataDir,
    ENGINE_ALIASES: 'terraform',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    API_RATE_LIMIT: '0',
  })
  try {
    if (sample) {
      const { code, output } = await run(process.execPath, [join(root, 'apps/api/load/dist/demo/main.js')])
      if (code !== 0) throw new Fault(output)
    }
    const settings = readSettings()
    const { setUpUrl } = await startPlatform({ settings, services, progress })
    await work({ setUpUrl, apiUrl: settings.apiUrl, consoleUrl: settings.consoleUrl })
  } finally {
    await Promise.all(services.map((service) => service.stop(10)))
    await rm(dataDir, { recursive: true, force: true })
  }
}
