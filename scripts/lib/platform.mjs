import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readable } from './log-lines.mjs'
import { startService } from './service.mjs'
import { childEnvironment } from './settings.mjs'
import { program, quietTools, root } from './workspace.mjs'

// The first start on a slow disk makes a database: allow for it. The console has nothing to prepare.
const apiStartSeconds = 180
const consoleStartSeconds = 60
const linkSeconds = 5

/**
 * Starts the API and then the console from the build, and waits until both serve.
 * `services` is filled as they start, so that a caller can stop what runs at any moment.
 * Returns `{ setUpUrl }`: the one-time link, or null when there is an administrator.
 */
export async function startPlatform({ settings, services, progress }) {
  const env = childEnvironment(settings)
  const logs = join(settings.dataDir, 'logs')
  // What a person asked to see by LOG_LEVEL is shown; otherwise warnings and errors alone, all of it in the file.
  const show = (line) => {
    const { severe, text } = readable(line)
    if (severe || settings.logLevel) progress.note(`  API ${text}`)
  }

  const setUpUrl = await progress.step('Starting the API', async (detail) => {
    let heardReady
    const link = new Promise((resolve) => (heardReady = resolve))
    const api = startService({
      name: 'The API',
      args: ['--enable-source-maps', join(root, 'apps/api/dist/main.js')],
      env: { ...env, DRAIN_SECONDS: env['DRAIN_SECONDS'] || '0' },
      logFile: join(logs, 'api.log'),
      onLine: show,
      onMessage: (message) => {
        if (message?.type === 'progress') detail(message.text)
        if (message?.type === 'ready') heardReady(message.setUpUrl ?? null)
      },
    })
    services.push(api)
    await api.ready(settings.apiProbe, apiStartSeconds)
    return Promise.race([link, pause(linkSeconds * 1000, null, { ref: false })])
  })

  await progress.step('Starting the console', async () => {
    const console = startService({
      name: 'The console',
      args: [program('next'), 'start', ...nextAddress(settings)],
      cwd: join(root, 'apps/console'),
      env: { ...env, ...quietTools },
      logFile: join(logs, 'console.log'),
      onLine: (line, stream) => stream === 'stderr' && line && progress.note(`  Console ${line}`),
    })
    services.push(console)
    await console.ready(settings.consoleProbe, consoleStartSeconds)
  })
  return { setUpUrl }
}

const nextAddress = ({ host, consolePort }) => ['-p', String(consolePort), '-H', host]
