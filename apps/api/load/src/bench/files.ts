import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { create } from 'tar'
import { request } from 'undici'
import { temporaryFolder, type Closing, type Say } from '../server/program.js'
import { createModule, publishVersion } from '../server/publishing.js'
import type { ServerProcess } from '../server/server-process.js'
import { dataOf, demand, pathOf, Traffic } from '../server/traffic.js'
import { askAtOnce, type Slice } from './asking.js'
import { startNginx } from './nginx.js'
import type { Options } from './options.js'
import { figure, percentile, tableOf, targetOfSeveral, type Target } from './report.js'
import type { Stage } from './stage.js'

const mebibyte = 1024 * 1024

/** Clients at once: jobs that start together, few enough for the larger files not to fill the generator's memory. */
const clients = 8

/** The times that each is asked after the first, which does not count. */
const rounds = 4

/** A slice in seconds that is long enough for the largest file. */
const shortest = 2

/** A file, and the part of the rate of nginx that its own is to be. */
interface FileKind {
  readonly name: string
  readonly size: number
  readonly isZip?: boolean
  readonly ofNginx: number
  /** The part of `node:http` with the same bytes in memory. */
  readonly ofBare?: number
  /** Milliseconds that half of the requests of one client stay within. */
  readonly alone?: number
}

const kinds: readonly FileKind[] = [
  { name: 'archive, 20 kB', size: 20_000, ofNginx: 0.25, ofBare: 0.6, alone: 0.7 },
  { name: 'archive, 1 MiB', size: mebibyte, ofNginx: 0.5 },
  { name: 'archive, 20 MiB', size: 20 * mebibyte, ofNginx: 0.7 },
  { name: 'zip, 20 MiB', size: 20 * mebibyte, isZip: true, ofNginx: 0.7 },
]

/** One of those that are asked in turn: nginx where it is installed, the bare handler, the API, and several of it. */
interface Server {
  readonly name: 'nginx' | 'bare' | 'api' | 'several'
  readonly origin: string
  /** Says what to ask for; links of the API end after minutes. */
  path(): Promise<string>
  readonly slices: Slice[]
}

interface Asked {
  readonly bare: ServerProcess
  readonly api: ServerProcess
  /** The same build with several processes, if it is to be measured. */
  readonly several: ServerProcess | undefined
}

/** Asks for files by their signed links, and in turn with it nginx and a bare handler that send the same bytes. */
export async function measureFiles(
  { callers }: Stage,
  { bare, api, several }: Asked,
  { seconds, only, processes }: Pick<Options, 'only' | 'seconds' | 'processes'>,
  closing: Closing,
  tell: Say,
): Promise<void> {
  const wanted = kinds.filter(({ name }) => name.includes(only))
  if (wanted.length === 0) return
  const folder = await temporaryFolder('bench-files', closing)
  // Several processes are compared with one: nginx has no limit as these have.
  const nginx = several ? undefined : await startNginx(folder, closing)
  const client = new Traffic(api.origin, callers.member, 'bench', closing)
  const row = tableOf(
    [
      ...['a second', 'nginx', 'of it', 'node:http', 'of it', 'alone ms'],
      ...(several ? [`${processes} processes`, 'times'] : []),
    ],
    tell,
  )
  for (const kind of wanted) {
    const { bytes, linkOf } = await (kind.isZip ? uploadedZip : publishedArchive)(client, kind.size, folder)
    const file = `${kind.size}-${kind.isZip ? 'zip' : 'archive'}`
    if (nginx) await writeFile(join(folder, 'www', file), bytes)
    const { headers } = await request(api.origin + (await linkOf()), { method: 'HEAD' })
    await bare.ask({ type: 'answer', answer: { status: 200, headers, base64: bytes.toString('base64') } })
    const fileOf = async () => `/${file}`
    const servers = [
      ...(nginx ? [lane('nginx', nginx, fileOf)] : []),
      lane('bare', bare.origin, fileOf),
      lane('api', api.origin, linkOf),
      ...(several ? [lane('several', several.origin, linkOf)] : []),
    ]
    const alone = await measured(servers, api.origin, linkOf, seconds)
    tellRow(kind, row, servers, { alone, processes })
  }
}

function lane(name: Server['name'], origin: string, path: Server['path']): Server {
  return { name, origin, path, slices: [] }
}

