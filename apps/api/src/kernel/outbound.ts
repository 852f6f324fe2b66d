import type { Readable } from 'node:stream'

/**
 * The only port for outgoing requests (contract §8). It resolves a name once and connects to that very address, refuses
 * addresses that are not public unless the configuration names the host for this purpose, leaves names that administrators
 * gave to a proxy where there is one, looks at each redirect again, and sends no credentials but those that it is handed
 * for this one request.
 */
export interface Outbound {
  /**
   * Sends a request and returns as soon as the head of the answer is there. Redirects are followed, packed bodies
   * unpacked. A request with a body or credentials is for one server alone: its redirect is the answer. Throws
   * `OutboundError`; the body fails with one too.
   */
  open(request: OutboundRequest): Promise<OutboundResponse>
}

/** The purpose of a request: a host that the configuration names is reachable for that alone. */
export type OutboundPurpose =
  | 'engine-versions'
  | 'provider-origins'
  | 'public-registry'
  | 'single-sign-on'
  | 'trusted-issuers'
  | 'webhooks'

export interface OutboundRequest {
  readonly purpose: OutboundPurpose
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** The URL, http or https. */
  readonly url: URL
  /** The headers; no others are sent, but that of a receiver. */
  readonly headers?: Readonly<Partial<Record<OutboundHeader, string>>>
  /** The additional header that a receiver wants. */
  readonly receiversHeader?: { readonly name: string; readonly value: string }
  readonly content?: string
  /** The time for all of it, in milliseconds: names, redirects and the body included. */
  readonly timeout: number
  /** The largest body, unpacked, in bytes. */
  readonly limit: number
  /** A signal that ends the request before its time, the body included. */
  readonly signal?: AbortSignal
  /** A redirect is the answer, as it is where a body or credentials are sent. */
  readonly isForOneServer?: true
}

export type OutboundHeader =
  | 'accept'
  | 'authorization'
  | 'content-type'
  | 'if-modified-since'
  | 'if-none-match'
  | 'webhook-id'
  | 'webhook-signature'
  | 'webhook-timestamp'

export interface OutboundResponse {
  readonly status: number
  /** The headers by lower-case name; repeated ones are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The URL that has answered in the end. */
  readonly url: URL
  /** The body, to be read to its end or destroyed. */
  readonly body: Readable
}

/**
 * The faults. `refused`: by us, since the address is not public or the URL is none that we follow. `unreachable`: no
 * name, no connection, or it broke. `malformed`: redirects without end, a packing that is unknown or broken.
 */
export type OutboundFault = 'refused' | 'unreachable' | 'slow' | 'too-large' | 'malformed'

export class OutboundError extends Error {
  constructor(
    readonly fault: OutboundFault,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'OutboundError'
  }
}
