import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isDuration, isDurationOrZero, millisecondsOf } from '@engine/shared'
import { readEnvironment } from '@engine/shared/environment'
import { z } from 'zod'
import { addressFault } from './adapters/database/served.js'
import { smtpUrlFaults } from './adapters/mail/smtp-url.js'
import { enginePolicies } from './domain/engine-sightings/engine-policy.js'
import { publicProvidersRules } from './domain/organizations/organization.js'
import { twoFactorRules } from './domain/sign-in/two-factor.js'
import { isBracketed, isNetwork } from './adapters/outbound/addresses.js'
import { days } from './kernel/clock.js'
import { OperatorFault } from './kernel/operator-fault.js'

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const number = (error = 'must be a number without a unit') => z.coerce.number({ error })

const atLeast = (minimum: number, error?: string) =>
  number(error)
    .int({ error: 'must be a whole number' })
    .min(minimum, { error: `must be at least ${minimum}` })

const bytes = (minimum: number) => atLeast(minimum, 'must be a number of bytes, such as 1073741824')

const between = (minimum: number, maximum: number) =>
  number().refine((value) => value >= minimum && value <= maximum, {
    error: `must be from ${minimum} to ${maximum}`,
  })

const mostProcesses = 64

/** `auto`: as many as there are processors. */
const processes = z.preprocess(
  (value) => (value === 'auto' ? Math.min(availableParallelism(), mostProcesses) : value),
  number('must be a number of processes, or auto')
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(mostProcesses, { error: `must be at most ${mostProcesses}` }),
)

const port = atLeast(0).max(65_535, { error: 'must be at most 65535' })

/** An address of these schemes. Further checks run only for an address, so that they may read it. */
const address = (protocol: RegExp, error: string) => z.url({ protocol, error, abort: true })

/** An origin: scheme, host and port, no path. */
const origin = address(/^https?$/, 'must be an http or https address')
  .refine((value) => /^\/?$/.test(new URL(value).pathname) && !new URL(value).search, {
    error: 'must have no path',
  })
  .transform((value) => new URL(value).origin)

/** An http or https address below which something is asked for. */
const base = address(/^https?$/, 'must be an http or https address')
  .refine((value) => !/[?#]/.test(value) && !new URL(value).username, {
    error: 'must have neither query nor credentials',
  })
  .transform((value) => value.replace(/\/+$/, ''))

const isHost = (text: string): boolean => /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(:\d{1,5})?$/.test(text)

