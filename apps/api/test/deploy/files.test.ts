import { execFileSync } from 'node:child_process'
import { createLimitedServer } from '@engine/limited-server'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { knownVariables } from '../../../../scripts/lib/settings.mjs'
import { openDatabase } from '../../src/adapters/database/open.js'
import { readConfig } from '../../src/config.js'
import { createTestDatabase } from '../database.js'
import { administer } from '../server.js'
import { silentLog } from '../silent-log.js'
import {
  apiPaths,
  environmentOf,
  isOfApi,
  root,
  secondsOf,
  serviceOf,
  services,
  textOf,
  variablesOf,
} from './deployment.js'

const given = {
  SITE: 'registry.example.com',
  POSTGRES_PASSWORD: 'secretofpostgres',
  POSTGRES_API_PASSWORD: 'secretofapi',
  STORAGE_PASSWORD: 'secretofstorage',
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  INITIAL_ADMIN_CREATION_TOKEN: '0123456789abcdef',
}
const replicas = ['api-1', 'api-2']
/** Variables that the client of the storage reads itself. */
const ofStorage = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

describe('the compose file', () => {
  test.each([...replicas, 'console'])('tells %s nothing that it does not know', (name) => {
    const known = [...knownVariables(), ...ofStorage]
    expect(Object.keys(serviceOf(name).environment).filter((each) => !known.includes(each))).toEqual([])
  })

  test.each(replicas)('tells %s what it starts with, as every other replica', (name) => {
    const env = environmentOf(name, given)
    expect(env).toEqual(environmentOf('api-1', given))
    expect(readConfig(env)).toMatchObject({
      publicUrl: 'https://registry.example.com',
      consoleUrl: 'https://registry.example.com',
      databaseUrl: 'postgresql://engine_api:secretofapi@postgres:5432/engine',
      migrationDatabaseUrl: 'postgresql://engine:secretofpostgres@postgres:5432/engine',
      trustedProxies: ['172.30.250.0/24'],
    })
    expect(textOf('deploy/compose.yaml')).toContain(`subnet: ${env['TRUSTED_PROXIES']}`)
  })

  test('gives console and API the same key, so that the one is known to the other', () => {
    const of = (name: string) => environmentOf(name, given)['SECRET_KEY']
    expect(of('console')).toBe(of('api-1'))
  })

  test('needs the variables that its example explains, and no others', () => {
    const example = textOf('deploy/.env.example')
    const explained = [...example.matchAll(/^(#?)([A-Z_]+)=/gm)].map(([, off, name]) => [name, off === '#'])
    const needed = [...variablesOf(textOf('deploy/compose.yaml'))]
    expect(explained.sort()).toEqual(needed.sort())
  })

  test.each(replicas)('leaves %s more time to stop than it drains', (name) => {
    const { stop_grace_period: grace = '10s', environment } = serviceOf(name)
    expect(secondsOf(grace)).toBeGreaterThan(Number(environment['DRAIN_SECONDS']) + 60)
  })

  test('waits only for services that there are, and whose health can be told', () => {
    for (const { depends_on } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const isOurs = serviceOf(name).image.includes('engine-platform')
        if (condition === 'service_healthy' && !isOurs) expect(serviceOf(name).healthcheck).toBeDefined()
      }
    }
  })
})

describe('the proxy', () => {
  const ofApi = [
    ...['/api', '/api/v2/ping', '/api/docs', '/v1', '/v1/modules/a/b/c/versions', '/v2'],
    ...['/v2/modules/a/b/c/downloads/summary', '/graphql', '/.well-known/engine.json'],
    ...['/admin/initial-admin-user', '/livez', '/readyz', '/downloads/engine-publish.mjs'],
  ]
  const ofConsole = [
    '/',
    '/healthz',
    '/app/settings/tokens',
    '/admin',
    '/metrics',
    '/v10',
    '/apis',
    '/graphqls',
  ]

  test('gives the API what is the API’s', () => {
    expect(ofApi.filter((path) => !isOfApi(path))).toEqual([])
    expect(ofConsole.filter(isOfApi)).toEqual([])
    expect(new Set(apiPaths).size).toBe(apiPaths.length)
  })

  test('has the same table as a file for nginx and as one for HAProxy', () => {
    const [, location = ''] = /location ~ (\S+) \{/.exec(textOf('deploy/nginx.conf')) ?? []
    const rules = [...textOf('deploy/haproxy.cfg').matchAll(/acl of_api (path|path_beg) (.+)/g)].map(
      ([, kind, paths = '']) => ({ isWhole: kind === 'path', paths: paths.split(' ') }),
    )
    const tables: Readonly<Record<string, (path: string) => boolean>> = {
      nginx: (path) => new RegExp(location).test(path),
      HAProxy: (path) =>
        rules.some(({ isWhole, paths }) =>
          paths.some((each) => (isWhole ? path === each : path.startsWith(each))),
        ),
    }
    for (const [name, isListed] of Object.entries(tables)) {
      expect([name, ofApi.filter((path) => !isListed(path))]).toEqual([name, []])
      expect([name, ofConsole.filter(isListed)]).toEqual([name, []])
    }
  })

  test('knows every replica, and asks more often than a replica takes to go', () => {
    const { environment } = serviceOf('proxy')
    expect(environment['API_REPLICAS']?.split(' ')).toEqual(replicas.map((name) => `${name}:4000`))
    const [, interval = ''] = /health_interval (\S+)/.exec(textOf('deploy/Caddyfile')) ?? []
    expect(secondsOf(interval) * 3).toBeLessThan(Number(serviceOf('api-1').environment['DRAIN_SECONDS']))
  })

  test('gives up unused connections before the API and the console do', () => {
    const server = createLimitedServer(() => {}, { most: 1, stall: 1 })
    const [, ofProxy = ''] = /keepalive (\S+)/.exec(textOf('deploy/Caddyfile')) ?? []
    expect(server.keepAliveTimeout / 1000).toBeGreaterThan(secondsOf(ofProxy))
  })

  const caddy = findProgram('caddy')
  test.runIf(caddy)('is set up in words that Caddy understands', () => {
    const { SITE, API_REPLICAS, CONSOLE_REPLICAS } = environmentOf('proxy', given)
    const env = { ...process.env, SITE, API_REPLICAS, CONSOLE_REPLICAS }
    const args = ['adapt', '--adapter', 'caddyfile', '--config', `${root}deploy/Caddyfile`]
    const adapted = execFileSync(caddy ?? '', args, { env, encoding: 'utf8' })
    expect(adapted).toContain('"dial":"api-2:4000"')
    // Else it announces HTTP/3, for which compose publishes no port.
    expect(adapted).toContain('"protocols":["h1","h2"]')
  })
})

describe('the roles of the database', () => {
  const psql = findProgram('psql')
  test.runIf(psql)('are made by a script that may run again, one of which owns nothing', async () => {
    const { url, drop } = await createTestDatabase()
    const { host, port, user, database, password } = new Client({ connectionString: url })
    const env = {
      ...process.env,
      ...{ PGHOST: host, PGPORT: String(port), PGPASSWORD: password ?? '' },
      ...{ POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_API_PASSWORD: 'secretofapi' },
    }
    const make = () => execFileSync(`${root}deploy/postgres-roles.sh`, { env, encoding: 'utf8' })
    expect([make(), make()]).toEqual(['', ''])
    const api = new URL(url)
    api.username = 'engine_api'
    api.password = 'secretofapi'
    const addresses = { databaseUrl: api.href, migrationDatabaseUrl: url }
    const opened = await openDatabase({ ...addresses, dataDir: '', log: silentLog })
    await expect(opened.prisma.$executeRaw`TRUNCATE users CASCADE`).rejects.toThrow('permission denied')
    expect(await opened.prisma.user.count()).toBe(0)
    await opened.close()
    await administer(url, ['DROP OWNED BY engine_api', 'DROP ROLE engine_api'])
    await drop()
  })

  test('are told to PostgreSQL when its volume is new, and to the API with the same passwords', () => {
    expect(textOf('deploy/compose.yaml')).toContain(
      './postgres-roles.sh:/docker-entrypoint-initdb.d/postgres-roles.sh:ro',
    )
    const { POSTGRES_API_PASSWORD, POSTGRES_PASSWORD } = environmentOf('postgres', given)
    const { DATABASE_URL = '', MIGRATION_DATABASE_URL = '' } = environmentOf('api-1', given)
    expect(new URL(DATABASE_URL).password).toBe(POSTGRES_API_PASSWORD)
    expect(new URL(MIGRATION_DATABASE_URL).password).toBe(POSTGRES_PASSWORD)
  })
})

describe('the image', () => {
  const dockerfile = textOf('deploy/Dockerfile')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  test('is built on a line of Node.js that is supported, which may be named by its digest', () => {
    const [, major] = /^ARG NODE_IMAGE=node:(\d+)-slim$/m.exec(dockerfile) ?? []
    // Even ones are supported for long; 20 ended in April 2026.
    expect(['22', '24', '26']).toContain(major)
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']))
    for (const { image } of Object.values(services)) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[^}]+\}$/)
  })

  test('holds what production needs, and runs it as an unprivileged user', () => {
    expect(dockerfile).toMatch(/^RUN .*node deploy\/image-folder\.mjs \/image$/m)
    expect(last).toMatch(/^COPY --from=build \/image \.\/$/m)
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK .*deploy\/healthy\.mjs/m)
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'))
  })
})

describe('the units', () => {
  const units = ['engine-api', 'engine-console']
  const textOfUnit = (name: string): string => textOf(`deploy/systemd/${name}.service`)

  test.each(units)('%s starts as a user of its own, may do little, and is left time to stop', (name) => {
    const unit = textOfUnit(name)
    const lines = ['User=engine', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=']
    for (const line of lines) expect(unit.split('\n')).toContain(line)
    const [, stop = ''] = /^TimeoutStopSec=(.+)$/m.exec(unit) ?? []
    expect(secondsOf(stop)).toBeGreaterThanOrEqual(60)
    expect(unit).toContain(`deploy/run ${name.replace('engine-', '')}`)
  })

  const analyze = findProgram('systemd-analyze')
  test.runIf(analyze).each(units)('%s has no word that systemd does not know', (name) => {
    const path = `${root}deploy/systemd/${name}.service`
    const said = saidBy(analyze ?? '', ['verify', path])
    expect(
      said.filter((line) => line.includes(name) && /unknown|invalid|failed to parse/i.test(line)),
    ).toEqual([])
  })
})

/** Lines of standard error, whatever the outcome: the program of the unit is not installed here. */
function saidBy(program: string, args: string[]): string[] {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    return []
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr).split('\n')
  }
}
