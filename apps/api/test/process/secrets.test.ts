import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { beforeEach, expect, test } from 'vitest'
import { openBucketServer } from '../bucket.js'
import { createTestDatabase } from '../database.js'
import { moduleArchive, modulePath } from '../modules/module-requests.js'
import { administer } from '../server.js'
import { setUp, setUpToken, startApi, type ApiProcess } from './api-process.js'
import { Requester, leaks, type Secrets } from './secrets.js'
import { isFull } from '../full-run.js'
import { temporaryFolder } from '../temporary-folder.js'

const password = 'the-password-of-ana-8d1f'
const signIn = `mutation ($input: SignInInput!) { signIn(input: $input) { token } }`

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryFolder()
})

/** Takes letters from a client that knows the password, and says how many came. */
async function startMailServer(pass: string) {
  let letters = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password: given }, _session, done) =>
      given === pass ? done(null, { user: 'engine' }) : done(new Error('wrong password')),
    onData(stream, _session, done) {
      letters++
      stream.resume().on('end', () => done())
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((done) => server.close(done))
  return { port, received: () => letters, close }
}

/** The query of a link, whole and its one secret part. */
function keepLink(secrets: Secrets, what: string, link: string): string {
  const { pathname, search } = new URL(link, 'http://any')
  secrets.set(what, new URLSearchParams(search).get('signature') ?? 'no signature')
  return pathname + search
}