function areCredentialsEncoded(value: string): boolean {
  const { username, password } = new URL(value)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

const unencoded = { error: 'must have its user and password percent-encoded, also a % as %25' }

/** A proxy, as other programs read the variable: without a scheme it is asked over http. */
const proxy = z
  .string()
  .transform((value) => (value.includes('://') ? value : `http://${value}`))
  .pipe(address(/^https?$/, 'must be an http or https address').refine(areCredentialsEncoded, unencoded))
  .transform((value) => new URL(value))

/** 0 is off; a real client stops at a limit of 1 to 3 (contract §9). */
const rateLimit = number().refine((limit) => Number.isInteger(limit) && (limit === 0 || limit > 3), {
  error: 'must be 0 (off) or a whole number above 3',
})

/** Limit for one owner; 0 is no limit. */
const quota = atLeast(0)

const duration = z
  .string()
  .refine(isDurationOrZero, { error: 'must be a duration such as 1h30m, at most 100 years' })

const originHost = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine(isHost, { error: 'must be a host, such as registry.example.com' })

const listOf = (isRight: (word: string) => boolean, error: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .refine((words) => words.every(isRight), { error })

/** `host=url`, comma-separated; a host without an address is never asked. */
const providerOrigins = listOf(
  (word) => /^[^=]+=/.test(word),
  'must be comma-separated origins such as registry.example.com=https://registry.example.com',
).transform((words, ctx) =>
  words.map((word) => {
    const [host = '', url = ''] = [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
    const parsed = z.object({ host: originHost, url: base.optional() }).safeParse({
      host,
      url: url === '' ? undefined : url,
    })
    for (const { message } of parsed.error?.issues ?? []) ctx.addIssue(`${word} ${message}`)
    return { host: host.toLowerCase(), url: parsed.data?.url }
  }),
)

/** An address of a database, of which its driver can be made; one of a socket has no host. */
const database = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgresql:// address', abort: true })
  .superRefine((value, ctx) => {
    const fault = addressFault(value)
    if (fault !== undefined) ctx.addIssue(fault)
  })

const isLifetime = (value: string): boolean => isDuration(value) && millisecondsOf(value) >= 1

const lifetime = z
  .string()
  .refine(isLifetime, { error: 'must be a duration such as 90d, above 0 and at most 100 years' })
  .transform(millisecondsOf)

/** An issuer, as the provider itself writes it: a slash at its end belongs to it. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((value) => !URL.canParse(value) || (!/[?#]/.test(value) && !new URL(value).username), {
    error: 'must have neither query nor credentials',
  })

function isStorageUrl(value: string): boolean {
  const { hostname, searchParams } = new URL(value)
  const endpoint = searchParams.get('endpoint')
  return hostname !== '' && (endpoint === null || /^https?:\/\/[^/]/.test(endpoint))
}

const environment = z.object({
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  CONSOLE_PORT: port.default(3000),
  CONSOLE_URL: origin.optional(),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: database.optional(),
  MIGRATION_DATABASE_URL: database.optional(),
  DATABASE_PREPARED_STATEMENTS: onOrOff.optional(),
  DATA_DIR: z.string().default('./data'),
  STORAGE_URL: address(/^s3$/, 'must be an address such as s3://bucket?endpoint=https://host')
    .refine(areCredentialsEncoded, unencoded)
    .refine(isStorageUrl, { error: 'names no bucket, or an endpoint that is no http or https address' })
    .optional(),
  STORAGE_REDIRECT: onOrOff.default('off'),
  SECRET_KEY: z
    .string()
    .refine((value) => value.split(',').every((key) => Buffer.byteLength(key.trim()) >= 32), {
      error: 'needs 32 bytes or more in each of its comma-separated keys',
    })
    .optional(),
  INITIAL_ADMIN_CREATION_TOKEN: z.string().min(16, { error: 'needs 16 characters or more' }).optional(),
  ENGINE_ALIASES: listOf(
    (word) => /^(?!engine$)[a-z][a-z0-9]{1,30}$/.test(word),
    'must be comma-separated words of lower-case letters',
  ).default([]),
  ORG_CREATION: z.enum(['users', 'admins'], { error: 'must be users or admins' }).default('users'),
  SITE_ADMIN_ORG_ACCESS: z
    .enum(['on', 'off'], { error: 'SITE_ADMIN_ORG_ACCESS must be on or off' })
    .default('on'),
  ORG_LIMIT: quota.default(50),
  TEAM_LIMIT: quota.default(1000),
  TOKEN_LIMIT: quota.default(1000),
  WEBHOOK_LIMIT: quota.default(10),
  CI_IDENTITY_LIMIT: quota.default(100),
  STORAGE_LIMIT: bytes(0).default(100 * 1024 ** 3),
  STORAGE_RESERVE: bytes(0).optional(),
  APPLY_TIMEOUT: duration.default('24h'),
  PLAN_TIMEOUT: duration.default('2h'),
  ENGINE_POLICY: z.enum(enginePolicies, { error: 'must be observe, warn or refuse' }).default('observe'),
  TRUSTED_PROXIES: listOf(isNetwork, 'must be comma-separated addresses or CIDRs').default([]),
  API_RATE_LIMIT: rateLimit.default(30),
  REGISTRY_RATE_LIMIT: rateLimit.default(500),
  MAX_CONNECTIONS: atLeast(10).default(5000),
  API_PROCESSES: processes.default(1),
  OVERLOAD_DELAY_SECONDS: between(0, 60).default(0.5),
  OVERLOAD_MEMORY_PERCENT: between(0, 100).default(90),
  ANSWER_CACHE_LIMIT: bytes(0).default(64 * 1024 * 1024),
  STATE_UPLOAD_LIMIT: bytes(1).default(256 * 1024 * 1024),
  STATE_VERSIONS_KEPT: atLeast(1).optional(),
  MODULE_UPLOAD_LIMIT: bytes(1).default(100 * 1024 * 1024),
  SMTP_URL: address(/^smtps?$/, 'must be an smtp or smtps address such as smtp://user:password@host:587')
    .refine(areCredentialsEncoded, unencoded)
    .superRefine((value, { addIssue }) => {
      for (const message of smtpUrlFaults(value)) addIssue({ code: 'custom', message })
    })
    .optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60).optional(),
  OIDC_SCOPES: z
    .string()
    .refine((value) => value.split(' ').includes('openid'), { error: 'must hold the word openid' })
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_ADMIN_GROUP: z.string().optional(),
  OIDC_OWNERS: onOrOff.default('off'),
  OIDC_RELINK: z.enum(['off', 'verified'], { error: 'must be off or verified' }).default('off'),
  PASSWORD_SIGN_IN: onOrOff.default('on'),
  MAX_TOKEN_LIFETIME: lifetime.optional(),
  CI_EXCHANGE_LIMIT: quota.default(600),
  CLI_LOGIN_LIFETIME: lifetime.default(days(30)),
  SSO_TOKEN_IDLE: z
    .union([z.enum(['off', '0']).transform(() => Infinity), lifetime], {
      error: 'must be a duration such as 30d, above 0 and at most 100 years, or off',
    })
    .default(days(30)),
  TWO_FACTOR: z
    .enum(twoFactorRules, { error: 'must be optional, administrators or required' })
    .default('optional'),
  ENGINE_VERSIONS_FEED: z
    .string()
    .refine((value) => !value.includes('://') || (/^https?:/.test(value) && URL.canParse(value)), {
      error: 'must be the path of a file, or an http or https address',
    })
    .optional(),
  PUBLIC_REGISTRY_URL: base.optional(),
  PUBLIC_REGISTRY_HOST: originHost.optional(),
  PROVIDER_ORIGINS: providerOrigins.default([]),
  PUBLIC_PROVIDERS: z.enum(publicProvidersRules, { error: 'must be open or listed' }).default('open'),
  PROVIDER_COOLDOWN: duration.default('0s'),
  PROVIDER_WATCH: duration.default('1h'),
  PROVIDER_HELD_NOTICE: onOrOff.default('on'),
  PROVIDER_FILES: z.enum(['origin', 'store'], { error: 'must be origin or store' }).default('origin'),
  PROVIDER_STORE_LIMIT: bytes(1).default(20 * 1024 ** 3),
  EGRESS_ALLOW: listOf(
    (word) => isNetwork(word) || isHost(word) || isBracketed(word),
    'must be comma-separated hosts (name or name:port), addresses or CIDRs',
  ).default([]),
  HTTPS_PROXY: proxy.optional(),
  PROXY_RESOLVES: z.enum(['configured', 'all'], { error: 'must be configured or all' }).default('configured'),
  NO_PROXY: listOf(() => true, 'must be comma-separated hosts').default([]),
  PROVIDER_UPLOAD_LIMIT: bytes(1).default(1024 ** 3),
  UPLOAD_STALL_SECONDS: between(1, 3600).default(60),
  DRAIN_SECONDS: between(0, 600).default(5),
  AUDIT_RETENTION: z
    .string()
    .regex(/^(forever|[1-9]\d{0,2} ?months?)$/, {
      error: 'must be forever or a number of months such as 13 months',
    })
    .default('forever'),
  AUDIT_LOG: z.enum(['stdout', 'off'], { error: 'must be stdout or off' }).default('off'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

type Settings = z.output<typeof environment>

/** Undefined where it is not said. */
const isOn = (value: 'on' | 'off' | undefined): boolean | undefined => value && value === 'on'

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** All three or none. */
function singleSignOnFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const missing = oidcNames.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === oidcNames.length) return []
  return missing.map((name) => `${name}: is required, since others of ${oidcNames.join(', ')} are set`)
}

/** Faults of switching passwords off without another way to sign in. */
function passwordSignInFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const isOnlyWay = given['OIDC_ISSUER'] === undefined
  if (given['PASSWORD_SIGN_IN'] !== 'off' || !isOnlyWay) return []
  return [`PASSWORD_SIGN_IN: may be off only with ${oidcNames.join(', ')}`]
}

