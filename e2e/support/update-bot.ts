import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The last version that runs on Node 20. */
const bot = 'renovate@39.99.0'
const largest = 64 * 1024 * 1024

/** An update that the bot would propose. */
export interface Update {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** A bot that looks for updates, installed into a separate folder: it is larger than all other tools of the tests. */
export interface UpdateBot {
  /** Finds the updates for a file with this text, at the platform with this `url`. */
  updates(text: string, at: { url: string; token: string; certificate: string }): Promise<Update[]>
  remove(): Promise<void>
}

/** Undefined where the package registry cannot be reached. */
export async function openUpdateBot(): Promise<UpdateBot | undefined> {
  const base = await mkdtemp(join(tmpdir(), 'engine-update-bot-'))
  const remove = () => rm(base, { recursive: true, force: true })
  try {
    await run('npm', ['install', bot, '--prefix', base, '--ignore-scripts', '--no-audit', '--no-fund'])
  } catch {
    await remove()
    return undefined
  }
  const program = join(base, 'node_modules/renovate/dist/renovate.js')
  return {
    async updates(text, { url, token, certificate }) {
      const folder = await mkdtemp(join(base, 'work-'))
      await run('git', ['init', '--quiet', folder])
      await writeFile(join(folder, 'main.tf'), text)
      // It looks at what git knows.
      await run('git', ['-C', folder, 'add', '.'])
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        LOG_LEVEL: 'debug',
        LOG_FORMAT: 'json',
        NODE_EXTRA_CA_CERTS: certificate,
        RENOVATE_CONFIG: JSON.stringify({
          enabledManagers: ['terraform'],
          hostRules: [{ matchHost: url, token }],
          // Of a provider's host it knows no port: this leads it there.
          packageRules: [{ matchManagers: ['terraform'], registryUrls: [url] }],
        }),
      }
      const args = [program, '--platform=local', '--dry-run=lookup', '--onboarding=false']
      const { stdout } = await run(process.execPath, args, { cwd: folder, env, maxBuffer: largest })
      return stdout.split('\n').flatMap(updatesIn)
    },
    remove,
  }
}

interface Line {
  readonly msg?: string
  readonly config?: Readonly<Record<string, readonly { readonly deps: readonly Dependency[] }[]>>
}

interface Dependency {
  readonly packageName?: string
  readonly depName: string
  readonly currentValue: string
  readonly updates?: readonly { readonly newValue: string }[]
}

/** The line of its log that tells of all that it looked up. */
function updatesIn(line: string): Update[] {
  if (!line.includes('packageFiles with updates')) return []
  const { config = {} } = JSON.parse(line) as Line
  return (config['terraform'] ?? []).flatMap(({ deps }) =>
    deps.flatMap(({ packageName, depName, currentValue, updates = [] }) =>
      updates.map(({ newValue }) => ({ name: packageName ?? depName, from: currentValue, to: newValue })),
    ),
  )
}
