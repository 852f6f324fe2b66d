import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  byDiscovery,
  cliConfiguration,
  engineCli,
  openCliFolder,
  type CliFolder,
} from '../../../../e2e/support/cli.js'
import { openTlsFront, type TlsFront } from '../../../../e2e/support/tls-front.js'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { moduleArchive, modulePath } from '../modules/module-requests.js'
import { documentOf, jsonApi } from '../rest.js'
import { openCaddy } from '../deploy/caddy.js'
import { openedBy, startHaproxy, startNginx } from '../deploy/other-proxies.js'
import { initialToken, openOwnProxy, openSite, type Site } from '../deploy/site.js'
import { isFull } from '../full-run.js'

/** True if the built console and the real CLI are there, which the short run lacks. */
const isPossible = isFull && !['darwin', 'win32'].includes(process.platform)

/** No client outside is believed about its address. */
const lie = { 'X-Forwarded-For': '198.51.100.7' }
const ana = { username: 'ana', email: 'ana@example.com', password: 'correct horse battery' }
const address = 'acme/network/aws'

const caddy = findProgram('caddy')
const nginx = findProgram('nginx') ?? findProgram('/usr/sbin/nginx')
const haproxy = findProgram('haproxy') ?? findProgram('/usr/sbin/haproxy')
const proxies = {
  'a proxy of our own': openOwnProxy,
  ...(caddy && { Caddy: openCaddy(caddy) }),
  ...(nginx && { nginx: openedBy(startNginx, nginx) }),
  ...(haproxy && { HAProxy: openedBy(startHaproxy, haproxy) }),
}

const all = Object.entries(proxies)

describe.runIf(isPossible).each(all)('two APIs, a console and %s as compose starts them', (_, openProxy) => {
  let front: TlsFront
  let site: Site
  let dispatcher: Agent
  let token: string
  let cli: CliFolder | undefined

  beforeAll(async () => {
    front = await openTlsFront()
    site = await openSite(front, openProxy)
    dispatcher = new Agent({ connect: { ca: readFileSync(front.certificateFile) } })
    await vi.waitUntil(() => site.isReady(2), { timeout: 120_000 })
  })
  afterAll(async () => {
    await cli?.remove()
    await dispatcher?.close()
    await site?.close()
    await front?.close()
  })

  async function ask(
    path: string,
    method = 'GET',
    body?: object | Buffer,
    headers: Record<string, string> = {},
  ) {
    const sent = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const url = new URL(path, front.url)
    const answer = await request(url, { dispatcher, method, headers, body: sent ?? null })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  const rest = async (method: string, path: string, type: string, attributes: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': jsonApi }
    const answer = await ask(`/api/v2${path}`, method, documentOf(type, attributes), headers)
    expect(answer.status, answer.text).toBe(201)
    return JSON.parse(answer.text) as { data: { links: Record<string, string> } }
  }

  test('the first administrator is made, signs in at the console and is known to it', async () => {
    const json = { 'Content-Type': 'application/json', Origin: front.url, 'X-Engine-Console': '1', ...lie }
    const made = await ask(`/admin/initial-admin-user?token=${initialToken}`, 'POST', ana, json)
    expect(made.status, made.text).toBe(201)
    token = (JSON.parse(made.text) as { token: string }).token

    const signedIn = await ask('/console/sign-in', 'POST', { login: 'ana', password: ana.password }, json)
    expect([signedIn.status, JSON.parse(signedIn.text)]).toEqual([
      200,
      { userErrors: [], userId: expect.any(String) as string },
    ])
    const cookie = String(signedIn.headers['set-cookie'])
    expect(cookie).toMatch(/; secure/i)
    const page = await ask('/organizations', 'GET', undefined, { Cookie: cookie.split(';')[0] ?? '' })
    expect([page.status, page.text.includes('ana')]).toEqual([200, true])
  })

  test('the audit log knows the browser’s address behind all proxies', async () => {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await ask('/api/v2/admin/audit-events', 'GET', undefined, headers)
    const { data } = JSON.parse(answer.text) as { data: { attributes: Record<string, unknown> }[] }
    const addresses = data.map(({ attributes: { action, address: from } }) => [action, from])
    expect(Object.fromEntries(addresses)).toEqual({
      'user.create': '127.0.0.1',
      'authentication-token.create': '127.0.0.1',
      'session.create': '127.0.0.1',
    })
  })

  test('what the proxy’s table gives to the API, and what to the console, is answered by them', async () => {
    for (const path of ['/livez', '/readyz', '/.well-known/engine.json', '/downloads/engine-publish.mjs'])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    expect((await ask('/v1/modules/acme')).status).toBe(401)
    expect((await ask('/sign-in')).headers['content-type']).toContain('text/html')
    expect((await ask('/metrics')).headers['location']).toContain('/sign-in')
  })

  test.runIf(engineCli)(
    'a module is published, and the real CLI installs it',
    async () => {
      await rest('POST', '/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
      const [, name, provider] = address.split('/')
      await rest('POST', '/organizations/acme/registry-modules', 'registry-modules', { name, provider })
      const body = { version: '1.0.0' }
      const { data } = await rest('POST', `${modulePath(address)}/versions`, 'registry-module-versions', body)
      const upload = new URL(data.links['upload'] ?? '')
      expect(upload.origin).toBe(front.url)
      expect((await ask(upload.href, 'PUT', moduleArchive('through the proxy'))).status).toBe(200)
      await install()
    },
    120_000,
  )

  test.runIf(engineCli)(
    'it does so while one of the replicas is told to stop, and when it is gone',
    async () => {
      const [first] = site.apis
      first?.child.kill('SIGTERM')
      await expect.poll(() => site.isReady(1)).toBe(true)
      await install()
      expect(await first?.ended).toBe(0)
      await install()
    },
    180_000,
  )

  async function install(): Promise<void> {
    await cli?.remove()
    const way = byDiscovery(front)
    cli = await openCliFolder(cliConfiguration(way, token), way.variables)
    await cli.write(
      'main.tf',
      `module "it" {\n  source  = "${way.host}/${address}"\n  version = "1.0.0"\n}\n`,
    )
    const { code, output } = await cli.run('init')
    expect(code, output).toBe(0)
    expect(await cli.installed('it', 'main.tf')).toContain('through the proxy')
  }
})
