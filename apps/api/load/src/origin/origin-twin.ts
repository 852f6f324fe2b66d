import { createHash } from 'node:crypto'
import { ProviderTwin, type ProviderFacts } from './provider-twin.js'
import { TwinServer, type Document } from './twin-server.js'

/**
 * A public registry of our own, whose providers are signed and can be installed: documents and files as the public one
 * gives them, and whatever an origin may do wrong. Modules it has none of, but `say` gives it any document.
 */
export class OriginTwin extends TwinServer {
  /** For how many seconds its documents may be kept; undefined: nothing is said of it. */
  maxAge: number | undefined
  private readonly providers = new Map<string, ProviderTwin>()

  async add(namespace: string, name: string, facts: ProviderFacts): Promise<ProviderTwin> {
    const provider = new ProviderTwin(() => this.url, namespace, name, facts)
    for (const version of facts.versions ?? []) await provider.release(version)
    this.providers.set(`${namespace}/${name}`, provider)
    return provider
  }

  remove({ namespace, name }: ProviderTwin): void {
    this.providers.delete(`${namespace}/${name}`)
  }

  protected override documentAt(path: string): Document | undefined {
    const [, documents, address = '', rest = ''] =
      /^\/(?:(v1\/providers)|files)\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? []
    const provider = this.providers.get(address)
    if (documents === undefined) {
      const [, version = '', filename = ''] = rest.split('/')
      return provider?.fileAt(version, filename)
    }
    const document = provider?.documentAt(rest)
    return document && { ...document, headers: this.headersOf(document) }
  }

  private headersOf({ body = '' }: Document): Record<string, string> {
    const tag = createHash('sha256').update(String(body)).digest('hex').slice(0, 16)
    return {
      'content-type': 'application/json',
      etag: `"${tag}"`,
      ...(this.maxAge !== undefined && { 'cache-control': `public, max-age=${this.maxAge}` }),
    }
  }
}
