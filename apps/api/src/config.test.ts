import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, filedSettings, readConfig } from './config.js'

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('an empty environment is a working configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    consoleUrl: 'http://localhost:3000',
    publicUrl: 'http://localhost:4000',
    apiRateLimit: 30,
    registryRateLimit: 500,
    maxConnections: 5000,
    processes: 1,
    storageRedirect: false,
    overload: { delay: 500, memory: 0.9 },
    drainMilliseconds: 5000,
    aliases: [],
  })
})

test('addresses follow the ports, and an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '4100', CONSOLE_PORT: '3100', PUBLIC_URL: '' })).toMatchObject({
    publicUrl: 'http://localhost:4100',
    consoleUrl: 'http://localhost:3100',
  })
})

test.each([
  ['STORAGE_RESERVE', '300GiB', 'must be a number of bytes, such as 1073741824'],
  ['STORAGE_LIMIT', '-1', 'must be at least 0'],
  ['API_PROCESSES', 'both', 'must be a number of processes, or auto'],
  ['API_PROCESSES', '65', 'must be at most 64'],
  ['MAX_CONNECTIONS', '5k', 'must be a number without a unit'],
  ['MAX_CONNECTIONS', '10.5', 'must be a whole number'],
  ['DRAIN_SECONDS', '601', 'must be from 0 to 600'],
  ['PORT', '70000', 'must be at most 65535'],
])('a number says what it must be: %s of %s', (name, value, sentence) => {
  expect(faultsOf({ [name]: value })).toEqual([`${name}: ${sentence}`])
})

rule('§3 first administrator', 'A configured token has 16 characters or more')
test('every fault is named at once', () => {
  const faults = faultsOf({
    PORT: 'x',
    PUBLIC_URL: 'https://a.example/path',
    API_RATE_LIMIT: '3',
    ENGINE_ALIASES: 'engine',
    SECRET_KEY: 'short',
    INITIAL_ADMIN_CREATION_TOKEN: 'short',
    ORG_CREATION: 'all',
    TRUSTED_PROXIES: 'somewhere',
    DATABASE_URL: 'mysql://x',
  })
  const names = faults.map((fault) => fault.split(':')[0])
  expect(names.sort()).toEqual(
    [
      'API_RATE_LIMIT',
      'DATABASE_URL',
      'ENGINE_ALIASES',
      'INITIAL_ADMIN_CREATION_TOKEN',
      'ORG_CREATION',
      'PORT',
      'PUBLIC_URL',
      'SECRET_KEY',
      'TRUSTED_PROXIES',
    ].sort(),
  )
})

const senseless: Readonly<Record<string, string>> = {
  PORT: 'nonsense',
  CONSOLE_PORT: 'nonsense',
  CONSOLE_URL: 'nonsense',
  PUBLIC_URL: 'nonsense',
  DATABASE_URL: 'nonsense',
  MIGRATION_DATABASE_URL: 'nonsense',
  DATABASE_PREPARED_STATEMENTS: 'nonsense',
  STORAGE_URL: 'nonsense',
  SECRET_KEY: 'nonsense',
  INITIAL_ADMIN_CREATION_TOKEN: 'nonsense',
  ENGINE_ALIASES: 'non sense',
  ORG_CREATION: 'nonsense',
  SITE_ADMIN_ORG_ACCESS: 'nonsense',
  ORG_LIMIT: 'nonsense',
  TEAM_LIMIT: '-1',
  TOKEN_LIMIT: '1.5',
  WEBHOOK_LIMIT: 'nonsense',
  CI_IDENTITY_LIMIT: 'nonsense',
  STORAGE_LIMIT: 'nonsense',
  STORAGE_RESERVE: 'nonsense',
  APPLY_TIMEOUT: 'nonsense',
  PLAN_TIMEOUT: 'nonsense',
  TRUSTED_PROXIES: '10.0.0.0/33',
  API_RATE_LIMIT: 'nonsense',
  REGISTRY_RATE_LIMIT: 'nonsense',
  MAX_CONNECTIONS: 'nonsense',
  API_PROCESSES: 'nonsense',
  STORAGE_REDIRECT: 'nonsense',
  OVERLOAD_DELAY_SECONDS: 'nonsense',
  OVERLOAD_MEMORY_PERCENT: 'nonsense',
  ANSWER_CACHE_LIMIT: 'nonsense',
  MODULE_UPLOAD_LIMIT: 'nonsense',
  PROVIDER_UPLOAD_LIMIT: 'nonsense',
  SMTP_URL: 'nonsense',
  OIDC_ISSUER: 'nonsense',
  OIDC_SCOPES: 'nonsense',
  OIDC_OWNERS: 'nonsense',
  OIDC_RELINK: 'nonsense',
  ENGINE_VERSIONS_FEED: 'nonsense://',
  PUBLIC_REGISTRY_URL: 'nonsense',
  PUBLIC_REGISTRY_HOST: 'non sense',
  PROVIDER_ORIGINS: 'nonsense',
  PUBLIC_PROVIDERS: 'nonsense',
  PROVIDER_COOLDOWN: 'nonsense',
  PROVIDER_WATCH: 'nonsense',
  PROVIDER_HELD_NOTICE: 'nonsense',
  PROVIDER_FILES: 'nonsense',
  PROVIDER_STORE_LIMIT: 'nonsense',
  EGRESS_ALLOW: 'non sense',
  HTTPS_PROXY: 'non sense',
  PROXY_RESOLVES: 'nonsense',
  UPLOAD_STALL_SECONDS: 'nonsense',
  DRAIN_SECONDS: 'nonsense',
  AUDIT_RETENTION: 'nonsense',
  AUDIT_LOG: 'nonsense',
  LOG_LEVEL: 'nonsense',
}

