import type { ProviderTarget } from './arguments.js'
import { refusal, type Answer, type Platform, type Resource } from './platform.js'
import type { RegisteredKey } from './provider-signer.js'

/** The provider and its version on the platform: one method for each thing that is asked. */
export class RemoteProvider {
  /** `acme/thing` */
  readonly address: string
  private readonly listPath: string
  private readonly versionsPath: string

  constructor(
    private readonly platform: Platform,
    private readonly target: ProviderTarget,
  ) {
    const { namespace, name } = target
    this.address = `${namespace}/${name}`
    this.listPath = `/organizations/${namespace}/registry-providers`
    this.versionsPath = `${this.listPath}/private/${this.address}/versions`
  }

  /** The keys that are registered in the namespace; empty if the token may not see them. */
  async keys(): Promise<readonly RegisteredKey[]> {
    const path = `/api/registry/private/v2/gpg-keys?filter[namespace]=${this.target.namespace}&`
    return (await this.platform.list(path)).map(({ attributes }) => ({
      keyId: String(attributes['key-id']),
      asciiArmor: String(attributes['ascii-armor']),
    }))
  }

  create(): Promise<Answer> {
    const { namespace, name } = this.target
    const attributes = { name, namespace, 'registry-name': 'private' }
    return this.platform.ask('POST', this.listPath, { data: { type: 'registry-providers', attributes } })
  }

  createVersion(version: string, keyId: string, protocols: readonly string[]): Promise<Answer> {
    const attributes = { version, 'key-id': keyId, protocols }
    const data = { type: 'registry-provider-versions', attributes }
    return this.platform.ask('POST', this.versionsPath, { data })
  }

  /** Undefined where there is none, or the token may not look. */
  async version(version: string): Promise<Resource | undefined> {
    const answer = await this.platform.ask('GET', `${this.versionsPath}/${version}`)
    if (answer.status === 404) return undefined
    if (!answer.data) throw refusal(answer)
    return answer.data
  }

  platforms(version: string): Promise<readonly Resource[]> {
    return this.platform.list(`${this.versionsPath}/${version}/platforms?`)
  }

  createPlatform(version: string, attributes: object): Promise<Answer> {
    const data = { type: 'registry-provider-platforms', attributes }
    return this.platform.ask('POST', `${this.versionsPath}/${version}/platforms`, { data })
  }

  /** Reads a file that was uploaded before; undefined where it is not to be had. */
  contentsAt(link: string): Promise<Buffer | undefined> {
    return this.platform.download(link)
  }
}
