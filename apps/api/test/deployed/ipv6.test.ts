import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../load/src/server/ports.js'
import { openBucketServer } from '../bucket.js'
import { createTestDatabase } from '../database.js'
import { root } from '../deploy/deployment.js'
import { overTcp } from '../deploy/over-tcp.js'
import { end, startConsole } from '../deploy/site.js'
import { isFull } from '../full-run.js'
import { Mailbox } from '../mailbox.js'
import { moduleArchive, modulePath } from '../modules/module-requests.js'
import { setUp, startApi, type ApiProcess } from '../process/api-process.js'
import { documentOf, jsonApi } from '../rest.js'
import { followed, startOpenidProvider, type OpenidProvider } from '../single-sign-on/openid-provider.js'
import { temporaryFolder } from '../temporary-folder.js'
import { Receiver } from '../webhooks/receiver.js'

const host = '::1'
const SECRET_KEY = 'a-secret-for-tests-of-32-bytes-or-more'
const address = 'acme/network/aws'
const ana = { login: 'ana', password: 'correct horse battery' }

const closing: (() => Promise<unknown>)[] = []
let mailbox: Mailbox
let receiver: Receiver
let provider: OpenidProvider
let api: ApiProcess
let consoleUrl: string
let token: string

/** False on a machine without IPv6, where there is nothing to try. */
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address: own }) => own === host),
)

beforeAll(async () => {
  mailbox = await Mailbox.open(host)
  receiver = await Receiver.open(host)
  const database = await createTestDatabase({ empty: true })
  const tcp = await overTcp(database.env, host)
  const bucket = await openBucketServer(host)
  const port = await freePort()
  const consolePort = await freePort()
  consoleUrl = `http://[::1]:${consolePort}`
  provider = await startOpenidProvider({ redirectUri: `${consoleUrl}/sign-in/callback`, host })
  const { searchParams } = new URL('http://any')
  searchParams.set('endpoint', bucket.endpoint)
  api = await startApi(await temporaryFolder(), {
    ...tcp.env,
    SECRET_KEY,
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: `http://[::1]:${port}`,
    CONSOLE_URL: consoleUrl,
    STORAGE_URL: `s3://S3RVER:S3RVER@files?${searchParams.toString()}`,
    STORAGE_REDIRECT: 'on',
    SMTP_URL: mailbox.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    EGRESS_ALLOW: new URL(receiver.url).host,
    ENGINE_ALIASES: 'load',
  })
  const console = startConsole({
    SECRET_KEY,
    HOST: host,
    CONSOLE_PORT: String(consolePort),
    CONSOLE_URL: consoleUrl,
    API_URL: api.url,
  })
  closing.push(
    () => end(console),
    () => end(api.child),
    () => tcp.close(),
    () => bucket.close(),
    () => provider.close(),
    () => database.drop(),
  )
  await vi.waitUntil(() => statusOf(`${consoleUrl}/healthz`).then((status) => status === 200), 60_000)
})

afterAll(async () => {
  for (const close of closing) await close()
})

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

async function rest(method: string, path: string, type: string, attributes: object) {
  const answer = await fetch(`${api.url}/api/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': jsonApi },
    body: JSON.stringify(documentOf(type, attributes)),
  })
  const text = await answer.text()
  expect(answer.ok, `${answer.status} ${text}`).toBe(true)
  return JSON.parse(text) as {
    data: { attributes: Record<string, string>; links: Record<string, string> }
  }
}

async function signIn() {
  return fetch(`${consoleUrl}/console/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: consoleUrl, 'X-Engine-Console': '1' },
    body: JSON.stringify(ana),
  })
}

