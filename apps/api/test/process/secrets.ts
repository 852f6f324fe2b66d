import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonApi } from '../rest.js'
import type { ApiProcess } from './api-process.js'

/** The secrets of a run by what they are. */
export type Secrets = Map<string, string>

/** Finds places with a secret in the clear: in the output of a process, or in a file below its data folder. */
export async function leaks(secrets: Secrets, output: string, dataDir: string): Promise<string[]> {
  const found: string[] = []
  const look = (where: string, bytes: Buffer): void => {
    for (const [what, secret] of secrets) if (bytes.includes(secret)) found.push(`${what} in ${where}`)
  }
  look('the output', Buffer.from(output))
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    look(path.slice(dataDir.length + 1), await readFile(path))
  }
  return found
}

/** Asks a built API with the bearer, and reads what it answers as JSON, if it is. */
export class Requester {
  constructor(
    private readonly api: ApiProcess,
    private readonly bearer?: string,
  ) {}

  async ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(path.startsWith('http') ? path : `${this.api.url}${path}`, {
      method,
      headers: {
        'Content-Type': path === '/graphql' ? 'application/json' : jsonApi,
        ...(this.bearer !== undefined && { Authorization: `Bearer ${this.bearer}` }),
      },
      ...(body !== undefined && {
        body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
      }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: asJson(text) }
  }

  /** The resource that was made; any other answer throws. */
  async make(path: string, type: string, attributes: object): Promise<Made> {
    const { status, json } = await this.ask('POST', `/api/v2${path}`, { data: { type, attributes } })
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`)
    return json['data'] as Made
  }

  async graphql(query: string, variables: object): Promise<Record<string, Record<string, unknown>>> {
    const { json } = await this.ask('POST', '/graphql', { query, variables })
    return json['data'] as Record<string, Record<string, unknown>>
  }
}

interface Made {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
}

function asJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
