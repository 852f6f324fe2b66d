// `npm run dev`: the platform while its sources change. The compilers watch the packages and apps/api, and the
// API starts anew after each compilation without errors; the console is Next's own development server; the
// generated files follow the two schemas and the console's documents.
import './lib/node-version.mjs'
import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { forgetBuild, withBuildLock } from './lib/build.mjs'
import { main } from './lib/fault.mjs'
import { readable } from './lib/log-lines.mjs'
import { installPackages } from './lib/packages.mjs'
import { demandPorts } from './lib/ports.mjs'
import { createProgress } from './lib/progress.mjs'
import { ending, startService } from './lib/service.mjs'
import { childEnvironment, loadEnvironmentFile, readSettings } from './lib/settings.mjs'
import { onStopSignal } from './lib/signals.mjs'
import { runTasks } from './lib/turbo.mjs'
import { welcome } from './lib/welcome.mjs'
import { program, quietTools, root } from './lib/workspace.mjs'

const watching = ['--watch', '--preserveWatchOutput', '--pretty', 'false']
const packages = ['shared', 'threads', 'limited-server', 'module-source', 'provider-source'].map(
  (name) => `packages/${name}`,
)
const compiled = [...packages, 'apps/api']
const progress = createProgress()
const services = new Set()
let welcomed = false

await main(async () => {
  loadEnvironmentFile()
  const settings = readSettings()
  await demandPorts(settings)
  onStopSignal(() => {
    progress.note('Stopping …')
    void Promise.all([...services].map((service) => service.stop(15))).then(() => process.exit(0))
  })

  const prepare = async () => {
    await installPackages(progress)
    await progress.step('Generating', () => runTasks(['generate']))
    await progress.step('Building packages', () => runTasks(['build'], { filter: './packages/*' }))
    for (const folder of compiled) forgetBuild(folder)
  }
  await withBuildLock(prepare, progress.note)

  const env = { ...childEnvironment(settings), ...quietTools, NODE_ENV: 'development', DRAIN_SECONDS: '0' }
  const start = (options) => {
    const service = startService({
      env,
      logFile: join(settings.dataDir, 'logs', `${options.log}.log`),
      ...options,
    })
    services.add(service)
    void service.exited.then((how) => {
      services.delete(service)
      if (how.code) progress.note(`${options.name} ended with ${ending(how)}`)
    })
    return service
  }

  let onReady
  const apiReady = new Promise((resolve) => (onReady = resolve))
  const api = createRestarter(() => startApi(start, settings, onReady))
  const compiling = new Set(compiled)
  for (const folder of compiled) {
    start({
      name: `The compiler of ${folder}`,
      log: 'compilers',
      args: [program('typescript', 'tsc'), '-p', join(root, folder, 'tsconfig.build.json'), ...watching],
      wholeTree: true,
      onLine: (line) => {
        if (line.includes('error TS')) progress.note(line)
        if (line.includes('Starting')) compiling.add(folder)
        if (line.includes('Found 0 errors')) compiling.delete(folder)
        if (line.includes('Found 0 errors') && compiling.size === 0) api.restart()
      },
    })
  }
  generateOnChange()
  // The first start of the API makes the key that the console reads.
  await apiReady
  start({
    name: 'The console',
    log: 'console',
    args: [program('next'), 'dev', '-p', String(settings.consolePort), '-H', settings.host],
    cwd: join(root, 'apps/console'),
    // Apart from the build, which may take its place at any time.
    env: { ...env, BUILD_FOLDER: '.next.dev' },
    wholeTree: true,
    onLine: (line) => line.trim() && progress.note(`Console ${line}`),
  })
})

/** Starts the API's build; where to click is said the first time. */
function startApi(start, settings, onReady) {
  return start({
    name: 'The API',
    log: 'api',
    args: ['--enable-source-maps', join(root, 'apps/api/dist/main.js')],
    onLine: (line) => progress.note(`API ${readable(line).text}`),
    onMessage: (message) => {
      if (message?.type !== 'ready' || welcomed) return
      welcomed = true
      onReady()
      progress.note(welcome(settings, message.setUpUrl ?? null))
    },
  })
}

/** One service at a time: a restart stops the running one first; wishes that come meanwhile are one wish. */
function createRestarter(begin) {
  let running
  let wanted = false
  let busy = false
  async function restart() {
    wanted = true
    if (busy) return
    busy = true
    while (wanted) {
      wanted = false
      await running?.stop(10)
      running = begin()
    }
    busy = false
  }
  return { restart: () => void restart() }
}

/** Runs the generators when a schema, or a source of the console that holds a document, is saved. */
function generateOnChange() {
  let timer
  const generate = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      runTasks(['generate']).catch((error) => progress.note(error.message))
    }, 200)
  }
  // Folders are watched, not files: many editors save by putting a new file in the old one's place.
  watch(join(root, 'apps/api'), (_, file) => file === 'schema.graphql' && generate())
  watch(join(root, 'prisma'), (_, file) => file === 'schema.prisma' && generate())
  const sources = join(root, 'apps/console/src')
  watch(sources, { recursive: true }, (_, file) => {
    if (file && !file.includes('generated') && holdsDocument(join(sources, file))) generate()
  })
}

function holdsDocument(file) {
  try {
    return /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('graphql(')
  } catch {
    return false
  }
}