/** Uses every operation that handles a bearer, a password or a link. */
async function useEverything(api: ApiProcess, secrets: Secrets): Promise<void> {
  const first = await setUp(api)
  secrets.set('the first token', first)
  const admin = new Requester(api, first)
  const stranger = new Requester(api)

  await admin.ask('PATCH', '/api/v2/account/password', {
    data: {
      type: 'users',
      attributes: {
        current_password: 'correct horse battery',
        password,
        password_confirmation: password,
        'keep-tokens': true,
      },
    },
  })
  const session = (await stranger.graphql(signIn, { input: { login: 'ana', password } }))['signIn']
  secrets.set('a session', String(session?.['token']))
  await stranger.graphql(signIn, { input: { login: 'ana', password: `${password}-wrong` } })
  await stranger.ask('POST', '/graphql', { query: `{ broken(password: "${password}") ` })
  await new Requester(api, `${first}x`).ask('GET', `/api/v2/account/details?token=${first}`)

  await admin.make('/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
  const own = await admin.ask('GET', '/api/v2/account/details')
  const { id } = own.json['data'] as { id: string }
  const made = await admin.make(`/users/${id}/authentication-tokens`, 'authentication-tokens', {})
  secrets.set('a token of a user', made.attributes['token'] ?? '')
  const ofAcme = await admin.make('/organizations/acme/authentication-token', 'authentication-tokens', {})
  secrets.set('a token of an organization', ofAcme.attributes['token'] ?? '')

  const memberships = '/organizations/acme/organization-memberships'
  const invited = await admin.make(memberships, 'organization-memberships', { email: 'b@acme.example' })
  const invitation = invited.attributes['invitation-url']?.split('/').at(-1) ?? ''
  secrets.set('an invitation', invitation)
  await stranger.ask('POST', `/api/v2/invitations/${invitation}`, { username: 'bea', password: 'short' })
  await stranger.ask('POST', `/api/v2/invitations/${invitation}`, { username: 'bea', password })
  await admin.make(memberships, 'organization-memberships', { email: 'c@acme.example' })

  // Nothing listens there: each attempt fails, after it was signed.
  const webhook = await admin.make('/organizations/acme/webhooks', 'webhooks', {
    name: 'chat',
    url: 'https://127.0.0.1:9/hook',
    triggers: ['module-version.published'],
  })
  secrets.set('the secret of a webhook', webhook.attributes['secret'] ?? '')
  const rotation = await admin.ask('POST', `/api/v2/webhooks/${webhook.id}/actions/rotate-secret`)
  const { attributes: rotated } = rotation.json['data'] as { attributes: { secret: string } }
  secrets.set('the next secret of a webhook', rotated.secret)
  await admin.ask('POST', `/api/v2/webhooks/${webhook.id}/actions/verify`)

  await admin.make('/organizations/acme/registry-modules', 'registry-modules', {
    name: 'network',
    provider: 'aws',
  })
  const address = 'acme/network/aws'
  const waiting = await admin.make(`${modulePath(address)}/versions`, 'registry-module-versions', {
    version: '1.0.0',
  })
  const upload = keepLink(secrets, 'an upload link', waiting.links['upload'] ?? '')
  expect((await stranger.ask('PUT', `${upload}x`, moduleArchive())).status).toBe(404)
  expect((await stranger.ask('PUT', upload, moduleArchive())).status).toBe(200)
  const located = await admin.ask('GET', `/v1/modules/${address}/1.0.0/download`)
  const archive = keepLink(secrets, 'an archive’s link', located.headers.get('x-engine-get') ?? '')
  expect((await stranger.ask('GET', archive)).status).toBe(200)

  const provider = '/organizations/acme/registry-providers'
  await admin.make(provider, 'registry-providers', {
    name: 'cloud',
    namespace: 'acme',
    'registry-name': 'private',
  })
  const version = await admin.make(`${provider}/private/acme/cloud/versions`, 'registry-provider-versions', {
    version: '1.0.0',
    'key-id': 'ABCD',
    protocols: ['5.0'],
  })
  const shasums = keepLink(secrets, 'an upload link of a provider', version.links['shasums-upload'] ?? '')
  expect((await stranger.ask('PUT', shasums, Buffer.from('sums'))).status).toBe(200)
}

/** Problem of the first attempt for the webhook; null before it. */
async function deliveryProblem(api: ApiProcess, secrets: Secrets): Promise<unknown> {
  const admin = new Requester(api, secrets.get('the first token'))
  const [webhook] = (await admin.ask('GET', '/api/v2/organizations/acme/webhooks')).json['data'] as Listed[]
  const { json } = await admin.ask('GET', `/api/v2/webhooks/${webhook?.id}/deliveries`)
  return (json['data'] as Listed[]).at(-1)?.attributes['problem']
}

interface Listed {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

test('no secret, received or issued, is in a log; the data folder has its own key and passwords alone', async () => {
  const secrets: Secrets = new Map([
    ['a password', password],
    ['the set-up token', setUpToken],
    ['the password of SMTP_URL', 'the-password-of-the-mail-41c7'],
    ['OIDC_CLIENT_SECRET', 'the-secret-of-single-sign-on-95ab'],
  ])
  const mail = await startMailServer(secrets.get('the password of SMTP_URL') ?? '')
  const api = await startApi(dataDir, {
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://engine:${secrets.get('the password of SMTP_URL')}@127.0.0.1:${mail.port}`,
    OIDC_ISSUER: 'https://sign-in.invalid',
    OIDC_CLIENT_ID: 'engine',
    OIDC_CLIENT_SECRET: secrets.get('OIDC_CLIENT_SECRET') ?? '',
  })
  await useEverything(api, secrets)
  // Two invitations, and the letters about what was done to the accounts and the organization.
  await expect.poll(() => mail.received()).toBe(7)
  await expect.poll(() => deliveryProblem(api, secrets), { timeout: 30_000 }).toBeTypeOf('string')
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
  await mail.close()

  expect(secrets.size).toBe(14)
  for (const [what, secret] of secrets) expect(secret.length, what).toBeGreaterThan(15)
  secrets.set('the key', (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim())
  expect(api.output()).toContain('"path":"/api/v2/invitations/[redacted]"')
  const own = 'database-passwords.json'
  const roles = JSON.parse(await readFile(join(dataDir, own), 'utf8')) as Record<string, string>
  for (const [role, value] of Object.entries(roles)) secrets.set(`the password of the ${role}`, value)
  expect((await leaks(secrets, api.output(), dataDir)).sort()).toEqual([
    'the key in secret.key',
    `the password of the owner in ${own}`,
    `the password of the runtime in ${own}`,
  ])
})

test.runIf(isFull)(
  'the secrets of a served database, a bucket and SECRET_KEY stay out of logs and files, also when a start fails',
  async () => {
    const secrets: Secrets = new Map([
      ['the password of DATABASE_URL', 'the-password-of-the-database-2e90'],
      ['the secret of STORAGE_URL', 'the-secret-of-the-bucket-77d3'],
      ['SECRET_KEY', 'the-key-of-all-keys-with-32-bytes-or-more-6b18'],
      ['the set-up token', setUpToken],
    ])
    const [database, bucket] = [await createTestDatabase(), await openBucketServer()]
    const url = new URL(database.url)
    const owner = url.password
    if (owner !== '') secrets.set('the password of MIGRATION_DATABASE_URL', owner)
    url.username = `secretive_${randomBytes(4).toString('hex')}`
    url.password = secrets.get('the password of DATABASE_URL') ?? ''
    await administer(database.url, [`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`])
    const storage = (key: string) => `s3://${key}:${secrets.get('the secret of STORAGE_URL')}@files`
    const env = {
      LOG_LEVEL: 'trace',
      DATABASE_URL: url.href,
      MIGRATION_DATABASE_URL: database.url,
      STORAGE_URL: `${storage('S3RVER')}?endpoint=${bucket.endpoint}`,
      SECRET_KEY: secrets.get('SECRET_KEY') ?? '',
    }
    const missingDatabase = new URL(url)
    missingDatabase.pathname = '/nothing'
    const starts = [
      { ...env, DATABASE_URL: missingDatabase.href },
      { ...env, STORAGE_URL: `${storage('unknown')}?endpoint=${bucket.endpoint}` },
      { ...env, STORAGE_URL: `${storage('S3RVER')}?endpoint=none` },
      env,
    ]
    let output = ''
    for (const each of starts) {
      const api = await startApi(dataDir, each)
      if (each === env) secrets.set('the first token', await setUp(api))
      api.child.kill('SIGTERM')
      expect(await api.ended, api.output()).toBe(each === env ? 0 : 1)
      expect(api.output()).not.toBe('')
      output += api.output()
    }
    await administer(database.url, [`DROP OWNED BY ${url.username}`, `DROP ROLE ${url.username}`])
    await Promise.all([database.drop(), bucket.close()])
    expect(await leaks(secrets, output, dataDir)).toEqual([])
  },
)
