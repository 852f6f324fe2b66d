import { Agent, request } from 'undici'

export interface Asked {
  /** What it counts as in the table. */
  readonly kind: string
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: string | Uint8Array
  readonly type?: string
  /** What it is to be answered with. */
  readonly status: number
  /** What else is wrong with an answer; empty where nothing is. */
  readonly faultOf?: (bytes: Buffer) => string
  /** Without a token; a signed link needs none. */
  readonly isSigned?: boolean
  /** The entry that it is to leave in the audit log. */
  readonly action?: string
}

/** What became of a request, without what was answered, which would fill the memory. */
export interface Request {
  readonly asked: Asked
  readonly requestId: string
  readonly milliseconds: number
  /** Empty where it was answered as it is to be. */
  readonly fault: string
}

export interface Told extends Request {
  readonly bytes: Buffer
  readonly link: string
}

/** Asks for something that was written, in this traffic. */
export type Look = (traffic: Traffic) => Promise<unknown>

/** Longer than any request of the soak takes. */
const patience = 60_000

/** All requests of a run, and what became of them. */
export class Traffic {
  readonly told: Request[] = []
  /** At each thing that was written as it is now, by its path. */
  readonly looks = new Map<string, Look>()
  private count = 0
  private readonly agent = new Agent({ bodyTimeout: patience, headersTimeout: patience })

  constructor(
    private readonly origin: string,
    private readonly token: string,
    private readonly name: string,
  ) {}

  async ask(asked: Asked): Promise<Told> {
    const requestId = `${this.name}-${++this.count}`
    const begun = performance.now()
    const answer = await this.send(asked, requestId)
    const kept = { asked, requestId, milliseconds: performance.now() - begun, fault: answer.fault }
    this.told.push(kept)
    return { ...kept, ...answer }
  }

  close(): Promise<void> {
    return this.agent.close()
  }

  private async send(asked: Asked, requestId: string) {
    const headers = {
      'x-request-id': requestId,
      ...(asked.isSigned !== true && { authorization: `Bearer ${this.token}` }),
      ...(asked.type !== undefined && { 'content-type': asked.type }),
    }
    const { method = 'GET', path, body = null } = asked
    try {
      const answer = await request(this.origin + path, { dispatcher: this.agent, method, headers, body })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      const link = String(answer.headers['x-engine-get'] ?? '')
      const isRight = answer.statusCode === asked.status
      const fault = isRight ? (asked.faultOf?.(bytes) ?? '') : `${answer.statusCode} ${bytes.toString()}`
      return { bytes, link, fault: fault.slice(0, 200) }
    } catch (error) {
      return { bytes: Buffer.alloc(0), link: '', fault: String(error) }
    }
  }
}