describe.runIf(hasIpv6)('at an address of IPv6 alone', () => {
  test('the API answers its probes, its metrics and discovery', async () => {
    expect(api.child.exitCode, api.output()).toBeNull()
    for (const path of ['/livez', '/readyz', '/metrics', '/.well-known/load.json'])
      expect([path, await statusOf(api.url + path)]).toEqual([path, 200])
  })

  test('a second process is told that the port is in use', async () => {
    const { port } = new URL(api.url)
    const second = await startApi(await temporaryFolder(), { HOST: host, PORT: port })
    expect([await second.ended, second.output()]).toEqual([
      1,
      expect.stringContaining(`PORT: [::1]:${port} is already in use`),
    ])
  })

  test('people sign in at the console, and its pages come', async () => {
    token = await setUp(api)
    const answer = await signIn()
    expect(answer.status, await answer.clone().text()).toBe(200)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const page = await fetch(`${consoleUrl}/organizations`, { headers: { cookie } })
    expect([page.status, (await page.text()).includes('ana')]).toEqual([200, true])
  })

  test('the audit log has the address of who did it', async () => {
    const answer = await fetch(`${api.url}/api/v2/admin/audit-events`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: { attributes: Record<string, unknown> }[] }
    expect(data.map(({ attributes }) => attributes['address'])).toEqual(data.map(() => host))
  })

  test('people sign in by an OpenID provider', async () => {
    provider.person = { sub: '7', preferred_username: 'bea', email: 'bea@example.com', email_verified: true }
    const begun = await fetch(`${consoleUrl}/console/single-sign-on`, { redirect: 'manual' })
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const callback = `${consoleUrl}/sign-in/callback`
    const query = await followed(begun.headers.get('location') ?? '', callback)
    const ended = await fetch(callback + query, { redirect: 'manual', headers: { cookie } })
    expect(ended.headers.get('location')).not.toContain('/sign-in')
    expect(ended.headers.getSetCookie().join()).toContain('session')
  })

  test('a module is uploaded and fetched by links with the address in brackets', async () => {
    await rest('POST', '/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
    const [, name, provider] = address.split('/')
    await rest('POST', '/organizations/acme/registry-modules', 'registry-modules', { name, provider })
    const version = { version: '1.0.0' }
    const { data } = await rest(
      'POST',
      `${modulePath(address)}/versions`,
      'registry-module-versions',
      version,
    )
    const upload = data.links['upload'] ?? ''
    expect(upload.startsWith(`${api.url}/`), upload).toBe(true)
    const put = await fetch(upload, { method: 'PUT', body: new Uint8Array(moduleArchive()) })
    expect(put.status, await put.text()).toBe(200)
    const headers = { Authorization: `Bearer ${token}` }
    const download = await fetch(`${api.url}/v1/modules/${address}/1.0.0/download`, { headers })
    const link = new URL(download.headers.get('x-load-get') ?? '', api.url)
    const archive = await fetch(link)
    expect([archive.status, new URL(archive.url).hostname]).toEqual([200, '[::1]'])
    expect(Buffer.from(await archive.arrayBuffer()).equals(moduleArchive())).toBe(true)
  })

  test('the program publishes there', async () => {
    const folder = await temporaryFolder()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'main.tf'), 'output "a" { value = 1 }\n')
    const program = join(root, 'packages/publish/dist/engine-publish.mjs')
    const args = [program, folder, '--to', address, '--version', '1.1.0', '--url', api.url]
    const env = { PATH: process.env['PATH'], ENGINE_TOKEN: token }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    expect(stdout).toContain('1.1.0')
  })

  test('mails and webhooks go there', async () => {
    const invited = 'organization-membership.invited'
    const hook = { name: 'chat', url: receiver.url, triggers: [invited] }
    const { data } = await rest('POST', '/organizations/acme/webhooks', 'webhooks', hook)
    receiver.secret = data.attributes['secret'] ?? ''
    const email = 'new@example.com'
    await rest('POST', '/organizations/acme/organization-memberships', 'organization-memberships', { email })
    await expect.poll(() => mailbox.letters.map(({ to }) => to), { timeout: 30_000 }).toContain(email)
    await expect.poll(() => receiver.events.map(({ type }) => type), { timeout: 30_000 }).toContain(invited)
    expect(mailbox.letters.find(({ to }) => to === email)?.source).toContain(`${consoleUrl}/invitations/`)
  })

  test('the health check of the image asks where the programs listen', () => {
    const { port } = new URL(api.url)
    const env = { PATH: process.env['PATH'], HOST: host, PORT: port, CONSOLE_PORT: '1' }
    const statusWith = (others: Readonly<Record<string, string>>): number | null =>
      spawnSync(process.execPath, [join(root, 'deploy/healthy.mjs')], { env: { ...env, ...others } }).status
    expect(statusWith({})).toBe(0)
    expect(statusWith({ PORT: '1' }), 'where nothing listens').toBe(1)
  })

  test.runIf(isFull)('processes with the embedded database listen at all addresses', async () => {
    const folder = await temporaryFolder()
    const port = await freePort()
    const env = { HOST: '::', PORT: String(port), API_PROCESSES: '2', CONSOLE_URL: consoleUrl }
    const all = await startApi(folder, env)
    closing.unshift(() => end(all.child))
    expect(await statusOf(`http://[::1]:${port}/readyz`), all.output()).toBe(200)
    const given = { PATH: process.env['PATH'], HOST: '::', PORT: String(port), CONSOLE_PORT: '1' }
    expect(spawnSync(process.execPath, [join(root, 'deploy/healthy.mjs')], { env: given }).status).toBe(0)
  })
})

const within = 'ENGINE_TEST_WITHOUT_IPV4'
const withoutIpv4 = [
  '-n',
  'sh',
  '-c',
  'ip link set lo up && ip addr del 127.0.0.1/8 dev lo && exec "$@"',
  'sh',
]
/** True for root, who may leave the network of the machine. */
const isPossible =
  hasIpv6 && isFull && !process.env[within] && spawnSync('unshare', [...withoutIpv4, 'true']).status === 0

test.runIf(isPossible)(
  'the same holds on a host that has no IPv4 at all',
  async () => {
    const config = ['--config=vitest.deployed.config.ts', 'test/deployed/ipv6.test.ts']
    const { TEST_DATABASE_URL: _, ...env } = process.env
    const child = spawn('unshare', [...withoutIpv4, 'npx', 'vitest', 'run', ...config], {
      cwd: join(root, 'apps/api'),
      env: { ...env, [within]: '1' },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)))
    expect(await new Promise((done) => child.once('close', done)), printed).toBe(0)
  },
  300_000,
)
