import { expect, test as base } from '@playwright/test'
import {
  byDiscovery,
  byHostBlock,
  cliConfiguration,
  engineCli,
  noCli,
  openCliFolder,
  type CliFolder,
  type Way,
} from './support/cli.js'
import { living, type LivingApi } from './support/living.js'
import { administrator, createAdministrator, startApi } from './support/platform.js'
import { openTlsFront } from './support/tls-front.js'

const startSeconds = 120
/** Systems on which the CLI takes certificates from the system alone. */
const trustsNoFile = ['darwin', 'win32'].includes(process.platform)

/** An API with an administrator, and how a CLI finds it. */
export interface CliPlatform extends LivingApi {
  readonly way: Way
  /** Address of a module or a provider in a configuration: `acme/network/aws` → `host/acme/network/aws`. */
  source(address: string): string
}

export interface OpenCli {
  /** Token in the CLI's configuration; absent: the CLI is signed out. */
  readonly token?: string
  readonly variables?: Readonly<Record<string, string>>
  /** Another than the platform's. */
  readonly way?: Way
}

interface TestFixtures {
  /** Opens a further folder. */
  readonly openCli: (options?: OpenCli) => Promise<CliFolder>
  /** A folder whose CLI is signed in at the registry. */
  readonly cli: CliFolder
  /** The same for a CLI that is signed out. */
  readonly stranger: CliFolder
  /** Skips, and says why, what this machine cannot run. */
  readonly possible: void
}

export interface CliOptions {
  /** True for https, found by discovery; false for plain http, with a block of the CLI's configuration. */
  readonly overTls: boolean
}

interface WorkerFixtures extends CliOptions {
  /** More variables of the API. */
  readonly settings: Readonly<Record<string, string>>
  /** An API without a console, shared by the tests of one worker. */
  readonly platform: CliPlatform
}

/** Test of the real CLI without a browser, which runs once for every way to a registry. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  overTls: [false, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  platform: [
    async ({ overTls, settings }, use) => {
      const front = overTls ? await openTlsFront() : undefined
      const api = await startApi({ ...settings, ...(front && { PUBLIC_URL: front.url }) })
      try {
        front?.leadTo(api.apiUrl)
        const way = front ? byDiscovery(front) : byHostBlock(api.apiUrl)
        const source = (address: string) => `${way.host}/${address}`
        await use({ ...living(api, administrator, await createAdministrator(api)), way, source })
      } finally {
        await api.stop()
        await front?.close()
      }
    },
    { scope: 'worker', timeout: startSeconds * 1000 },
  ],
  openCli: async ({ platform }, use) => {
    const folders: CliFolder[] = []
    await use(async ({ token, variables, way = platform.way } = {}) => {
      const folder = await openCliFolder(cliConfiguration(way, token), { ...way.variables, ...variables })
      folders.push(folder)
      return folder
    })
    for (const folder of folders) await folder.remove()
  },
  cli: async ({ platform, openCli }, use) => use(await openCli({ token: platform.adminToken })),
  stranger: async ({ openCli }, use) => use(await openCli()),
  possible: [
    async ({ overTls }, use, info) => {
      info.skip(engineCli === undefined, noCli)
      info.skip(overTls && trustsNoFile, 'SKIPPED: on this system the CLI trusts no certificate of a test')
      await use()
    },
    { auto: true },
  ],
})

export { expect }
