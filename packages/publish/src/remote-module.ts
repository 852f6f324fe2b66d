import type { Target } from './arguments.js'
import { refusal, type Answer, type Platform } from './platform.js'

export interface VersionState {
  /** `ok` when it is published, `pending` while nothing has come of it. */
  readonly status: string
  /** Reason why its last upload was refused. */
  readonly error: string | undefined
  /** Tag of exactly this state. */
  readonly tag: string | undefined
}

/** The module and the version of it that are to be, on the platform: one method for each thing that is asked. */
export class RemoteModule {
  /** `acme/network/aws` */
  readonly address: string
  private readonly path: string

  constructor(
    private readonly platform: Platform,
    private readonly target: Target,
  ) {
    const { namespace, name, provider } = target
    this.address = `${namespace}/${name}/${provider}`
    this.path = `${this.listPath}/private/${this.address}`
  }

  find(): Promise<Answer> {
    return this.platform.ask('GET', this.path)
  }

  create(): Promise<Answer> {
    const { name, provider } = this.target
    const attributes = { name, provider, 'registry-name': 'private', ...this.texts }
    return this.platform.ask('POST', this.listPath, { data: { type: 'registry-modules', attributes } })
  }

  update(): Promise<Answer> {
    const data = { type: 'registry-modules', attributes: this.texts }
    return this.platform.ask('PATCH', this.path, { data })
  }

  createVersion(): Promise<Answer> {
    const { version } = this.target
    const data = { type: 'registry-module-versions', attributes: { version } }
    return this.platform.ask('POST', `${this.path}/versions`, { data })
  }

  /** Undefined where there is none, or the token may not look. */
  async versionState(): Promise<VersionState | undefined> {
    const query = `module_version=${encodeURIComponent(this.target.version)}`
    const answer = await this.platform.ask('GET', `${this.path}/version?${query}`)
    if (answer.status === 404) return undefined
    if (!answer.data) throw refusal(answer)
    const { status, error } = answer.data.attributes
    return {
      status: String(status),
      error: typeof error === 'string' ? error : undefined,
      tag: answer.tag,
    }
  }

  /** Deletes the version unless it is by now in another state than this. */
  deleteVersion({ tag }: VersionState): Promise<Answer> {
    const path = `${this.path}/${encodeURIComponent(this.target.version)}`
    return this.platform.ask('DELETE', path, tag === undefined ? {} : { ifMatch: tag })
  }

  /** Texts about the module that the user gives; absent if the user says nothing. */
  get texts(): Readonly<Record<string, string>> {
    const { description, sourceUrl } = this.target
    return {
      ...(description !== undefined && { description }),
      ...(sourceUrl !== undefined && { 'source-url': sourceUrl }),
    }
  }

  private get listPath(): string {
    return `/organizations/${this.target.namespace}/registry-modules`
  }
}
