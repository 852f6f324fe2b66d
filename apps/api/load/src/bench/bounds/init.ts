import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { create } from 'tar'
import { createModule, publishVersion } from '../../server/publishing.js'
import { temporaryFolder, type Closing } from '../../server/program.js'
import { percentile } from '../report.js'
import { BoundedSite } from './site.js'

const modules = 100
/** The runs after the first, whose medians count. */
const runs = 5
const host = 'registry.bench.example'
/** Milliseconds after which lines of the log have arrived. */
const logged = 300
const run = promisify(execFile)

/** The cost of one `init` of a root module with a hundred calls, in milliseconds. */
export interface InitCost {
  /** The answers of the platform in the first run, by its own log. */
  readonly first: number
  /** The same in the runs that follow, as of jobs that build with the same modules. */
  readonly later: number
  /** The whole act in the later runs. */
  readonly act: number
  /** Requests of one run. */
  readonly requests: number
}

/** Runs `init` of the engine's CLI with a hundred calls of different modules. */
export async function measureInit(checkout: string, cli: string, closing: Closing): Promise<InitCost> {
  let [spent, requests] = [0, 0]
  // The word in the header by which the CLI is sent to an archive.
  const env = { LOG_LEVEL: 'info', ENGINE_ALIASES: 'terraform' }
  const site = await BoundedSite.open(checkout, closing, env, (line) => {
    const told = JSON.parse(line) as { readonly msg?: string; readonly milliseconds?: number }
    if (told.msg !== 'request') return
    spent += told.milliseconds ?? 0
    requests++
  })
  await site.organization('acme')
  const folder = await temporaryFolder('bench-init', closing)
  for (let n = 0; n < modules; n++) {
    const module = await createModule(site.root, `acme/part-${n}/aws`)
    await publishVersion(site.root, module, '1.0.0', await archiveOf(join(folder, `part-${n}`)))
  }
  await configure(folder, site)
  const costs: { share: number; act: number; requests: number }[] = []
  for (let n = 0; n <= runs; n++) {
    await rm(join(folder, 'root/.terraform'), { recursive: true, force: true })
    ;[spent, requests] = [0, 0]
    const begun = performance.now()
    const env = { ...process.env, TF_CLI_CONFIG_FILE: join(folder, 'cli.rc'), CHECKPOINT_DISABLE: '1' }
    await run(cli, ['init', '-no-color', '-input=false'], { cwd: join(folder, 'root'), env })
    const act = performance.now() - begun
    await sleep(logged)
    costs.push({ share: spent, act, requests })
  }
  const [first, ...later] = costs
  const median = (of: (cost: (typeof costs)[number]) => number): number =>
    percentile(
      later.map(of).toSorted((a, b) => a - b),
      0.5,
    )
  return {
    first: first?.share ?? Number.NaN,
    later: median(({ share }) => share),
    act: median(({ act }) => act),
    requests: median(({ requests }) => requests),
  }
}

/** Packs a module of some 20 kB, as most are. */
async function archiveOf(folder: string): Promise<Buffer> {
  await mkdir(folder)
  await writeFile(join(folder, 'main.tf'), 'variable "name" {\n  type = string\n}\n')
  await writeFile(join(folder, 'noise.txt'), randomBytes(10_000).toString('hex'))
  return buffer(create({ gzip: true, cwd: folder }, ['.']))
}

/** Writes the root module, and the configuration with which the CLI finds the platform without TLS. */
async function configure(folder: string, { api, headers }: BoundedSite): Promise<void> {
  await mkdir(join(folder, 'root'))
  const calls = Array.from(
    { length: modules },
    (_, n) =>
      `module "part_${n}" {\n  source  = "${host}/acme/part-${n}/aws"\n  version = "1.0.0"\n  name    = "n"\n}\n`,
  )
  await writeFile(join(folder, 'root/main.tf'), calls.join(''))
  const token = headers.authorization.replace('Bearer ', '')
  await writeFile(
    join(folder, 'cli.rc'),
    `credentials "${host}" {\n  token = "${token}"\n}\n` +
      `host "${host}" {\n  services = {\n    "modules.v1" = "${api.origin}/v1/modules/"\n  }\n}\n`,
  )
}