test('nonsense in every variable is one message that names each of them', () => {
  const named = faultsOf(senseless).map((fault) => fault.split(':')[0])
  const missing = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  expect(named.sort()).toEqual([...Object.keys(senseless), ...missing].sort())
})

test.each(Object.entries(senseless))('%s=%s alone is named, whatever else is right', (name, value) => {
  expect(faultsOf({ [name]: value }).some((fault) => fault.startsWith(`${name}: `))).toBe(true)
})

describe('files, blanks and ports that are injected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-config-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('a secret or an address in a file is read, and one of both kinds is a fault', () => {
    const env = {
      DATABASE_URL_FILE: fileOf('database', 'postgresql://me:s3cret@db/engine\n'),
      SECRET_KEY_FILE: fileOf('key', `${'k'.repeat(32)}\r\n`),
    }
    expect(readConfig(env)).toMatchObject({
      databaseUrl: 'postgresql://me:s3cret@db/engine',
      secretKey: 'k'.repeat(32),
    })
    expect(faultsOf({ ...env, SECRET_KEY: 'k'.repeat(32) })).toEqual([
      'SECRET_KEY: is given by SECRET_KEY and by SECRET_KEY_FILE: unset one of them',
    ])
  })

  const filedNonsense = Object.entries(senseless).filter(([name]) => filedSettings.includes(name))
  test.each(filedNonsense)('%s from a file is looked at as one from the environment', (name, value) => {
    const path = fileOf(name, value)
    expect(faultsOf({ [`${name}_FILE`]: path })).toEqual(faultsOf({ [name]: value }))
  })

  test('a file that is not there stops the start, which else took the embedded database', () => {
    const [fault, ...others] = faultsOf({ DATABASE_URL_FILE: join(folder, 'none') })
    expect(fault).toMatch(/^DATABASE_URL: the file of DATABASE_URL_FILE cannot be read: ENOENT/)
    expect(others).toEqual([])
  })

  test('a value of an env file from Windows says what is in the way', () => {
    expect(faultsOf({ ORG_CREATION: 'users\r', LOG_LEVEL: 'warn ' })).toEqual([
      'ORG_CREATION: ends in a carriage return, as lines of files from Windows do: remove it',
      'LOG_LEVEL: ends in a blank: remove it',
    ])
    expect(faultsOf({ https_proxy: 'http://proxy.test\r' })).toEqual([
      'HTTPS_PROXY: ends in a carriage return, as lines of files from Windows do: remove it',
    ])
  })

  test('a port that an orchestrator injects is ignored', () => {
    const env = { PORT: 'tcp://10.0.0.1:80', CONSOLE_PORT: 'tcp://10.0.0.1:80' }
    expect(readConfig(env)).toMatchObject({ port: 4000, consoleUrl: 'http://localhost:3000' })
  })
})

const encoded = 'must have its user and password percent-encoded, also a % as %25'

test('an address that nothing can be read from is named before anything is opened', () => {
  const given = {
    DATABASE_URL: 'postgresql://me:%ff@db/x',
    MIGRATION_DATABASE_URL: 'postgresql://me@db/x?schema=other',
    SECRET_KEY: 'k'.repeat(32),
    STORAGE_URL: 's3://key:100%@files',
    SMTP_URL: 'smtp://me:100%@mail.test',
    HTTPS_PROXY: 'http://me:100%@proxy.test',
  }
  expect([...faultsOf(given)].sort()).toEqual([
    'DATABASE_URL: cannot be read: URI malformed',
    `HTTPS_PROXY: ${encoded}`,
    'MIGRATION_DATABASE_URL: asks for the schema other by "schema"; ask by "options=-c search_path=other" (URL-encoded)',
    `SMTP_URL: ${encoded}`,
    `STORAGE_URL: ${encoded}`,
  ])
})

