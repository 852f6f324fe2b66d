import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readable } from './log-lines.mjs'
import { answers, ending, startService } from './service.mjs'
import { childEnvironment } from './settings.mjs'
import { quietTools, root } from './workspace.mjs'

// The first start on a slow disk makes a database: allow for it. The console has nothing to prepare.
const apiStartSeconds = 180
const consoleStartSeconds = 60

/**
 * Starts the API and then the console from the build, and waits until both serve.
 * `services` is filled as they start, so that a caller can stop what runs at any moment.
 * Returns `{ setUpUrl }`: the one-time link, without the token that the environment gives; null when there is an
 * administrator.
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
    let told
    const api = startService({
      name: 'The API',
      args: ['--enable-source-maps', join(root, 'apps/api/dist/main.js')],
      env: { ...env, DRAIN_SECONDS: env['DRAIN_SECONDS'] || '0' },
      logFile: join(logs, 'api.log'),
      onLine: show,
      onMessage: (message) => {
        if (message?.type === 'progress') detail(message.text)
        if (message?.type === 'ready') told = message
      },
    })
    services.push(api)
    // Not what answers at its port: that may be another program, which was there first.
    await api.ready(() => told, apiStartSeconds)
    return told.setUpUrl
  })

  await progress.step('Starting the console', async () => {
    const console = startConsole({ settings, progress })
    services.push(console)
    await console.ready(() => answers(settings.consoleProbe), consoleStartSeconds)
  })
  return { setUpUrl }
}

function startConsole({ settings, progress }) {
  return startService({
    name: 'The console',
    args: [join(root, 'apps/console/server.mjs')],
    cwd: join(root, 'apps/console'),
    env: { ...childEnvironment(settings), ...quietTools },
    logFile: join(settings.dataDir, 'logs', 'console.log'),
    onLine: (line, stream) => stream === 'stderr' && line && progress.note(`  Console ${line}`),
  })
}

// In seconds: between two starts of the console, and how long it runs until the waits begin anew.
const longestWait = 30
const ranWell = 60

/**
 * Starts the console again whenever it ends: at once, then after waits that double. The API does not depend on it. Returns
 * once `isStopping()`; the running console is `services[1]`, as `startPlatform` left it.
 */
export async function keepConsole({ settings, services, progress, isStopping }) {
  for (let wait = 0; ; wait = Math.min(Math.max(1, wait * 2), longestWait)) {
    const startedAt = performance.now()
    const how = await services[1].exited
    if (isStopping()) return
    if (performance.now() - startedAt > ranWell * 1000) wait = 0
    const when = wait === 0 ? 'at once' : `in ${wait} s`
    progress.note(
      `The console ended with ${ending(how)} and is started again ${when}. Its log: ${services[1].logFile}`,
    )
    await pause(wait * 1000)
    if (isStopping()) return
    services[1] = startConsole({ settings, progress })
  }
}
