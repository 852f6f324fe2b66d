import { Agent, request } from 'undici'
import { replicaHeader } from './balancer.js'

export interface Asked {
  /** What it counts as in the table. */
  readonly kind: string
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: string | Uint8Array
  readonly type?: string
  /** What it is to be answered with. */
  readonly status: number
  /** What an answer that is right does not hold: GraphQL tells of failures under 200. */
  readonly without?: string
  /** Without a token where it is false; a signed link needs none. */
  readonly isSigned?: boolean
}

/** What became of a request; times in milliseconds. */
export interface Told {
  readonly asked: Asked
  readonly requestId: string
  readonly begunAt: number
  readonly endedAt: number
  /** 0 where there was no answer. */
  readonly status: number
  /** Who answered; empty where none did. */
  readonly replica: string
  readonly bytes: Buffer
  readonly link: string
  /** Empty where it was answered as it is to be. */
  readonly fault: string
}

/** Without what was answered, which would fill the memory. */
export type Request = Omit<Told, 'bytes' | 'link'>

/** Longer than any request of the soak takes, also while the database is away. */
const patience = 60_000

/** All requests of a run, and what became of them. */
export class Traffic {
  readonly told: Request[] = []
  private readonly agent = new Agent({ bodyTimeout: patience, headersTimeout: patience })
  private count = 0

  constructor(
    private readonly origin: string,
    private readonly token: string,
    private readonly name = 'soak',
  ) {}

  async ask(asked: Asked): Promise<Told> {
    const requestId = `${this.name}-${++this.count}`
    const begunAt = performance.now()
    const answer = await this.send(asked, requestId)
    const { status, replica, fault } = answer
    const kept = { asked, requestId, begunAt, endedAt: performance.now(), status, replica, fault }
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
      const fault = faultOf(asked, answer.statusCode, bytes.toString())
      const replica = String(answer.headers[replicaHeader] ?? '')
      const link = String(answer.headers['x-engine-get'] ?? '')
      return { status: answer.statusCode, replica, bytes, link, fault }
    } catch (error) {
      return { status: 0, replica: '', bytes: Buffer.alloc(0), link: '', fault: String(error) }
    }
  }
}

function faultOf({ status, without }: Asked, given: number, text: string): string {
  const isRight = given === status && (without === undefined || !text.includes(without))
  return isRight ? '' : `${given} ${text.slice(0, 200)}`
}
