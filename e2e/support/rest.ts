/** One resource of a JSON:API document, with the members that tests read. */
export interface Resource {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, string>>
}

/** `Data` is one resource, or those of a page. */
export interface Answer<Data = Resource> {
  readonly status: number
  readonly data?: Data
  readonly errors?: readonly { readonly status: string; readonly title: string; readonly detail?: string }[]
}

type Attributes = Readonly<Record<string, unknown>>

/** Related resources by name, one each. */
type Related = Readonly<Record<string, { readonly id: string; readonly type: string }>>

/** The REST API of a platform, with a token or without. */
export interface Rest {
  get(path: string): Promise<Answer>
  /** The first page of a list. */
  list(path: string): Promise<readonly Resource[]>
  post(path: string, type: string, attributes: Attributes, related?: Related): Promise<Answer>
  patch(path: string, type: string, attributes: Attributes): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** `PUT`s a file where a link leads, without a token and past any front; must be answered 200. */
  upload(link: string | undefined, bytes: Uint8Array): Promise<void>
  /** `post` that must succeed. Returns what was made. */
  create(path: string, type: string, attributes: Attributes, related?: Related): Promise<Resource>
}

export function restOf(apiUrl: string, token?: string): Rest {
  async function ask<Data>(method: string, path: string, data?: object): Promise<Answer<Data>> {
    const response = await fetch(`${apiUrl}/api/v2${path}`, {
      method,
      headers: {
        'content-type': 'application/vnd.api+json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    })
    const text = await response.text()
    return { ...(text === '' ? {} : (JSON.parse(text) as object)), status: response.status }
  }
  const get = <Data = Resource>(path: string) => ask<Data>('GET', path)
  const post: Rest['post'] = (path, type, attributes, related) => {
    const relationships =
      related && Object.fromEntries(Object.entries(related).map(([name, data]) => [name, { data }]))
    return ask('POST', path, { type, attributes, relationships })
  }
  return {
    get,
    list: async (path) => (await get<readonly Resource[]>(path)).data ?? [],
    post,
    patch: (path, type, attributes) => ask('PATCH', path, { type, attributes }),
    delete: (path) => ask('DELETE', path),
    async upload(link, bytes) {
      const { pathname, search } = new URL(link ?? '')
      const { status } = await fetch(new URL(pathname + search, apiUrl), {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Blob([new Uint8Array(bytes)]),
      })
      if (status !== 200) throw new Error(`An upload was answered with ${status}`)
    },
    async create(path, type, attributes, related) {
      const { data, ...answer } = await post(path, type, attributes, related)
      if (answer.status !== 201 || !data) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`)
      return data
    },
  }
}
