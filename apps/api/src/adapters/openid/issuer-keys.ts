import { text } from 'node:stream/consumers'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { keysAskedAgainAfter } from '../../domain/ci-identities/ci-token.js'
import { minutes, type Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { lruCache } from '../../kernel/lru-cache.js'
import type { Outbound } from '../../kernel/outbound.js'
import type { Timeouts } from '../../kernel/timeouts.js'

/** Address of an issuer and of its keys, unless its discovery document names the latter. */
export interface KeySource {
  readonly issuer: string
  readonly jwksUrl: string | null
}

export interface KeysSettings {
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  readonly timeouts: Pick<Timeouts, 'issuerKeys'>
  /** True for hosts that may be asked over plain http. */
  readonly isAllowedHost: (url: URL) => boolean
}

/** The keys could not be had, and are not asked for again at once. */
export class KeysUnavailable extends Error {}

const freshness = minutes(10)
const longestAnswer = 256 * 1024
const mostKeys = 100
const mostIssuers = 1000

/** A larger RSA modulus, in characters of Base64, takes long to reckon with: 8,192 bits. */
const longestModulus = 1366

interface CachedKeys {
  keys?: JWTVerifyGetKey
  /** Elapsed times of the last answer, and of the last try. */
  fetchedAt: number
  triedAt: number
  asking?: Promise<void> | undefined
}

/**
 * The keys of issuers, in memory: asked for after ten minutes, or for a key that is not among them, but an issuer is
 * asked at most once in thirty seconds, whatever comes of it (contract §15).
 */
export class IssuerKeys {
  private readonly cache = lruCache<string, CachedKeys>(mostIssuers)

  constructor(private readonly settings: KeysSettings) {}

  /** Finds the key of a token. Throws `KeysUnavailable`, or an error of the library where there is no such key. */
  readonly keyOf =
    (source: KeySource): JWTVerifyGetKey =>
    async (header, token) => {
      const cached = this.cachedKeysOf(source)
      const isFresh = cached.keys && this.now - cached.fetchedAt < freshness
      if (!isFresh) await this.ask(source, cached)
      const keys = cached.keys
      if (!keys || this.now - cached.fetchedAt >= freshness) throw new KeysUnavailable()
      try {
        return await keys(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !isFresh) throw error
        await this.ask(source, cached)
        return (cached.keys ?? keys)(header, token)
      }
    }

  /** The time of the last answer, to tell the keys that a signature was compared with from newer ones. */
  answeredAt(source: KeySource): number {
    return this.cachedKeysOf(source).fetchedAt
  }

  /**
   * Fetches keys again, as for a signature that no known key made; false if there are no keys newer than
   * `seenAt`: the issuer was asked a moment ago, or does not answer.
   */
  async renew(source: KeySource, seenAt: number): Promise<boolean> {
    const cached = this.cachedKeysOf(source)
    if (cached.fetchedAt === seenAt) await this.ask(source, cached)
    return cached.fetchedAt > seenAt
  }

  private get now(): number {
    return this.settings.clock.elapsed()
  }

  private cachedKeysOf({ issuer, jwksUrl }: KeySource): CachedKeys {
    const name = `${issuer}\n${jwksUrl ?? ''}`
    const cached = this.cache.get(name) ?? { fetchedAt: -Infinity, triedAt: -Infinity }
    this.cache.set(name, cached)
    return cached
  }

  /** Asks, unless it was asked a moment ago; those who come meanwhile wait for the same answer. */
  private async ask(source: KeySource, cached: CachedKeys): Promise<void> {
    if (!cached.asking && this.now - cached.triedAt < keysAskedAgainAfter) return
    if (!cached.asking) {
      cached.triedAt = this.now
      cached.asking = this.refresh(source, cached).finally(() => {
        cached.asking = undefined
      })
    }
    await cached.asking
  }

  /** Refreshes keys; never fails: what went wrong is for the operator. */
  private async refresh({ issuer, jwksUrl }: KeySource, cached: CachedKeys): Promise<void> {
    const signal = AbortSignal.timeout(this.settings.timeouts.issuerKeys)
    try {
      const url = jwksUrl ?? (await this.discovered(issuer, signal))
      cached.keys = createLocalJWKSet(keySetIn(await this.read(url, signal)))
      cached.fetchedAt = this.now
    } catch (error) {
      this.settings.log.warn(
        { issuer, error: String(error) },
        'the keys of a trusted issuer could not be read',
      )
    }
  }

  /** Reads where the keys are; the document has to be that of this very issuer. */
  private async discovered(issuer: string, signal: AbortSignal): Promise<string> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const document = await this.read(url, signal)
    if (document['issuer'] !== issuer) throw new Error('its discovery document is that of another issuer')
    return String(document['jwks_uri'])
  }

  private async read(address: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !this.settings.isAllowedHost(url))
      throw new Error(`${url.origin} is asked by https alone`)
    const { status, body } = await this.settings.outbound.open({
      purpose: 'trusted-issuers',
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeout: this.settings.timeouts.issuerKeys,
      limit: longestAnswer,
      signal,
      isForOneServer: true,
    })
    const read = await text(body)
    if (status !== 200) throw new Error(`${url.href} answered ${status}`)
    const document: unknown = JSON.parse(read)
    if (typeof document !== 'object' || document === null) throw new Error(`${url.href} holds no object`)
    return document as Readonly<Record<string, unknown>>
  }
}

/** Reads the keys that a token may be verified with; others are as if they were not there. */
function keySetIn(document: Readonly<Record<string, unknown>>): JSONWebKeySet {
  const { keys } = document
  if (!Array.isArray(keys) || keys.length > mostKeys) throw new Error('it holds no list of keys, or too many')
  const usable = keys.filter(
    (key): key is { kty: string; n?: string } =>
      typeof key === 'object' && key !== null && ['RSA', 'EC', 'OKP'].includes(key.kty),
  )
  return { keys: usable.filter(({ n = '' }) => String(n).length <= longestModulus) }
}
