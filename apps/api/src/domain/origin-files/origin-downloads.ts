import { buffer } from 'node:stream/consumers'
import { minutes, seconds } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { OutboundError, type Outbound, type OutboundPurpose } from '../../kernel/outbound.js'
import { PublicRegistryError } from '../../kernel/public-registry.js'
import { tooLarge } from './arriving-file.js'
import type { OriginBody } from './origin-file.js'

/** Maximum size of a small file, in bytes, and the time limits of small and large ones. */
const largestSmall = 1024 * 1024
const longestSmall = seconds(5)
const longestLarge = minutes(30)

/** A file that the origin names and that cannot be used: its address is not allowed, or it is too large. */
export class UnusableFile extends PublicRegistryError {}

/** Fetches files from where origins have them. Every failure is a `PublicRegistryError` with a sentence. */
export class OriginDownloads {
  constructor(
    private readonly outbound: Outbound,
    private readonly log: Log,
    private readonly purpose: Extract<OutboundPurpose, 'public-registry' | 'provider-origins'>,
  ) {}

  /** Opens a file of up to `limit` bytes; its body fails with an `OutboundError`. */
  async open(url: string, limit: number, signal: AbortSignal): Promise<OriginBody> {
    try {
      const { status, headers, body } = await this.outbound.open({
        ...{ purpose: this.purpose, method: 'GET', url: new URL(url) },
        ...{ timeout: longestLarge, limit, signal },
      })
      const announced = Number(headers['content-length'] ?? NaN)
      if (status !== 200 || announced > limit) {
        body.on('error', () => undefined).destroy()
        if (status === 200) throw tooLarge(limit)
        throw new PublicRegistryError('failed', `The origin answered ${status} for a file`)
      }
      const isPacked = headers['content-encoding'] !== undefined
      return { body, size: isPacked || Number.isNaN(announced) ? undefined : announced }
    } catch (error) {
      throw this.described(error, url)
    }
  }

  /** Reads a small file; undefined where there is none. */
  async read(url: string, signal: AbortSignal | undefined): Promise<Buffer | undefined> {
    try {
      const { status, body } = await this.outbound.open({
        ...{ purpose: this.purpose, method: 'GET', url: new URL(url) },
        ...{ timeout: longestSmall, limit: largestSmall, ...(signal && { signal }) },
      })
      const bytes = await buffer(body)
      if (status === 404 || status === 403 || status === 410) return undefined
      if (status !== 200) throw new PublicRegistryError('failed', `The origin answered ${status} for a file`)
      return bytes
    } catch (error) {
      throw this.described(error, url)
    }
  }

  /** Describes why a file could not be fetched. */
  private described(error: unknown, url: string): unknown {
    if (!(error instanceof OutboundError)) return error
    const cause = { cause: error }
    if (error.fault === 'slow')
      return new PublicRegistryError('slow', 'The origin did not send the file in time', cause)
    // The address of a name is for the log alone: the origin names any host, also an internal one.
    this.log.warn({ url, error: error.message }, 'a file of an origin could not be read')
    const message = 'The origin cannot send the file'
    if (error.fault === 'unreachable') return new PublicRegistryError('failed', message, cause)
    return new UnusableFile('failed', message, cause)
  }
}
