import { setTimeout } from 'node:timers/promises'
import type { Archive } from './archive.js'
import { Fault } from './fault.js'
import { refusal, type Answer, type Platform } from './platform.js'
import type { Progress } from './progress.js'
import type { RemoteModule } from './remote-module.js'

const mostUploads = 3
/** Interval and time limit of asking for the outcome of an upload, in milliseconds. */
const pause = 1000
const timeout = 600_000

const isTaken = ({ status, errors }: Answer): boolean =>
  status === 422 && errors.some((error) => error.includes('already been taken'))

/** Brings an archive to an upload link, and sees that something comes of it. */
export class Delivery {
  constructor(
    private readonly platform: Platform,
    private readonly module: RemoteModule,
    private readonly archive: Archive,
    private readonly progress: Progress,
  ) {}

  /**
   * Uploads, and waits until the version is published. A connection that breaks in between says nothing about what came
   * of the upload: the version does. Throws a `Fault`.
   */
  async run(link: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const outcome = await this.upload(link)
      if (!(outcome instanceof Fault)) {
        // The link is of this one version: an earlier try has published it.
        if (tries > 1 && isTaken(outcome)) return
        return this.finish(outcome)
      }
      const found = await this.module.versionState()
      if (found?.status === 'ok') return
      if (found?.error) throw new Fault('module', found.error)
      if (tries === mostUploads) throw outcome
      this.progress.warn(`${outcome.message}; uploading again`)
      await setTimeout(pause)
    }
  }

  private async upload(link: string): Promise<Answer | Fault> {
    const { size } = this.archive
    this.progress.sent(0, size)
    try {
      return await this.platform.upload(link, { ...this.archive, type: 'application/gzip' }, (bytes) =>
        this.progress.sent(bytes, size),
      )
    } catch (error) {
      if (error instanceof Fault && error.kind === 'unreachable') return error
      throw error
    }
  }

  private async finish(answer: Answer): Promise<void> {
    if (answer.status === 422 || answer.status === 413)
      throw new Fault('module', answer.errors.join('\n') || 'the archive is too large')
    if (answer.status !== 200) throw refusal(answer)
    for (const start = Date.now(); Date.now() - start < timeout; await setTimeout(pause)) {
      const found = await this.module.versionState()
      if (found?.error) throw new Fault('module', found.error)
      // A caller who may not read the version has only the answer to the upload.
      if (found?.status !== 'pending') return
    }
    throw new Fault('refused', 'the platform has the archive, but does not come to an end with it')
  }
}
