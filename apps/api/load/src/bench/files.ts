import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { create } from 'tar'
import { request } from 'undici'
import { freePort } from '../server/ports.js'
import { temporaryFolder, type Closing, type Say } from '../server/program.js'
import { createModule, publishVersion } from '../server/publishing.js'
import type { ServerProcess } from '../server/server-process.js'
import { dataOf, demand, pathOf, Traffic } from '../server/traffic.js'
import { takeAtOnce } from './bytes-taken.js'
import type { Options } from './options.js'
import { figure, percentile, tableOf, type Target } from './report.js'
import type { Stage } from './stage.js'

const mebibyte = 1024 * 1024

/** Clients at once: jobs that start together, not so many that the larger files fill the memory of the generator. */
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

interface Lane {
  readonly count: number
  readonly seconds: number
}

/** One of those that are asked in turn: nginx where it is installed, the bare handler, and the API. */
interface Server {
  readonly origin: string
  /** Says what to ask for; links of the API end after minutes. */
  path(): Promise<string>
  readonly slices: Lane[]
}

/** Asks for files by their signed links, and in turn with it nginx and a bare handler that send the same bytes. */
export async function measureFiles(
  { callers }: Stage,
  { bare, api }: { readonly bare: ServerProcess; readonly api: ServerProcess },
  { seconds, only }: Pick<Options, 'only' | 'seconds'>,
  closing: Closing,
  tell: Say,
): Promise<void> {
  const wanted = kinds.filter(({ name }) => name.includes(only))
  if (wanted.length === 0) return
  const folder = await temporaryFolder('bench-files', closing)
  const nginx = await startNginx(folder, closing)
  const client = new Traffic(api.origin, callers.member, 'bench', closing)
  const row = tableOf(['a second', 'nginx', 'of it', 'node:http', 'of it', 'alone ms'], tell)
  for (const kind of wanted) {
    const { bytes, linkOf } = await (kind.isZip ? uploadedZip : publishedArchive)(client, kind.size, folder)
    const name = `${kind.size}-${kind.isZip ? 'zip' : 'archive'}`
    await writeFile(join(folder, 'www', name), bytes)
    const { headers } = await request(api.origin + (await linkOf()), { method: 'HEAD' })
    await bare.ask({ type: 'answer', answer: { status: 200, headers, base64: bytes.toString('base64') } })
    const servers = [
      ...(nginx ? [{ origin: nginx, path: async () => `/${name}`, slices: [] }] : []),
      { origin: bare.origin, path: async () => '/', slices: [] },
      { origin: api.origin, path: linkOf, slices: [] },
    ]
    tellRow(kind, row, await measured(servers, api, seconds))
  }
}

interface Measured {
  readonly rates: readonly number[]
  readonly alone: number
}

/** Forth, and in the next round back; the first round does not count. */
async function measured(servers: readonly Server[], api: ServerProcess, seconds: number): Promise<Measured> {
  for (let round = 0; round <= rounds; round++)
    for (const { origin, path, slices } of round % 2 === 0 ? servers : servers.toReversed()) {
      const begun = performance.now()
      const { length } = await takeAtOnce(origin, await path(), Math.max(seconds / rounds, shortest), clients)
      if (round > 0) slices.push({ count: length, seconds: (performance.now() - begun) / 1000 })
    }
  const link = (await servers.at(-1)?.path()) ?? ''
  const times = await takeAtOnce(api.origin, link, seconds / rounds, 1)
  return {
    rates: servers.map(({ slices }) => sum(slices, 'count') / sum(slices, 'seconds')),
    alone: percentile(
      times.toSorted((a, b) => a - b),
      0.5,
    ),
  }
}

const sum = (slices: readonly Lane[], key: keyof Lane): number =>
  slices.reduce((all, slice) => all + slice[key], 0)

function tellRow(kind: FileKind, row: ReturnType<typeof tableOf>, { rates, alone }: Measured): void {
  const [rate = Number.NaN, bare = Number.NaN, nginx = Number.NaN] = rates.toReversed()
  const targets: (Target | false)[] = [
    !Number.isNaN(nginx) && [`${kind.ofNginx} of nginx`, rate / nginx >= kind.ofNginx],
    kind.ofBare !== undefined && [`${kind.ofBare} of node:http`, rate / bare >= kind.ofBare],
    kind.alone !== undefined && [`alone ${kind.alone} ms`, alone <= kind.alone],
  ]
  const cells = [figure(rate, 0), figure(nginx, 0), figure(rate / nginx, 2), figure(bare, 0)]
  row(
    kind.name,
    [...cells, figure(rate / bare, 2), figure(alone, 2)],
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

/** Returns the origin of an nginx that sends what lies in the folder's `www`; undefined where none is installed. */
async function startNginx(folder: string, closing: Closing): Promise<string | undefined> {
  const port = await freePort()
  await mkdir(join(folder, 'www'), { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const settings = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`,
    `http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${places.join(' ')}`,
    `server { listen 127.0.0.1:${port}; root ${folder}/www; } }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), settings.join('\n'))
  const path = `${process.env['PATH']}:/usr/sbin`
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  })
  let isGone = false
  child.once('error', () => (isGone = true)).once('exit', () => (isGone = true))
  closing.push(async () => void child.kill('SIGTERM'))
  for (let tries = 0; tries < 100 && !isGone; tries++) {
    const isThere = await request(`http://127.0.0.1:${port}/`).then(
      ({ body }) => body.dump().then(() => true),
      () => false,
    )
    if (isThere) return `http://127.0.0.1:${port}`
    await sleep(20)
  }
  return undefined
}