test('a served database needs a shared secret', () => {
  expect(faultsOf({ DATABASE_URL: 'postgresql://db/x' })).toEqual([
    expect.stringMatching(/^SECRET_KEY: is required/),
  ])
  expect(faultsOf({ DATABASE_URL: 'postgresql://db/x', SECRET_KEY: 'k'.repeat(32) })).toEqual([])
})

test('every key of SECRET_KEY is long enough, counted in bytes, and a short one is never shown', () => {
  const older = 'o'.repeat(32)
  expect(faultsOf({ SECRET_KEY: `${'ü'.repeat(16)}, ${older}` })).toEqual([])
  for (const keys of [`${older},short`, `${older},`, `short,${older}`])
    expect(faultsOf({ SECRET_KEY: keys })).toEqual([
      'SECRET_KEY: needs 32 bytes or more in each of its comma-separated keys',
    ])
})

test.each(['1', '2', '3', '-1', 'x'])('a rate limit of %s stops the start', (limit) => {
  expect(faultsOf({ REGISTRY_RATE_LIMIT: limit })).toHaveLength(1)
})

test('what lies outside is named by hosts, networks and addresses', () => {
  expect(
    readConfig({
      PUBLIC_REGISTRY_URL: 'https://registry.example/mirror/',
      EGRESS_ALLOW: 'releases.internal, vault:8200,10.0.0.0/8,::1,[fd00::1]:8200',
      https_proxy: 'proxy.internal:3128',
      NO_PROXY: '.internal,localhost',
    }),
  ).toMatchObject({
    publicRegistryUrl: 'https://registry.example/mirror',
    egressAllow: ['releases.internal', 'vault:8200', '10.0.0.0/8', '::1', '[fd00::1]:8200'],
    httpsProxy: new URL('http://proxy.internal:3128'),
    noProxy: ['.internal', 'localhost'],
  })
  expect(
    faultsOf({
      PUBLIC_REGISTRY_URL: 'https://user:word@registry.example',
      EGRESS_ALLOW: 'a b',
      HTTPS_PROXY: 'socks5://proxy.internal',
    }),
  ).toEqual([
    'PUBLIC_REGISTRY_URL: must have neither query nor credentials',
    'EGRESS_ALLOW: must be comma-separated hosts (name or name:port), addresses or CIDRs',
    'HTTPS_PROXY: must be an http or https address',
  ])
  for (const EGRESS_ALLOW of ['10.0.0.0/33', '[fd00::x]:80', '[fe80::1%eth0]'])
    expect(faultsOf({ EGRESS_ALLOW })).toHaveLength(1)
})

