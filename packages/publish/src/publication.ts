import { Fault } from './fault.js'
import type { Target } from './arguments.js'
import type { Delivery } from './delivery.js'
import { refusal, type Answer, type Resource } from './platform.js'
import type { Progress } from './progress.js'
import type { RemoteModule } from './remote-module.js'

/**
 * Publishes one version of one module. It asks for as little as it can, so that a token that may publish this one module
 * and nothing else is enough. Throws a `Fault`.
 */
export class Publication {
  private isNew = false

  constructor(
    private readonly target: Target,
    private readonly module: RemoteModule,
    private readonly delivery: Delivery,
    private readonly progress: Progress,
  ) {}

  /** Returns where the platform says that it is. */
  async run(): Promise<string> {
    const version = await this.createVersion()
    const link = version.links['upload']
    if (link === undefined) throw new Fault('refused', 'the platform gave no link to upload to')
    await this.delivery.run(link)
    if (!this.isNew) await this.describe()
    return new URL(link).origin
  }

  private async createVersion(): Promise<Resource> {
    const first = await this.module.createVersion()
    if (first.data) return first.data
    if (first.status === 404) await this.createModule()
    else if (first.status === 422) await this.replaceFailed(first)
    else throw refusal(first)
    const second = await this.module.createVersion()
    if (!second.data) throw refusal(second)
    return second.data
  }

  private async createModule(): Promise<void> {
    const { address } = this.module
    const unknown = `there is no module ${address}, or this token may not publish it`
    if (!this.target.mayCreate) throw new Fault('refused', unknown)
    const answer = await this.module.create()
    const { namespace } = this.target
    const nor = `nor may it create modules in ${namespace}, if there is such an organization`
    if (answer.status === 404) throw new Fault('refused', `${unknown}; ${nor}`)
    if (!answer.data) throw refusal(answer)
    this.isNew = true
    this.progress.line(`Created the module ${address}`)
  }

  /**
   * The number is taken. A version that was published stays. Of one without a successful upload the link was shown only
   * once: it is put out of the way, unless another upload succeeds at this very moment.
   */
  private async replaceFailed(rejected: Answer, isLast = false): Promise<void> {
    const name = `${this.module.address} ${this.target.version}`
    const found = await this.module.versionState()
    if (found === undefined) throw await this.hiddenVersion(name, rejected)
    if (found.status === 'ok')
      throw new Fault('exists', `${name} is published already; publish the next version instead`)
    const deleted = await this.module.deleteVersion(found)
    // To a token that may only publish, one that was published meanwhile cannot be found to delete.
    if ((deleted.status === 412 || deleted.status === 404) && !isLast)
      return this.replaceFailed(rejected, true)
    if (deleted.status !== 204) throw refusal(deleted)
    this.progress.line(`Publishing ${this.target.version} again: its last upload failed`)
  }

  /**
   * Fault of a version that cannot be seen. Not "it is there": a reader would believe that something is
   * published which is not.
   */
  private async hiddenVersion(name: string, { errors }: Answer): Promise<Fault> {
    const { status } = await this.module.find()
    const why =
      status === 200
        ? 'It was published once and deleted since; its number is not given again'
        : 'It is published, or was begun and never published: this token may not look'
    return new Fault('refused', `${name}: ${errors.join('; ')}. ${why}. Publish the next version instead`)
  }

  /** Updates the texts of a module that existed before. A failure is no reason to take anything back. */
  private async describe(): Promise<void> {
    if (Object.keys(this.module.texts).length === 0) return
    const answer = await this.module.update()
    if (answer.status === 200) return
    const why = answer.status === 404 ? 'this token may not change the module' : answer.errors.join('; ')
    this.progress.warn(`The description and the source URL stay as they were: ${why}`)
  }
}
