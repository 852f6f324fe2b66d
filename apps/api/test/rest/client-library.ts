import { expect } from 'vitest'

interface Resource {
  readonly id: string
  readonly type: string
  readonly attributes: Record<string, unknown>
  readonly relationships?: Record<string, { data?: unknown; links?: Record<string, string> }>
  readonly links?: Record<string, string>
}

interface Listed {
  readonly data: Resource[]
  readonly included?: Resource[]
  readonly meta: { readonly pagination: Record<string, number | null>; readonly 'status-counts'?: object }
}

const jsonApi = 'application/vnd.api+json'

/**
 * Sends what the engine's Go client library sends, and reads answers the way it does: a wrong type, a time without
 * its Z or an error whose status is a number would be lost there, so each is a failure here.
 */
export class ClientLibrary {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  as(token: string): ClientLibrary {
    return new ClientLibrary(this.url, token)
  }

  /** What it does once, before anything else: only headers are read. */
  async ping(): Promise<{ apiVersion: string | null; rateLimit: number }> {
    const answer = await fetch(`${this.url}/api/v2/ping`, { headers: this.headers('GET') })
    const { headers } = answer
    if (!answer.ok) throw new Error(`ping: ${answer.status}`)
    return { apiVersion: headers.get('TFP-API-Version'), rateLimit: Number(headers.get('X-RateLimit-Limit')) }
  }

  async read(type: string, path: string, query: Record<string, string> = {}): Promise<Resource> {
    return one(type, await this.ask('GET', path, undefined, query))
  }

  async list(type: string, path: string, query: Record<string, string> = {}): Promise<Listed> {
    const body = (await this.ask('GET', path, undefined, query)) as Listed
    for (const resource of body.data) check(type, resource)
    checkPaging(body)
    return body
  }

  /** `sent` is the type in the body, which the library leaves empty here and there. */
  async create(type: string, path: string, attributes: object, sent = type): Promise<Resource> {
    return one(type, await this.ask('POST', path, { data: { type: sent, attributes } }))
  }

  async update(type: string, path: string, attributes: object, sent = type): Promise<Resource> {
    return one(type, await this.ask('PATCH', path, { data: { type: sent, attributes } }))
  }

  /** With the JSON:API content type and no body at all. */
  async act(type: string, path: string): Promise<Resource> {
    return one(type, await this.ask('POST', path))
  }

  async delete(path: string): Promise<void> {
    nothing(await this.ask('DELETE', path))
  }

  async relate(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    type: string,
    ids: string[],
  ): Promise<void> {
    const body = { data: ids.map((id) => ({ type, id })) }
    nothing(await this.ask(method, path, body))
  }

  /** The message the library makes of a refusal; 401 and 404 are told by their status alone. */
  async refusal(call: Promise<unknown>): Promise<string> {
    return call.then(
      () => 'no refusal',
      (error: unknown) => (error as Error).message,
    )
  }

  private headers(method: string): Record<string, string> {
    const content = method === 'GET' ? {} : { 'Content-Type': jsonApi }
    return {
      Authorization: `Bearer ${this.token}`,
      Accept: jsonApi,
      'User-Agent': 'client library',
      ...content,
    }
  }

  private async ask(
    method: string,
    path: string,
    body?: object,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    const search = new URLSearchParams(query).toString()
    const answer = await fetch(`${this.url}/api/v2/${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: this.headers(method),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 401) throw new Error('unauthorized')
    if (answer.status === 404) throw new Error('resource not found')
    if (!answer.ok) throw new Error(messageOf(text))
    return answer.status === 204 ? undefined : JSON.parse(text)
  }
}

function one(type: string, body: unknown): Resource {
  const { data } = body as { data: Resource }
  check(type, data)
  return data
}

function checkPaging({ meta }: Listed): void {
  for (const count of ['current-page', 'total-pages', 'total-count'])
    expect(Number.isInteger(meta.pagination[count]), count).toBe(true)
}

const nothing = (body: unknown): void => expect(body).toBeUndefined()

function check(type: string, { id, type: actual, attributes }: Resource): void {
  expect(actual).toBe(type)
  expect(id).not.toBe('')
  for (const [name, value] of Object.entries(attributes))
    if (name.endsWith('-at') && value !== null)
      expect(value, name).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
}

/** Title and detail of every error; one that is not all strings loses the whole body. */
function messageOf(text: string): string {
  const { errors } = JSON.parse(text) as { errors: Record<string, unknown>[] }
  const messages = errors.map(({ status, title, detail = '' }) => {
    for (const part of [status, title, detail]) expect(typeof part).toBe('string')
    return detail === '' ? String(title) : `${String(title)}\n\n${String(detail)}`
  })
  return messages.join('\n')
}
