import { setTimeout } from 'node:timers/promises'
import type { Archive } from './archive.js'
import type { Target } from './arguments.js'
import { Fault } from './fault.js'
import type { Answer, Platform, Resource } from './platform.js'

/** What the user is told meanwhile. */
export interface Listener {
  step(text: string): void
  warn(text: string): void
  sent(bytes: number, size: number): void
}

const mostUploads = 3
/** How often and how long the outcome of an upload is asked for, in milliseconds. */
const pause = 1000
const patience = 600_000

/**
 * Publishes an archive as one version of one module. It asks for as little as it can, so that a token that may publish
 * this one module and nothing else is enough. Throws a `Fault`.
 */
export class Publication {
  constructor(
    private readonly platform: Platform,
    private readonly target: Target,
    private readonly archive: Archive,
    private readonly listener: Listener,
  ) {}

  /** Returns the host that the module is installed from. */
  async run(): Promise<string> {
    const { version, isNew } = await this.createVersion()
    const link = version.links['upload']
    if (link === undefined) throw new Fault('refused', 'the platform gave no link to upload to')
    await this.deliver(link)
    if (!isNew) await this.describe()
    return new URL(link).host
  }

  private async createVersion(): Promise<{ version: Resource; isNew: boolean }> {
    const first = await this.postVersion()
    if (first.data) return { version: first.data, isNew: false }
    if (first.status === 422) return { version: await this.renewVersion(first), isNew: false }
    if (first.status !== 404) throw refusal(first)
    await this.createModule()
    const second = await this.postVersion()
    if (!second.data) throw refusal(second)
    return { version: second.data, isNew: true }
  }

  private postVersion(): Promise<Answer> {
    const { version } = this.target
    const attributes = { version }
    return this.platform.ask('POST', `${this.modulePath}/versions`, {
      type: 'registry-module-versions',
      attributes,
    })
  }

  private async createModule(): Promise<void> {
    const { namespace, name, provider, mayCreate, description, sourceUrl } = this.target
    const unknown = `there is no module ${this.address}, or this token may not publish it`
    if (!mayCreate) throw new Fault('refused', unknown)
    const attributes = {
      name,
      provider,
      'registry-name': 'private',
      ...(description !== undefined && { description }),
      ...(sourceUrl !== undefined && { 'source-url': sourceUrl }),
    }
    const path = `/organizations/${namespace}/registry-modules`
    const answer = await this.platform.ask('POST', path, { type: 'registry-modules', attributes })
    if (answer.status === 404)
      throw new Fault(
        'refused',
        `${unknown}; nor may it create modules in ${namespace}, if there is such an organization`,
      )
    if (!answer.data) throw refusal(answer)
    this.listener.step(`Created the module ${this.address}`)
  }

  /**
   * The number is taken. A version that was published stays. Of one whose upload never ended well the link was shown
   * only once: it is put out of the way, to be begun anew.
   */
  private async renewVersion(taken: Answer): Promise<Resource> {
    const { version } = this.target
    const found = await this.state()
    if (found === undefined) throw new Fault('exists', this.takenInTheDark(taken))
    if (found.status === 'ok')
      throw new Fault(
        'exists',
        `${this.address} ${version} is published already; publish the next version instead`,
      )
    this.listener.step(`Beginning ${version} anew: its last upload did not end well`)
    const deleted = await this.platform.ask('DELETE', `${this.modulePath}/${version}`)
    if (deleted.status === 404)
      throw new Fault(
        'refused',
        `${this.address} ${version} was begun before and never published, and its upload link was shown only then. ` +
          'This token may not delete it: somebody who may manage the modules must, or publish the next version instead',
      )
    const answer = await this.postVersion()
    if (!answer.data) throw refusal(answer)
    return answer.data
  }

  private takenInTheDark({ errors }: Answer): string {
    const { version } = this.target
    return (
      `${this.address} ${version}: ${errors.join('; ')}. It was published once, or begun and never published, ` +
      'which this token may not look at. Publish the next version instead'
    )
  }

  /** A connection that breaks in between says nothing about what came of the upload: the version does. */
  private async deliver(link: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const outcome = await this.upload(link)
      if (!(outcome instanceof Fault)) return this.judge(outcome)
      const found = await this.state()
      if (found?.status === 'ok') return
      if (found?.error) throw new Fault('module', found.error)
      if (tries === mostUploads) throw outcome
      this.listener.warn(`${outcome.message}; uploading again`)
      await setTimeout(pause)
    }
  }

  private async upload(link: string): Promise<Answer | Fault> {
    const { size } = this.archive
    this.listener.sent(0, size)
    try {
      return await this.platform.upload(link, this.archive, (bytes) => this.listener.sent(bytes, size))
    } catch (error) {
      if (error instanceof Fault && error.kind === 'unreachable') return error
      throw error
    }
  }

  private async judge(answer: Answer): Promise<void> {
    if (answer.status === 422) throw new Fault('module', answer.errors.join('\n'))
    if (answer.status === 413) throw new Fault('module', answer.errors.join('\n'))
    if (answer.status !== 200) throw refusal(answer)
    for (const start = Date.now(); Date.now() - start < patience; await setTimeout(pause)) {
      const found = await this.state()
      if (found?.error) throw new Fault('module', found.error)
      // Whoever may not look at the version has the answer to the upload for it.
      if (found?.status !== 'pending') return
    }
    throw new Fault('refused', 'the platform has the archive, but does not come to an end with it')
  }

  /** What became of the version; undefined where there is none, or the token may not look. */
  private async state(): Promise<{ status: string; error: string | undefined } | undefined> {
    const query = `module_version=${encodeURIComponent(this.target.version)}`
    const { status, data, ...answer } = await this.platform.ask('GET', `${this.modulePath}/version?${query}`)
    if (status === 404) return undefined
    if (!data) throw refusal({ status, data, ...answer })
    const { status: word, error } = data.attributes
    return { status: String(word), error: typeof error === 'string' ? error : undefined }
  }

  /** What is said of a module that was there before. That it is not changed is no reason to take anything back. */
  private async describe(): Promise<void> {
    const { description, sourceUrl } = this.target
    if (description === undefined && sourceUrl === undefined) return
    const attributes = {
      ...(description !== undefined && { description }),
      ...(sourceUrl !== undefined && { 'source-url': sourceUrl }),
    }
    const answer = await this.platform.ask('PATCH', this.modulePath, { type: 'registry-modules', attributes })
    if (answer.status === 200) return
    const why = answer.status === 404 ? 'this token may not change the module' : answer.errors.join('; ')
    this.listener.warn(`The description and the source URL stay as they were: ${why}`)
  }

  private get address(): string {
    const { namespace, name, provider } = this.target
    return `${namespace}/${name}/${provider}`
  }

  private get modulePath(): string {
    return `/organizations/${this.target.namespace}/registry-modules/private/${this.address}`
  }
}

function refusal({ status, errors }: Answer): Fault {
  return new Fault(
    'refused',
    `the platform refused (${status}): ${errors.join('; ') || 'it does not say why'}`,
  )
}
