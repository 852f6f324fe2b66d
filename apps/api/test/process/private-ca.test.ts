import { once } from 'node:events'
import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline, type Duplex } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorityOf, issuedBy, type Certificate } from '../../../../e2e/support/tls-front.js'
import { findBinaries } from '../../src/adapters/database/embedded/binaries.js'
import { freePort } from '../../load/src/server/ports.js'
import { startServedPostgres } from '../../load/src/server/served-postgres.js'
import { openBucketServer } from '../bucket.js'
import { onFinished } from '../on-finished.js'
import { startOpenidProvider } from '../single-sign-on/openid-provider.js'
import { temporaryFolder } from '../temporary-folder.js'
import { Receiver } from '../webhooks/receiver.js'
import { setUp, startApi, type ApiProcess } from './api-process.js'
import { Requester } from './secrets.js'

/** Mail goes to this machine by an address that is not a local one, so that TLS is demanded. */
const mailHost = '0.0.0.0'
const folder = await temporaryFolder()
const file = (name: string): string => join(folder, name)
const closing: (() => Promise<unknown>)[] = []

const receiver = await Receiver.open()
const letters: string[] = []
const asked: string[] = []
let env: Record<string, string>
let certificate: Certificate
let token: string

/** Ends TLS before a server of this machine; returns its address. */
async function front(certificate: Certificate, url: string): Promise<string> {
  const server = createTlsServer(certificate, (outside) => {
    const inside = connect(Number(new URL(url).port), '127.0.0.1')
    pipeline(outside, inside, outside, () => inside.destroy())
  })
  // A client that does not trust it leaves.
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy for https, which notes what it is asked for. */
const openProxy = (): Promise<string> =>
  listening(
    createServer().on('connect', ({ url = '' }, outside: Duplex) => {
      asked.push(url)
      const inside = connect(Number(url.split(':')[1]), '127.0.0.1', () =>
        outside.write('HTTP/1.1 200 OK\r\n\r\n'),
      )
      pipeline(outside, inside, outside, () => inside.destroy())
    }),
  )

async function openMail(certificate: Certificate): Promise<string> {
  const server = new SMTPServer({
    ...certificate,
    secure: true,
    authOptional: true,
    onData(stream, { envelope }, done) {
      letters.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, mailHost), 'listening')
  closing.push(() => new Promise<void>((done) => server.close(done)))
  return `smtps://${mailHost}:${(server.server.address() as AddressInfo).port}`
}

/** PostgreSQL that has this certificate; returns its address for a client that verifies it by a file. */
async function openPostgres({ key, cert }: Certificate): Promise<(authorities: string) => string> {
  const port = String(await freePort())
  const data = await temporaryFolder()
  await chmod(data, 0o755)
  const programs = process.env['TEST_POSTGRES_BIN'] ?? (await findBinaries()).folder
  // It takes a key only of its own user, whom the first start finds.
  const first = await startServedPostgres(programs, data)
  await first.stop()
  const { uid, gid } = await stat(join(data, 'data'))
  const [keyFile, certFile] = [join(data, 'key.pem'), join(data, 'cert.pem')]
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  await chown(keyFile, uid, gid)
  const ssl = { ssl: 'on', ssl_key_file: keyFile, ssl_cert_file: certFile }
  const server = await startServedPostgres(programs, data, { ...ssl, listen_addresses: 'localhost', port })
  closing.push(() => server.stop())
  return (authorities) =>
    `postgresql://postgres@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${authorities}`
}

let databaseUrl: (authorities: string) => string

beforeAll(async () => {
  const [ca, other] = [await authorityOf('ours'), await authorityOf('of others')]
  certificate = await issuedBy(ca, ['127.0.0.1', mailHost])
  await writeFile(file('ca.pem'), `${other.cert}\n${ca.cert}`)
  await writeFile(file('other.pem'), other.cert)
  databaseUrl = await openPostgres(certificate)
  const bucket = await openBucketServer()
  closing.push(() => bucket.close())
  const provider = await startOpenidProvider({ redirectUri: 'https://console.test/sign-in/callback' })
  closing.push(() => provider.close())
  provider.callsItself = await front(certificate, provider.issuer)
  const registry = await listening(
    createServer((_, res) => void res.setHeader('Content-Type', 'application/json').end('{"modules":[]}')),
  )
  env = {
    DATABASE_URL: databaseUrl(file('ca.pem')),
    SECRET_KEY: 'a-secret-for-tests-of-32-bytes-or-more',
    STORAGE_URL: `s3://S3RVER:S3RVER@files?endpoint=${await front(certificate, bucket.endpoint)}`,
    OIDC_ISSUER: provider.callsItself,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    SMTP_URL: await openMail(certificate),
    PUBLIC_REGISTRY_URL: await front(certificate, registry),
    HTTPS_PROXY: await front(certificate, await openProxy()),
    EGRESS_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: file('ca.pem'),
  }
}, 120_000)

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function start(changed: Record<string, string> = {}): Promise<ApiProcess> {
  const api = await startApi(await temporaryFolder(), { ...env, ...changed })
  onFinished(async () => {
    api.child.kill('SIGKILL')
    await api.ended
  })
  return api
}

test('every server is trusted by its certificate of a private authority, one of several in a file', async () => {
  const api = await start()
  expect(api.child.exitCode, api.output()).toBeNull()
  token = await setUp(api)
  const admin = new Requester(api, token)
  await admin.make('/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
  const url = await front(certificate, receiver.url)
  const hook = { name: 'chat', url: `${url}/hook`, triggers: ['organization-membership.invited'] }
  const { attributes } = await admin.make('/organizations/acme/webhooks', 'webhooks', hook)
  receiver.secret = attributes['secret'] ?? ''
  await admin.make('/organizations/acme/organization-memberships', 'organization-memberships', {
    email: 'b@acme.example',
  })
  await expect.poll(() => letters, { timeout: 30_000 }).toContain('b@acme.example')
  await expect.poll(() => receiver.events.length, { timeout: 30_000 }).toBe(1)
  const mirrored = await admin.ask('GET', '/api/registry/public/v1/modules/a/b/c/versions')
  expect(mirrored.status, JSON.stringify(mirrored.json)).toBe(200)
  const { host: issuer } = new URL(env['OIDC_ISSUER'] ?? '')
  const { host: registry } = new URL(env['PUBLIC_REGISTRY_URL'] ?? '')
  await expect
    .poll(() => asked, { timeout: 30_000 })
    .toEqual(expect.arrayContaining([issuer, registry, new URL(url).host]))
  expect(api.output()).not.toContain('certificate')
})

const advice = "name the CA's file in NODE_EXTRA_CA_CERTS"

test.each([
  [{ NODE_EXTRA_CA_CERTS: file('other.pem') }, ['Files cannot be stored in s3://files', advice]],
  [{ NODE_EXTRA_CA_CERTS: '' }, ['Files cannot be stored in s3://files', advice]],
  [
    { NODE_EXTRA_CA_CERTS: file('none.pem') },
    ['NODE_EXTRA_CA_CERTS: the file of certificates cannot be read'],
  ],
  [{ DATABASE_URL: 'other.pem' }, ['PostgreSQL at localhost', 'sslrootcert=/path/to/ca.pem']],
  [{ DATABASE_URL: 'none.pem' }, ['DATABASE_URL: cannot be read: ENOENT']],
  [{ DATABASE_URL: 'empty.pem' }, ['DATABASE_URL: has a wrong sslrootcert', 'has no certificate in it']],
])('a start with %j is refused in a sentence', async (changed, sentences) => {
  const { DATABASE_URL: authorities } = changed as { DATABASE_URL?: string }
  await writeFile(file('empty.pem'), '')
  const url = authorities === undefined ? {} : { DATABASE_URL: databaseUrl(file(authorities)) }
  const api = await start({ ...changed, ...url })
  expect(await api.ended, api.output()).toBe(1)
  for (const sentence of sentences) expect(api.output()).toContain(sentence)
})

test('what is asked later says in the log what to do', async () => {
  const api = await start({ NODE_EXTRA_CA_CERTS: '', STORAGE_URL: '', HTTPS_PROXY: '' })
  const admin = new Requester(api, token)
  await admin.make('/organizations', 'organizations', { name: 'bcme', email: 'a@bcme.example' })
  await admin.make('/organizations/bcme/organization-memberships', 'organization-memberships', {
    email: 'c@bcme.example',
  })
  const lines = (about: string): string[] =>
    api
      .output()
      .split('\n')
      .filter((line) => line.includes(about) && line.includes(advice))
  await admin.ask('GET', '/api/registry/public/v1/modules/a/b/c/versions')
  const hosts = ['OIDC_ISSUER', 'PUBLIC_REGISTRY_URL'].map((name) => new URL(env[name] ?? '').host)
  for (const about of [...hosts, 'a mail could not be sent'])
    await expect.poll(() => lines(about), { timeout: 30_000, message: api.output() }).not.toEqual([])
})
