import { setTimeout } from 'node:timers/promises'
import { Fault } from './fault.js'
import { refusal, type Answer, type Platform } from './platform.js'
import type { Progress } from './progress.js'
import type { ReleaseFile } from './provider-release.js'

/** Limits of the files that are sent at the same time, and of the tries for one. */
const mostAtOnce = 3
const mostTries = 3
/** Pause before the next try, in milliseconds. */
const pause = 1000

export interface FileToSend {
  readonly file: ReleaseFile
  readonly link: string
}

/** Brings files to their upload links. */
export class ReleaseDelivery {
  constructor(
    private readonly platform: Platform,
    private readonly progress: Progress,
  ) {}

  /**
   * Sends all files, or as many as are under way when one cannot be sent. Returns their answers as they come. Throws a
   * `Fault` with the name of the one that cannot be sent.
   */
  async run(files: readonly FileToSend[]): Promise<readonly Answer[]> {
    const waiting = [...files]
    const answers: Answer[] = []
    const sent = new Map<ReleaseFile, number>()
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    const show = (file: ReleaseFile, bytes: number): void => {
      sent.set(file, bytes)
      this.progress.sent(
        [...sent.values()].reduce((sum, each) => sum + each, 0),
        total,
      )
    }
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        try {
          answers.push(await this.send(next, show))
        } catch (error) {
          waiting.length = 0
          throw error
        }
    }
    if (files.length > 0) this.progress.sent(0, total)
    const outcomes = await Promise.allSettled(Array.from({ length: mostAtOnce }, worker))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return answers
  }

  /** A connection that breaks says nothing about the file: the very bytes may be sent again, whatever came of it. */
  private async send(
    { file, link }: FileToSend,
    show: (file: ReleaseFile, bytes: number) => void,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await this.platform.upload(
          link,
          { ...file, type: 'application/octet-stream' },
          (bytes) => show(file, bytes),
        )
        if (answer.status === 200) return answer
        throw new Fault('refused', `${file.name}: ${refusal(answer).message}`)
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== 'unreachable' || tries === mostTries) throw error
        this.progress.warn(`${file.name}: ${error.message}; sending it again`)
        await setTimeout(pause)
      }
    }
  }
}
