import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { get, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { connected } from '#api/adapters/database/connection.js'
import { OriginTwin } from '../../origin/origin-twin.js'
import type { ProviderTwin } from '../../origin/provider-twin.js'
import { sha256 } from '../../origin/provider-zip.js'
import { newSigningKey, type SigningKey } from '../../origin/signing.js'
import { temporaryFolder, type Closing } from '../../server/program.js'
import { startPostgres } from '../../server/served-postgres.js'
import { unlimited } from '../../server/server-process.js'
import { pathOf } from '../../server/traffic.js'
import { askAtOnce } from '../asking.js'
import { startNginx } from '../nginx.js'
import { percentile, timesOf } from '../report.js'
import { BoundedSite, memoryRise, until } from './site.js'

const mebibyte = 1024 * 1024
const size = 100 * mebibyte
const firsts = 20
const listed = 10_000
const clients = 8
const rounds = 4
const sliceSeconds = 4
const root = '/api/registry/public/v1/providers'
const platforms = [{ os: 'linux', arch: 'amd64' }]

export interface StoredFilesCost {
  /** The number of requests for the cold file that reached the origin. */
  readonly asked: number
  /** The number of first requests that had no byte before the origin sent its last. */
  readonly late: number
  /** Growth of the resident memory of the API during them, in bytes. */
  readonly peak: number
  /** Bytes a second that nginx sends of the file, as a part of those of the platform; NaN without nginx. */
  readonly ofNginx: number
  /** Milliseconds for the use of the store and a page of versions, with ten thousand files. */
  readonly list: number
}

/** Twenty first requests of a zip of 100 MiB, the same zip once it is stored, and the lists of a full store. */
export async function measureStoredFiles(checkout: string, closing: Closing): Promise<StoredFilesCost> {
  const folder = await temporaryFolder('bench-store', closing)
  const { url: databaseUrl, stop } = await startPostgres(join(folder, 'postgres'))
  closing.push(stop)
  const origin = await new OriginTwin().listen()
  closing.push(() => origin.close())
  const key = await newSigningKey()
  const facts = { key, versions: [{ version: '1.0.0', platforms }] }
  const small = await origin.add('bench', 'small', facts)
  const large = await origin.add('bench', 'large', facts)
  const file = await enlarge(large, key)
  const site = await BoundedSite.open(checkout, closing, {
    ...unlimited(join(folder, 'platform'), databaseUrl),
    ...{ PUBLIC_REGISTRY_URL: origin.url, PROVIDER_FILES: 'store', EGRESS_ALLOW: '127.0.0.1' },
    ...{ PUBLIC_PROVIDERS: 'open', PROVIDER_WATCH: '0s', PROVIDER_COOLDOWN: '1s' },
  })
  const linkOf = async ({ name }: ProviderTwin): Promise<string> => {
    const path = `${root}/bench/${name}/1.0.0/download/linux/amd64`
    const answer = await fetch(site.api.origin + path, { headers: site.headers })
    return pathOf(((await answer.json()) as { download_url: string }).download_url)
  }
  // What is loaded at the first file stays.
  const warm = await firstRequest(site.api.origin + (await linkOf(small)))
  await warm.ended
  const first = await measureFirst(site, origin, file, await linkOf(large))
  const stored = async () => (await storeOf(site)).files === 2
  if ((await until(stored, 60_000)) === undefined) throw new Error('the file was not stored')
  const ofNginx = await measureStored(site, folder, file.zip, () => linkOf(large), closing)
  await fillStore(databaseUrl)
  return { ...first, ofNginx, list: await measureLists(site) }
}

interface LargeFile {
  readonly path: string
  readonly zip: Buffer
}

/** Replaces its zip by a large one of what no compression makes small, with checksum and signature. */
async function enlarge(thing: ProviderTwin, key: SigningKey): Promise<LargeFile> {
  const [file] = thing.get('1.0.0').files
  if (!file) throw new Error('the release has no file')
  const noise = Buffer.concat(Array.from({ length: size / mebibyte }, () => randomBytes(mebibyte)))
  const zip = Buffer.from(zipSync({ noise: [noise, { level: 0 }] }))
  thing.replaceZip('1.0.0', 'linux/amd64', zip)
  thing.replaceShasums('1.0.0', `${sha256(zip)}  ${file.filename}\n`)
  await thing.sign('1.0.0', { by: key })
  thing.lie('download', (document) => ({ ...document, shasum: sha256(zip) }))
  return { path: thing.filePath('1.0.0', file.filename), zip }
}

/** The origin keeps its last byte back until all have their first, for 20 s at most. */
async function measureFirst(site: BoundedSite, origin: OriginTwin, { path, zip }: LargeFile, link: string) {
  let begun = 0
  let [isLast, late] = [false, 0]
  origin.say(path, (_req, res) => {
    res.writeHead(200, { 'content-length': zip.length })
    void sendPieces(res, zip.subarray(0, -1))
      .then(() => until(async () => begun === firsts, 20_000))
      .then(() => {
        isLast = true
        res.end(zip.subarray(-1))
      })
  })
  const work = async (): Promise<void> => {
    const requests = await Promise.all(
      Array.from({ length: firsts }, async () => {
        const { ended } = await firstRequest(site.api.origin + link)
        begun++
        if (isLast) late++
        return { ended }
      }),
    )
    for (const bytes of await Promise.all(requests.map(({ ended }) => ended)))
      if (bytes !== zip.length) throw new Error(`a client has ${bytes} bytes of ${zip.length}`)
  }
  const { peak } = await memoryRise(async () => (await site.cost()).memory, work, 0)
  return { asked: origin.count(path), late, peak }
}

async function sendPieces(res: ServerResponse, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += mebibyte)
    if (!res.write(bytes.subarray(at, at + mebibyte)))
      await new Promise((resolve) => res.once('drain', resolve))
}