/** Forth, and in the next round back; the first round does not count. Returns the median of one client, in milliseconds. */
async function measured(
  servers: readonly Server[],
  api: string,
  linkOf: Server['path'],
  seconds: number,
): Promise<number> {
  const slice = Math.max(seconds / rounds, shortest)
  for (let round = 0; round <= rounds; round++)
    for (const { origin, path, slices } of round % 2 === 0 ? servers : servers.toReversed()) {
      const told = await askAtOnce(origin, { path: await path(), status: 200 }, slice, clients)
      if (round > 0) slices.push(told)
    }
  const { times } = await askAtOnce(api, { path: await linkOf(), status: 200 }, seconds / rounds, 1)
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Returns how many a second one of them sent; NaN where it was not asked. */
function rateOf(servers: readonly Server[], wanted: Server['name']): number {
  const slices = servers.find(({ name }) => name === wanted)?.slices ?? []
  const sum = (of: (slice: Slice) => number) => slices.reduce((all, slice) => all + of(slice), 0)
  return sum(({ times }) => times.length) / sum((slice) => slice.seconds)
}

function tellRow(
  kind: FileKind,
  row: ReturnType<typeof tableOf>,
  servers: readonly Server[],
  { alone, processes }: { readonly alone: number; readonly processes: number },
): void {
  const rate = rateOf(servers, 'api')
  const [nginx, bare, several] = [
    rateOf(servers, 'nginx'),
    rateOf(servers, 'bare'),
    rateOf(servers, 'several'),
  ]
  const targets: (Target | false)[] =
    processes > 1
      ? [kind.ofBare !== undefined && targetOfSeveral(several / rate, processes)]
      : [
          !Number.isNaN(nginx) && [`${kind.ofNginx} of nginx`, rate / nginx >= kind.ofNginx],
          kind.ofBare !== undefined && [`${kind.ofBare} of node:http`, rate / bare >= kind.ofBare],
          kind.alone !== undefined && [`alone ${kind.alone} ms`, alone <= kind.alone],
        ]
  const cells = [figure(rate, 0), figure(nginx, 0), figure(rate / nginx, 2), figure(bare, 0)]
  row(
    kind.name,
    [
      ...[...cells, figure(rate / bare, 2), figure(alone, 2)],
      ...(processes > 1 ? [figure(several, 0), figure(several / rate, 2)] : []),
    ],
    targets.filter((target) => target !== false),
  )
}

interface SentBytes {
  readonly bytes: Buffer
  linkOf(): Promise<string>
}

/** Publishes a version whose archive has about this size, of what no compression makes small. */
async function publishedArchive(client: Traffic, size: number, folder: string): Promise<SentBytes> {
  const cwd = join(folder, `sources-${size}`)
  await mkdir(cwd, { recursive: true })
  await writeFile(join(cwd, 'main.tf'), 'variable "name" {}\n')
  await writeFile(join(cwd, 'noise.bin'), randomBytes(size))
  const bytes = await buffer(create({ gzip: true, cwd }, ['.']))
  const address = `team-0000/bytes-${randomBytes(6).toString('hex')}/aws`
  await publishVersion(client, await createModule(client, address), '1.0.0', bytes)
  const path = `/v1/modules/${address}/1.0.0/download`
  return {
    bytes,
    linkOf: async () =>
      pathOf(demand(await client.ask({ kind: 'link', path, status: 204 })).headers['x-load-get']),
  }
}

/** Uploads the zip of a platform; for members its version does not have to be published. */
async function uploadedZip(client: Traffic, size: number): Promise<SentBytes> {
  const bytes = randomBytes(size)
  const name = `bytes-${randomBytes(6).toString('hex')}`
  const root = '/api/v2/organizations/team-0000/registry-providers'
  const post = async (path: string, type: string, attributes: object) =>
    dataOf(await client.write({ kind: 'zip', method: 'POST', path, status: 201, data: { type, attributes } }))
  await post(root, 'registry-providers', { name, namespace: 'team-0000', 'registry-name': 'private' })
  const versions = `${root}/private/team-0000/${name}/versions`
  const version = { version: '1.0.0', 'key-id': '32966F3FB5AC1129', protocols: ['5.0'] }
  await post(versions, 'registry-provider-versions', version)
  const platforms = `${versions}/1.0.0/platforms`
  const shasum = createHash('sha256').update(bytes).digest('hex')
  const made = await post(platforms, 'registry-provider-platforms', {
    ...{ os: 'linux', arch: 'amd64', shasum },
    filename: `${name}_1.0.0_linux_amd64.zip`,
  })
  const linkIn = ({ links = {} }: { links?: Record<string, string> }, kind: string) =>
    pathOf(links[`provider-binary-${kind}`])
  await client.write({
    kind: 'zip',
    method: 'PUT',
    path: linkIn(made, 'upload'),
    status: 200,
    isSigned: true,
    bytes,
  })
  const path = `${platforms}/linux/amd64`
  return {
    bytes,
    linkOf: async () =>
      linkIn(dataOf(demand(await client.ask({ kind: 'link', path, status: 200 }))), 'download'),
  }
}
