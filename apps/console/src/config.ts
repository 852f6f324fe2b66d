import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readEnvironment } from '@engine/shared/environment'
import { installationName, type Logo, readLogo } from './installation'

/** The settings of the console's server, from its environment (contract §9). */
export type Config = {
  /** The console's public origin, such as `https://console.example.com`. */
  origin: string
  /** The public address is https, so cookies are marked as such. */
  secure: boolean
  /** Address of the API for the console's server, without a trailing slash. */
  apiUrl: string
  /** Keys derived for sealing sessions: the first seals, all open. */
  sessionKeys: readonly string[]
  /** Likewise for what a browser stores while it signs in at the provider. */
  signOnKeys: readonly string[]
  /** Proves to the API that a request came through the console's server. */
  hopKey: Buffer
  /** Name that the operators give this platform; without it pages show the product's name and mark. */
  name: string | undefined
  logo: Logo | undefined
}

type Environment = Record<string, string | undefined>

/** The working directory of the console's process is `apps/console`. */
const root = resolve(process.cwd(), '../..')

export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The console cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** The secrets and addresses, each of which may come from the file that `NAME_FILE` names. */
const filed = ['CONSOLE_URL', 'API_URL', 'SECRET_KEY']

/**
 * Reads the settings of the console's server.
 * @throws ConfigError which names every fault at once.
 */
export function readConfig(environmentAsGiven: Environment): Config {
  const { given: environment, faults } = readEnvironment(environmentAsGiven, {
    names: [...filed, 'CONSOLE_PORT', 'DATA_DIR'],
    filed,
    // The comment keeps the bundler from taking all files for part of the server.
    readFile: (path) => readFileSync(/*turbopackIgnore: true*/ path, 'utf8'),
  })
  const port = environment['CONSOLE_PORT'] || '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535)
    faults.push(`CONSOLE_PORT must be a port number from 1 to 65535, not "${port}"`)
  const consoleUrl = address('CONSOLE_URL', environment['CONSOLE_URL'] || `http://localhost:${port}`, faults)
  if (consoleUrl && consoleUrl.pathname !== '/') faults.push('CONSOLE_URL must have no path')
  const apiUrl = address('API_URL', environment['API_URL'] || 'http://127.0.0.1:4000', faults)
  const keys = secrets(environment, faults)
  const name = installationName(environment['INSTALLATION_NAME'], faults)
  const logo = readLogo(environment['INSTALLATION_LOGO'], root, faults)
  if (faults.length > 0 || !consoleUrl || !apiUrl) throw new ConfigError(faults)
  return {
    origin: consoleUrl.origin,
    secure: consoleUrl.protocol === 'https:',
    apiUrl: apiUrl.href.replace(/\/+$/, ''),
    sessionKeys: keys.map((key) => derive(key, 'console-session').toString('base64url')),
    signOnKeys: keys.map((key) => derive(key, 'console-sign-on').toString('base64url')),
    hopKey: derive(keys[0] ?? '', 'console-hop'),
    name,
    logo,
  }
}

function address(name: string, text: string, faults: string[]): URL | undefined {
  if (URL.canParse(text)) {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url
  }
  faults.push(`${name} must be an http or https address without query, not "${text}"`)
  return undefined
}

function secrets(environment: Environment, faults: string[]): string[] {
  // The comment keeps the bundler from taking all files below an unknown path for part of the server.
  const file = resolve(/*turbopackIgnore: true*/ root, environment['DATA_DIR'] || 'data', 'secret.key')
  const [source, text] = environment['SECRET_KEY']
    ? ['SECRET_KEY', environment['SECRET_KEY']]
    : [file, readKeyFile(file)]
  if (text === undefined) {
    faults.push(`SECRET_KEY is not set and ${file} cannot be read; the API makes that file when it starts`)
    return []
  }
  const keys = text.split(',').map((key) => key.trim())
  if (keys.some((key) => Buffer.byteLength(key) < 32))
    faults.push(`${source}: each key must have 32 bytes or more`)
  return keys
}

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Each purpose has its own key, so that one that leaks opens nothing else. */
const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

let current: Config | undefined

/** The settings of this process, read once. */
export const config = (): Config => (current ??= readConfig(process.env))
