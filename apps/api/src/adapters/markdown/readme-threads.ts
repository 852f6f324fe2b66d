import { Threads, type ThreadsOptions } from '@engine/threads'
import type { CodeToColor, ReadmeRefusal, RenderedReadme } from '../../domain/registry-modules/readme-tree.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'

interface Answer {
  readonly tree?: string
  readonly refusal?: ReadmeRefusal
  readonly isBroken?: boolean
}

/** Limit in characters; more than this becomes more than a page may hold. */
const longest = 512 * 1024

/** The jobs are READMEs; another program is for tests. */
export interface ReadmeThreadsOptions extends Partial<
  Pick<ThreadsOptions, 'timeLimit' | 'holdUp' | 'program'>
> {
  /** Limit of the READMEs of one organization that may wait. */
  readonly waiting?: number
}

/** An organization keeps two of three threads busy at most: another one waits until the third has started. */
const queueLimits = { running: 3, runningOfALine: 2, waitingInAll: 64 }

/** Renders READMEs in threads, the organizations in turn: a few bytes can keep a parser busy for minutes. */
export class ReadmeThreads {
  private readonly threads: Threads<Answer>
  private readonly queue: FairQueue

  constructor({ waiting = 32, ...options }: ReadmeThreadsOptions = {}) {
    const full = () => unavailable('Too many READMEs are being rendered at once')
    this.queue = new FairQueue({ ...queueLimits, waiting, full })
    this.threads = new Threads({
      ...{
        size: queueLimits.running,
        queue: queueLimits.running,
        full,
        holdUp: 500,
        timeLimit: 10_000,
        memoryLimit: 256,
      },
      program: new URL('./readme-worker.mjs', import.meta.url),
      lifetime: Infinity,
      ...options,
    })
  }

  /** READMEs that are rendered right now, and that wait for it. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.queue.load
  }

  /** Throws `unavailable` when too many wait already. */
  async render(
    organizationId: string,
    markdown: string,
    folder = '',
  ): Promise<RenderedReadme & { readonly took: number }> {
    if (markdown.length > longest) return { tree: null, refusal: 'too-large', took: 0 }
    const ended = await this.queue.run(organizationId, () =>
      this.threads.run({ text: markdown, folder }, markdown.length),
    )
    const { took } = ended
    const { tree, refusal = 'too-complex' } = ended.kind === 'answered' ? ended.answer : {}
    return tree === undefined ? { tree: null, refusal, took } : { tree, refusal: null, took }
  }

  /** Throws `unavailable` when too many wait already. */
  async color(organizationId: string, code: CodeToColor): Promise<string> {
    const ended = await this.queue.run(organizationId, () => this.threads.run(code, code.text.length))
    const tree = ended.kind === 'answered' ? ended.answer.tree : undefined
    return tree ?? JSON.stringify([code.text])
  }

  /** Ends what is being rendered, and what waits. */
  close(): Promise<void> {
    return this.threads.close()
  }
}
