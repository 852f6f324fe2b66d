import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request, type Dispatcher } from 'undici'
import type { Closing } from './program.js'

export interface Asked {
  /** Kind of request that the table counts it as. */
  readonly kind: string
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Status that the answer must have. */
  readonly status: number
  /** Finds a fault of the answer; '' without one. */
  readonly faultOf?: (bytes: Buffer) => string
  /** Number of milliseconds for which the answer may still be that of before the last change. */
  readonly settles?: number
  /** True for a signed link, which needs no token. */
  readonly isSigned?: boolean
  /** The entry that it is to leave in the audit log. */
  readonly action?: string
}

/** Result of a request, without the body of the answer, which would fill the memory. */
export interface Request {
  readonly asked: Asked
  readonly requestId: string
  readonly milliseconds: number
  /** Empty where it was answered as it is to be. */
  readonly fault: string
}

export interface Told extends Request {
  readonly bytes: Buffer
  readonly headers: Dispatcher.ResponseData['headers']
}

interface Written extends Omit<Asked, 'body' | 'headers'> {
  /** Data of a JSON:API document. */
  readonly data?: unknown
  readonly bytes?: Buffer
}

/** Asks for something that was written, in this traffic. */
export type Look = (traffic: Traffic) => Promise<unknown>

/** Longer than any request of a soak takes. */
const timeout = 60_000

/** Thrown where something was not answered as it is to be. */
export class Failed extends Error {}

/** All requests of a run, and what became of them. */
export class Traffic {
  readonly told: Request[] = []
  /** Checks of every written thing in its present state, by path. */
  readonly looks = new Map<string, Look>()
  private count = 0
  private readonly agent = new Agent({ bodyTimeout: timeout, headersTimeout: timeout })

  constructor(
    private readonly origin: string,
    private readonly token: string,
    private readonly name: string,
    closing: Closing,
  ) {
    closing.push(() => this.agent.close())
  }

  async ask(asked: Asked): Promise<Told> {
    const requestId = `${this.name}-${++this.count}`
    const begun = performance.now()
    let answer = await this.send(asked, requestId)
    while (answer.mayBeOld && performance.now() - begun < (asked.settles ?? 0)) {
      await sleep(10)
      answer = await this.send(asked, requestId)
    }
    const kept = { asked, requestId, milliseconds: performance.now() - begun, fault: answer.fault }
    this.told.push(kept)
    return { ...kept, bytes: answer.bytes, headers: answer.headers }
  }

  /** Asks for a change. Throws {@link Failed} when it was not answered as done. */
  async write({ data, bytes, ...asked }: Written): Promise<Told> {
    const body = bytes ?? (data === undefined ? undefined : JSON.stringify({ data }))
    const headers = { 'content-type': bytes ? 'application/octet-stream' : 'application/vnd.api+json' }
    return demand(await this.ask({ ...asked, ...(body !== undefined && { body, headers }) }))
  }

  private async send(asked: Asked, requestId: string) {
    const headers = {
      'x-request-id': requestId,
      ...(asked.isSigned !== true && { authorization: `Bearer ${this.token}` }),
      ...asked.headers,
    }
    const { method = 'GET', path, body = null } = asked
    try {
      const answer = await request(this.origin + path, { dispatcher: this.agent, method, headers, body })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      const isRight = answer.statusCode === asked.status
      const fault = isRight ? (asked.faultOf?.(bytes) ?? '') : `${answer.statusCode} ${bytes.toString()}`
      const mayBeOld = fault !== '' && answer.statusCode < 500
      return { bytes, headers: answer.headers, fault: fault.slice(0, 200), mayBeOld }
    } catch (error) {
      return { bytes: Buffer.alloc(0), headers: {}, fault: String(error), mayBeOld: false }
    }
  }
}

/** Returns the result, or throws if the answer is not the demanded one. */
export function demand(told: Told): Told {
  if (told.fault !== '') throw new Failed(`${told.asked.path}: ${told.fault}`)
  return told
}

export type Data = {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links?: { readonly upload?: string; readonly 'docs-upload'?: string }
} & readonly { readonly id: string }[]

export const dataOf = ({ bytes }: Pick<Told, 'bytes'>): Data =>
  (JSON.parse(bytes.toString()) as { data: Data }).data

/** Path and query of a link that the platform gave. */
export function pathOf(link: unknown): string {
  const { pathname, search } = new URL(String(link ?? ''), 'http://any')
  return pathname + search
}
