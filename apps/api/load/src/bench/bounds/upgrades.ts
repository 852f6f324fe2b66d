import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { create } from 'tar'
import { Agent, request } from 'undici'
import { createModule, publishVersion } from '../../server/publishing.js'
import { temporaryFolder, type Closing } from '../../server/program.js'
import { percentile, timesOf } from '../report.js'
import { BoundedSite, until } from './site.js'

const versions = 40
const inputs = 6000

/** Requests of the list, unless one alone takes longer than a few seconds. */
const count = 20

/** The longest wait for the counts of a build that counts behind, in milliseconds. */
const longestCounting = 300_000

interface Upgrades {
  readonly data: readonly { readonly attributes: { readonly 'breaking-count': number | null } }[]
}

/** The list of upgrades where all versions of a module with thousands of inputs are used: milliseconds. */
export interface UpgradeCost {
  readonly p95: number
  /** The longest time for which the list held the main thread. */
  readonly held: number
  /** The share of counts that were known in the end. */
  readonly known: number
}

export async function measureUpgrades(checkout: string, closing: Closing): Promise<UpgradeCost> {
  const site = await BoundedSite.open(checkout, closing)
  await site.organization('acme')
  const address = 'acme/large/aws'
  const module = await createModule(site.root, address)
  for (let minor = 0; minor < versions; minor++) {
    await publishVersion(site.root, module, `1.${minor}.0`, await archiveOf(minor, closing))
    const path = `/v1/modules/${address}/1.${minor}.0/download`
    await site.root.ask({ kind: 'download', path, status: 204 })
  }
  const path = '/api/v2/organizations/acme/module-upgrades?page%5Bsize%5D=100'
  // One request of a build that compares at a read takes minutes.
  const dispatcher = new Agent({ headersTimeout: longestCounting, bodyTimeout: longestCounting })
  closing.push(() => dispatcher.close())
  const list = async () => {
    const { body } = await request(site.api.origin + path, { dispatcher, headers: site.headers })
    return (await body.json()) as Upgrades
  }
  await site.cost()
  const begun = performance.now()
  await until(async () => (await list()).data.length === versions - 1, 30_000)
  const first = performance.now() - begun
  const counted = async () => (await list()).data.every((row) => row.attributes['breaking-count'] !== null)
  await until(counted, longestCounting)
  const times = first > 5000 ? [first] : await timesOf(list, count, 2)
  const { held } = await site.cost()
  const { data } = await list()
  const known = data.filter((row) => row.attributes['breaking-count'] !== null).length / data.length
  return { p95: percentile(times, 0.95), held, known }
}

/** Packs a version whose inputs no other one has. */
async function archiveOf(minor: number, closing: Closing): Promise<Buffer> {
  const folder = join(await temporaryFolder('bench-module', closing), 'module')
  await mkdir(folder)
  const variables = Array.from(
    { length: inputs },
    (_, n) => `variable "v${minor}_${n}" {\n  type = string\n}\n`,
  )
  await writeFile(join(folder, 'variables.tf'), variables.join(''))
  return buffer(create({ gzip: true, cwd: folder }, ['.']))
}