/** Undefined without an OpenID provider. */
function singleSignOnOf(settings: Settings) {
  const { OIDC_ISSUER: from, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  if (from === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    issuer: from,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? new URL(from).host,
    scopes: settings.OIDC_SCOPES,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    adminGroup: settings.OIDC_ADMIN_GROUP,
    ownersByGroups: settings.OIDC_OWNERS === 'on',
    relinksVerified: settings.OIDC_RELINK === 'verified',
  }
}

const settingsOfProviders = [
  'PUBLIC_REGISTRY_HOST',
  'PROVIDER_ORIGINS',
  'PUBLIC_PROVIDERS',
  'PROVIDER_COOLDOWN',
  'PROVIDER_WATCH',
  'PROVIDER_HELD_NOTICE',
  'PROVIDER_FILES',
] as const

/** The origins, that of the public registry first: `main`, if there is one (contract §14). */
function providerOriginsOf(settings: Settings) {
  const { PUBLIC_REGISTRY_URL: url, PUBLIC_REGISTRY_HOST: host, PROVIDER_ORIGINS: others } = settings
  if (url === undefined) return others
  return [{ host: host ?? new URL(url).host, url }, ...others]
}

function providerOriginFaults(
  given: Readonly<Record<string, string | undefined>>,
  settings: Settings | undefined,
): string[] {
  const isMissing = given['PUBLIC_REGISTRY_HOST'] !== undefined && given['PUBLIC_REGISTRY_URL'] === undefined
  const hosts = settings ? providerOriginsOf(settings).map(({ host }) => host) : []
  const twice = hosts.filter((host, index) => hosts.indexOf(host) !== index)
  return [
    ...(isMissing ? ['PUBLIC_REGISTRY_HOST: is the name of PUBLIC_REGISTRY_URL, which is unset'] : []),
    ...twice.map((host) => `PROVIDER_ORIGINS: names ${host} twice`),
  ]
}

/** Lifetimes of tokens (contract §10). */
function tokenLifetimesOf(settings: Settings) {
  return {
    maximum: settings.MAX_TOKEN_LIFETIME,
    cliLogin: settings.CLI_LOGIN_LIFETIME,
    singleSignOnIdle: Number.isFinite(settings.SSO_TOKEN_IDLE) ? settings.SSO_TOKEN_IDLE : undefined,
  }
}

export type Config = ReturnType<typeof readConfig>

/** Every fault of the environment at once, in words for the operator. */
export class ConfigError extends OperatorFault {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

/** The secrets and addresses, each of which may come from the file that `NAME_FILE` names. */
export const filedSettings = [
  'CONSOLE_URL',
  'PUBLIC_URL',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'STORAGE_URL',
  'SECRET_KEY',
  'INITIAL_ADMIN_CREATION_TOKEN',
  'SMTP_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'ENGINE_VERSIONS_FEED',
  'PUBLIC_REGISTRY_URL',
  'PROVIDER_ORIGINS',
  'HTTPS_PROXY',
]

/** Accepts the two proxy variables in lower case, as they are often written. */
function withUpperCase(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const upper = ['HTTPS_PROXY', 'NO_PROXY'].map((name) => [name, env[name] || env[name.toLowerCase()]])
  return { ...env, ...Object.fromEntries(upper) }
}

/** The environment as typed settings (contract §9). */
export function readConfig(env: NodeJS.ProcessEnv) {
  const { given, faults } = readEnvironment(withUpperCase(env), {
    names: Object.keys(environment.shape),
    filed: filedSettings,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  const result = environment.safeParse(given)
  const issues = result.success ? [] : result.error.issues
  faults.push(...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  if (given['DATABASE_URL'] !== undefined && given['SECRET_KEY'] === undefined)
    faults.push('SECRET_KEY: is required together with DATABASE_URL, so that all processes share it')
  if (given['STORAGE_REDIRECT'] === 'on' && given['STORAGE_URL'] === undefined)
    faults.push('STORAGE_REDIRECT: is for the bucket of STORAGE_URL, which is unset')
  if (given['MIGRATION_DATABASE_URL'] !== undefined && given['DATABASE_URL'] === undefined)
    faults.push('MIGRATION_DATABASE_URL: is for the database of DATABASE_URL, which is unset')
  faults.push(...singleSignOnFaults(given), ...passwordSignInFaults(given))
  faults.push(...providerOriginFaults(given, result.data))
  if (!result.success || faults.length > 0) throw new ConfigError(faults)
  const settings = result.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    consoleUrl: settings.CONSOLE_URL ?? `http://localhost:${settings.CONSOLE_PORT}`,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    databaseUrl: settings.DATABASE_URL,
    migrationDatabaseUrl: settings.MIGRATION_DATABASE_URL,
    preparesStatements: isOn(settings.DATABASE_PREPARED_STATEMENTS),
    storageUrl: settings.STORAGE_URL,
    storageRedirect: settings.STORAGE_REDIRECT === 'on',
    storageReserve: settings.STORAGE_RESERVE,
    dataDir: resolve(settings.DATA_DIR),
    secretKey: settings.SECRET_KEY,
    initialAdminToken: settings.INITIAL_ADMIN_CREATION_TOKEN,
    aliases: settings.ENGINE_ALIASES,
    organizationCreators: settings.ORG_CREATION,
    administratorsActAsOwners: settings.SITE_ADMIN_ORG_ACCESS === 'on',
    quotas: {
      organizations: settings.ORG_LIMIT,
      teams: settings.TEAM_LIMIT,
      tokens: settings.TOKEN_LIMIT,
      webhooks: settings.WEBHOOK_LIMIT,
      ciIdentities: settings.CI_IDENTITY_LIMIT,
      storage: settings.STORAGE_LIMIT,
    },
    applyTimeout: settings.APPLY_TIMEOUT,
    planTimeout: settings.PLAN_TIMEOUT,
    enginePolicy: settings.ENGINE_POLICY,
    trustedProxies: settings.TRUSTED_PROXIES,
    apiRateLimit: settings.API_RATE_LIMIT,
    registryRateLimit: settings.REGISTRY_RATE_LIMIT,
    maxConnections: settings.MAX_CONNECTIONS,
    processes: settings.API_PROCESSES,
    overload: {
      delay: settings.OVERLOAD_DELAY_SECONDS * 1000,
      memory: settings.OVERLOAD_MEMORY_PERCENT / 100,
    },
    answerCacheLimit: settings.ANSWER_CACHE_LIMIT,
    moduleUploadLimit: settings.MODULE_UPLOAD_LIMIT,
    stateUploadLimit: settings.STATE_UPLOAD_LIMIT,
    stateVersionsKept: settings.STATE_VERSIONS_KEPT,
    providerUploadLimit: settings.PROVIDER_UPLOAD_LIMIT,
    smtpUrl: settings.SMTP_URL,
    singleSignOn: singleSignOnOf(settings),
    twoFactor: settings.TWO_FACTOR,
    hasPasswords: settings.PASSWORD_SIGN_IN === 'on',
    tokenLifetimes: tokenLifetimesOf(settings),
    ciExchangeLimit: settings.CI_EXCHANGE_LIMIT,
    engineVersionsFeed: settings.ENGINE_VERSIONS_FEED,
    publicRegistryUrl: settings.PUBLIC_REGISTRY_URL,
    providerOrigins: providerOriginsOf(settings),
    publicProviders: {
      rule: settings.PUBLIC_PROVIDERS,
      cooldown: millisecondsOf(settings.PROVIDER_COOLDOWN),
      cooldownAsSet: settings.PROVIDER_COOLDOWN,
      tellsHeld: settings.PROVIDER_HELD_NOTICE === 'on',
      isSet: settingsOfProviders.some((name) => given[name] !== undefined),
    },
    providerWatch: millisecondsOf(settings.PROVIDER_WATCH),
    storesProviderFiles: settings.PROVIDER_FILES === 'store',
    providerStoreLimit: settings.PROVIDER_STORE_LIMIT,
    egressAllow: settings.EGRESS_ALLOW,
    httpsProxy: settings.HTTPS_PROXY,
    proxyResolves: settings.PROXY_RESOLVES,
    noProxy: settings.NO_PROXY,
    uploadStallMilliseconds: settings.UPLOAD_STALL_SECONDS * 1000,
    drainMilliseconds: settings.DRAIN_SECONDS * 1000,
    auditRetention:
      settings.AUDIT_RETENTION === 'forever' ? undefined : Number.parseInt(settings.AUDIT_RETENTION, 10),
    auditLog: settings.AUDIT_LOG,
    logLevel: settings.LOG_LEVEL,
  }
}