/** Answers with the first byte of a body; `ended` is the number of all. */
function firstRequest(url: string): Promise<{ readonly ended: Promise<number> }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`))
      let count = 0
      const ended = new Promise<number>((done, fail) => {
        answer.once('end', () => done(count)).once('error', fail)
      })
      answer.once('data', () => resolve({ ended })).on('data', (bytes: Buffer) => (count += bytes.length))
    }).once('error', reject)
  })
}

/** The stored zip and nginx with the same file, in turn; the first round does not count. */
async function measureStored(
  site: BoundedSite,
  folder: string,
  zip: Buffer,
  linkOf: () => Promise<string>,
  closing: Closing,
): Promise<number> {
  const nginx = await startNginx(folder, closing)
  if (nginx === undefined) return NaN
  await mkdir(join(folder, 'www'), { recursive: true })
  await writeFile(join(folder, 'www', 'stored.zip'), zip)
  const sent = { api: { count: 0, seconds: 0 }, nginx: { count: 0, seconds: 0 } }
  const ask = async (name: keyof typeof sent, round: number): Promise<void> => {
    const [server, path] = name === 'api' ? [site.api.origin, await linkOf()] : [nginx, '/stored.zip']
    const { times, seconds } = await askAtOnce(server, { path, status: 200 }, sliceSeconds, clients)
    if (round === 0) return
    sent[name].count += times.length
    sent[name].seconds += seconds
  }
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? (['nginx', 'api'] as const) : (['api', 'nginx'] as const))
      await ask(name, round)
  const rateOf = ({ count, seconds }: { readonly count: number; readonly seconds: number }) => count / seconds
  return rateOf(sent.nginx) / rateOf(sent.api)
}

/** Writes a thousand versions with ten files each, all of them stored: copies of one that is there. */
const fillStore = (databaseUrl: string): Promise<void> =>
  connected({ connectionString: databaseUrl }, async (client) => {
    const copies = (table: string, from: string, to: string, changes: string) =>
      client.query(`INSERT INTO ${table} SELECT (jsonb_populate_record(r, ${changes})).*
        FROM generate_series(1, ${listed / 10}) n, ${to} ${table} r WHERE ${from}`)
    const isLarge = `(SELECT v.id FROM public_provider_versions v JOIN public_providers p ON p.id = v.provider_id
      WHERE p.name = 'large' AND v.version = '1.0.0')`
    const copyId = `'pubver-bench' || lpad(n::text, 11, '0')`
    await client.query('SET session_replication_role = replica')
    await copies(
      'public_provider_versions',
      `r.id = ${isLarge}`,
      '',
      `jsonb_build_object('id', ${copyId}, 'version', '0.' || n || '.0', 'sort_key', r.sort_key || n)`,
    )
    for (const [table, owner] of [
      ['public_provider_platforms', 'version_id'],
      ['origin_files', 'owner_id'],
    ] as const) {
      const facts = [
        `'${owner}', ${copyId}, 'filename', 'p' || k || r.filename`,
        table === 'origin_files' ? `'storage_key', r.storage_key || n || '-' || k` : `'os', 'os' || k`,
      ]
      await copies(
        table,
        `r.${owner} = ${isLarge}`,
        'generate_series(1, 10) k,',
        `jsonb_build_object(${facts.join(', ')})`,
      )
    }
    await client.query('ANALYZE')
  })

interface Store {
  readonly files: number
  readonly bytes: number
}

/** Asks GraphQL; throws where it answers with errors. */
async function query<Data>(site: BoundedSite, text: string, variables: object = {}): Promise<Data> {
  const answer = await fetch(`${site.api.origin}/graphql`, {
    method: 'POST',
    headers: { ...site.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  })
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const storeOf = async (site: BoundedSite): Promise<Store> =>
  (await query<{ publicProviderStore: Store }>(site, '{ publicProviderStore { files bytes } }'))
    .publicProviderStore

/** The use of the store, and a page of the versions of a provider with their stored files; within 95 of 100 requests. */
async function measureLists(site: BoundedSite): Promise<number> {
  const { files } = await storeOf(site)
  if (files < listed) throw new Error(`only ${files} files are stored`)
  const found = await query<{ sitePublicProviders: { nodes: { id: string }[] } }>(
    site,
    '{ sitePublicProviders(filter: { search: "large" }) { nodes { id } } }',
  )
  const page = `query ($id: ID!) {
    publicProviderStore { files bytes importedBytes limit }
    sitePublicProvider(id: $id) {
      versions(page: { size: 20 }) { nodes { version platforms { os arch filename shasum h1 size stored } } }
    }
  }`
  const id = found.sitePublicProviders.nodes[0]?.id
  await sleep(1000)
  return percentile(await timesOf(() => query(site, page, { id }), 100), 0.95)
}