describe('public providers', () => {
  const PUBLIC_REGISTRY_URL = 'https://mirror.example:8443/registry'

  rule('§14 origins', 'By default nothing is set, and the main origin is the host of PUBLIC_REGISTRY_URL')
  test('are passed on as they are while nothing is set', () => {
    expect(readConfig({ PUBLIC_REGISTRY_URL })).toMatchObject({
      providerOrigins: [{ host: 'mirror.example:8443', url: PUBLIC_REGISTRY_URL }],
      publicProviders: { rule: 'open', cooldown: 0, cooldownAsSet: '0s', tellsHeld: true, isSet: false },
      providerWatch: 3_600_000,
    })
    expect(readConfig({})).toMatchObject({ providerOrigins: [], publicProviders: { isSet: false } })
  })

  test.each([
    ['PUBLIC_PROVIDERS', 'listed', { rule: 'listed' }],
    ['PROVIDER_COOLDOWN', '72h', { cooldown: 72 * 3_600_000, cooldownAsSet: '72h' }],
    ['PROVIDER_HELD_NOTICE', 'off', { tellsHeld: false }],
    ['PROVIDER_WATCH', '0s', {}],
    ['PROVIDER_FILES', 'store', {}],
    ['PUBLIC_REGISTRY_HOST', 'registry.example', {}],
    ['PROVIDER_ORIGINS', 'other.example=', {}],
  ])('are under control once %s is set', (name, value, expected) => {
    const { publicProviders } = readConfig({ PUBLIC_REGISTRY_URL, [name]: value })
    expect(publicProviders).toMatchObject({ ...expected, isSet: true })
  })

  rule('§14 origins', 'PROVIDER_ORIGINS names `host=url`, comma-separated; without an address it is sealed')
  test('have further origins, that of the public registry first', () => {
    const given = {
      PUBLIC_REGISTRY_URL,
      PUBLIC_REGISTRY_HOST: 'Registry.Example',
      PROVIDER_ORIGINS: 'Other.example=https://other.example/, sealed.example=',
    }
    expect(readConfig(given).providerOrigins).toEqual([
      { host: 'registry.example', url: PUBLIC_REGISTRY_URL },
      { host: 'other.example', url: 'https://other.example' },
      { host: 'sealed.example', url: undefined },
    ])
    expect(readConfig({ PROVIDER_ORIGINS: given.PROVIDER_ORIGINS }).providerOrigins).toHaveLength(2)
  })

  test.each([
    ['a host twice', { PROVIDER_ORIGINS: 'a.example=,A.example=https://b.example' }],
    ['the main origin again', { PUBLIC_REGISTRY_URL, PROVIDER_ORIGINS: 'mirror.example:8443=' }],
    ['no host', { PROVIDER_ORIGINS: '=https://a.example' }],
    ['no address', { PROVIDER_ORIGINS: 'a.example' }],
    ['an address that is none', { PROVIDER_ORIGINS: 'a.example=ftp://a.example' }],
    ['credentials', { PROVIDER_ORIGINS: 'a.example=https://user:word@a.example' }],
    ['the name of a registry that is unset', { PUBLIC_REGISTRY_HOST: 'a.example' }],
    ['a way to keep files that is none', { PROVIDER_FILES: 'keep' }],
  ])('are refused with %s', (_name, given) => {
    expect(faultsOf(given as Record<string, string>)).toHaveLength(1)
  })
})

rule('§1 aliases', 'The words are `[a-z][a-z0-9]{1,30}`, comma-separated, not `engine`')
test('aliases are words of lower-case letters and digits, 2 to 31 long, and not the neutral one', () => {
  expect(readConfig({ ENGINE_ALIASES: 'terraform, tofu2' }).aliases).toEqual(['terraform', 'tofu2'])
  for (const wrong of ['engine', 'T', 'a', 'Terraform', '2fast', 'a-b', 'a'.repeat(32), 'ok,engine'])
    expect(faultsOf({ ENGINE_ALIASES: wrong }), wrong).toHaveLength(1)
})

test('the audit log has no retention limit, or so many months', () => {
  expect(readConfig({})).toMatchObject({ auditRetention: undefined, auditLog: 'off' })
  expect(readConfig({ AUDIT_RETENTION: 'forever' }).auditRetention).toBeUndefined()
  expect(readConfig({ AUDIT_RETENTION: '1 month' }).auditRetention).toBe(1)
  expect(readConfig({ AUDIT_RETENTION: '13 months', AUDIT_LOG: 'stdout' })).toMatchObject({
    auditRetention: 13,
    auditLog: 'stdout',
  })
  expect(readConfig({ AUDIT_RETENTION: '24months' }).auditRetention).toBe(24)
  for (const wrong of ['0 months', '13', '13m', '400d', '-1 months', '1.5 months', 'Forever', '1000 months'])
    expect(faultsOf({ AUDIT_RETENTION: wrong }), wrong).toEqual([
      'AUDIT_RETENTION: must be forever or a number of months such as 13 months',
    ])
  expect(faultsOf({ AUDIT_LOG: 'file' })).toEqual(['AUDIT_LOG: must be stdout or off'])
})

