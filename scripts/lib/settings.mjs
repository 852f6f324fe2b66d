import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Fault } from './fault.mjs'
import { root } from './workspace.mjs'

/** Adds the variables of the `.env` file, if there is one, to those of the environment, which win. */
export function loadEnvironmentFile(file = resolve(root, '.env')) {
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The names of all variables that the product knows: those that `.env.example` explains. */
export function knownVariables() {
  const example = readFileSync(resolve(root, '.env.example'), 'utf8')
  return [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
}

/** The addresses that the starter hands to both processes. */
const addresses = ['API_URL', 'PUBLIC_URL', 'CONSOLE_URL']

/** An orchestrator injects such a port for a service of this name. */
const isInjected = (name, value) => /^(CONSOLE_)?PORT$/.test(name) && value.startsWith('tcp://')

function textOf(path, faults, name) {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    faults.push(`${name}: the file of ${name}_FILE cannot be read: ${error.message}`)
    return undefined
  }
}

/**
 * Reads the settings of both processes from the environment and its defaults. An empty variable counts as unset. The
 * API checks its own variables; this checks only those of the starter, all at once.
 */
export function readSettings(environment = process.env) {
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' && !isInjected(name, value)),
  )
  const faults = []
  for (const name of addresses) {
    const path = env[`${name}_FILE`]
    if (path === undefined) continue
    if (env[name] !== undefined)
      faults.push(`${name} is given by ${name} and by ${name}_FILE: unset one of them.`)
    else env[name] = textOf(path, faults, name)
  }
  const port = (name, fallback) => {
    const number = Number(env[name] ?? fallback)
    if (!Number.isInteger(number) || number < 1 || number > 65_535) {
      faults.push(`${name} is '${env[name]}': it must be a port number from 1 to 65535.`)
    }
    return number
  }

  const host = env['HOST'] ?? '127.0.0.1'
  const apiPort = port('PORT', 4000)
  const consolePort = port('CONSOLE_PORT', 3000)
  if (apiPort === consolePort) faults.push(`PORT and CONSOLE_PORT are both ${apiPort}: they must differ.`)
  if (faults.length > 0) throw new Fault(faults.join('\n'))

  const reachable = reachableHost(host)
  return {
    host,
    apiPort,
    consolePort,
    apiUrl: env['API_URL'] ?? `http://${reachable}:${apiPort}`,
    publicUrl: env['PUBLIC_URL'] ?? `http://localhost:${apiPort}`,
    consoleUrl: env['CONSOLE_URL'] ?? `http://localhost:${consolePort}`,
    consoleProbe: `http://${reachable}:${consolePort}/healthz`,
    dataDir: resolve(root, env['DATA_DIR'] ?? 'data'),
    logLevel: env['LOG_LEVEL'],
  }
}

/** The variables of {@link readSettings} for a child, over those of this process. */
export function childEnvironment(settings, environment = process.env) {
  const files = Object.fromEntries(addresses.map((name) => [`${name}_FILE`, undefined]))
  return {
    ...environment,
    ...files,
    NODE_ENV: 'production',
    HOST: settings.host,
    PORT: String(settings.apiPort),
    CONSOLE_PORT: String(settings.consolePort),
    API_URL: settings.apiUrl,
    PUBLIC_URL: settings.publicUrl,
    CONSOLE_URL: settings.consoleUrl,
    DATA_DIR: settings.dataDir,
  }
}

/** An address to connect to for an address to listen at: a wildcard is no destination. */
function reachableHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