describe('single sign-on', () => {
  const given = { OIDC_ISSUER: 'https://id.test/realm/', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' }

  test('is off unless it is configured, and gives no user more rights unless told to', () => {
    expect(readConfig({}).singleSignOn).toBeUndefined()
    expect(readConfig(given).singleSignOn).toEqual({
      ...{ issuer: 'https://id.test/realm/', clientId: 'us', clientSecret: 'secret', name: 'id.test' },
      ...{
        scopes: 'openid profile email',
        groupsClaim: 'groups',
        adminGroup: undefined,
        ownersByGroups: false,
        relinksVerified: false,
      },
    })
  })

  rule('§10', '`PASSWORD_SIGN_IN=off` stands beside single sign-on')
  test('may replace passwords, which cannot be switched off without it', () => {
    expect(readConfig({}).hasPasswords).toBe(true)
    expect(faultsOf({ PASSWORD_SIGN_IN: 'off' })).toEqual([
      'PASSWORD_SIGN_IN: may be off only with OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
    ])
    const provider = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'engine',
      OIDC_CLIENT_SECRET: 'secret',
    }
    expect(readConfig({ ...provider, PASSWORD_SIGN_IN: 'off' }).hasPasswords).toBe(false)
    expect(faultsOf({ PASSWORD_SIGN_IN: 'no' })).toEqual(['PASSWORD_SIGN_IN: must be on or off'])
  })

  test('names what is missing or wrong of it', () => {
    expect(faultsOf({ OIDC_ISSUER: given.OIDC_ISSUER })).toEqual([
      expect.stringMatching(/^OIDC_CLIENT_ID: /),
      expect.stringMatching(/^OIDC_CLIENT_SECRET: /),
    ])
    expect(faultsOf({ ...given, OIDC_ISSUER: 'id.test' })).toEqual([
      'OIDC_ISSUER: must be an http or https address',
    ])
    expect(faultsOf({ ...given, OIDC_SCOPES: 'email' })).toEqual(['OIDC_SCOPES: must hold the word openid'])
    expect(faultsOf({ ...given, OIDC_OWNERS: 'yes' })).toEqual(['OIDC_OWNERS: must be on or off'])
  })
})

test('SMTP_URL is refused with every option that is not known, or that contradicts another', () => {
  const faultOf = (query: string, scheme = 'smtp') =>
    faultsOf({ SMTP_URL: `${scheme}://mail.example.com${query}` })
  expect(faultOf('?pool=true&from=a@b.example&ignoreTLS=true&tls=maybe&requireTLS=1')).toEqual([
    'SMTP_URL: has options that are not known: pool, ignoreTLS',
    'SMTP_URL: the option requireTLS can only be true',
    'SMTP_URL: the option tls can only be off',
  ])
  expect(faultOf('?from=a@b.example&from=c@d.example')).toEqual(['SMTP_URL: has the option from twice'])
  expect(faultOf('?tls=off&requireTLS=true')).toEqual(['SMTP_URL: tls=off contradicts requireTLS=true'])
  expect(faultOf('?tls=off', 'smtps')).toEqual(['SMTP_URL: tls=off contradicts smtps'])
  for (const [query, scheme] of [
    ['?from=platform@example.com&tls=off'],
    ['?requireTLS=true'],
    ['?requireTLS=true', 'smtps'],
    [''],
  ] as const)
    expect(faultOf(query, scheme), query).toEqual([])
})

rule('§19', 'A start with a duration beyond 100 years names the variable')
test('what cannot compute is closed: a duration of more than 100 years is a fault that names its variable', () => {
  const names = ['APPLY_TIMEOUT', 'PLAN_TIMEOUT', 'PROVIDER_COOLDOWN', 'PROVIDER_WATCH']
  for (const long of ['36501d', '100000000d', '99999999999999h', 'forever'])
    expect(faultsOf(Object.fromEntries(names.map((name) => [name, long])))).toEqual(
      names.map((name) => `${name}: must be a duration such as 1h30m, at most 100 years`),
    )
  expect(readConfig({ PROVIDER_COOLDOWN: '36500d' }).publicProviders.cooldown).toBe(36_500 * 86_400_000)
})

test('lifetimes of tokens are durations; without a setting only the CLI and single sign-on have one', () => {
  const day = 86_400_000
  expect(readConfig({}).tokenLifetimes).toEqual({
    maximum: undefined,
    cliLogin: 30 * day,
    singleSignOnIdle: 30 * day,
  })
  const given = { MAX_TOKEN_LIFETIME: '90d', CLI_LOGIN_LIFETIME: '12h', SSO_TOKEN_IDLE: '1d12h' }
  expect(readConfig(given).tokenLifetimes).toEqual({
    maximum: 90 * day,
    cliLogin: day / 2,
    singleSignOnIdle: 1.5 * day,
  })
  for (const off of ['off', '0'])
    expect(readConfig({ SSO_TOKEN_IDLE: off }).tokenLifetimes.singleSignOnIdle).toBeUndefined()
  for (const wrong of ['90', '0d', 'never', '-1d', '99999999d'])
    expect(faultsOf({ MAX_TOKEN_LIFETIME: wrong, CLI_LOGIN_LIFETIME: wrong, SSO_TOKEN_IDLE: wrong })).toEqual(
      [
        'MAX_TOKEN_LIFETIME: must be a duration such as 90d, above 0 and at most 100 years',
        'CLI_LOGIN_LIFETIME: must be a duration such as 90d, above 0 and at most 100 years',
        'SSO_TOKEN_IDLE: must be a duration such as 30d, above 0 and at most 100 years, or off',
      ],
    )
})
