import { Threads } from '@engine/threads'
import type { CodeToColor, ReadmeRefusal, RenderedReadme } from '../../domain/registry-modules/readme-tree.js'
import { unavailable } from '../../kernel/errors.js'

interface Answer {
  readonly tree?: string
  readonly refusal?: ReadmeRefusal
  readonly isBroken?: boolean
}

/** In characters; more than this becomes more than a page may hold. */
const longest = 128 * 1024

export interface ReadmeThreadsOptions {
  /** For one README, in milliseconds. */
  readonly timeLimit?: number
  /** How many may wait. */
  readonly queue?: number
  /** In tests: another program. */
  readonly program?: URL
}

/** Renders READMEs in threads: a few bytes can keep a parser busy for minutes, or become millions of elements. */
export class ReadmeThreads {
  private readonly threads: Threads<Answer>

  constructor(options: ReadmeThreadsOptions = {}) {
    this.threads = new Threads({
      ...{ size: 2, holdUp: 500, timeLimit: 4000, queue: 32, memoryLimit: 256 },
      program: new URL('./readme-worker.mjs', import.meta.url),
      lifetime: Infinity,
      full: () => unavailable('Too many READMEs are being rendered at once'),
      ...options,
    })
  }

  /** READMEs that are rendered right now, and that wait for it. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.threads.load
  }

  /** Throws `unavailable` when too many wait already. */
  async render(markdown: string, folder = ''): Promise<RenderedReadme & { readonly took: number }> {
    if (markdown.length > longest) return { tree: null, refusal: 'too-large', took: 0 }
    const ended = await this.threads.run({ text: markdown, folder }, markdown.length)
    const { took } = ended
    const { tree, refusal = 'too-complex' } = ended.kind === 'answered' ? ended.answer : {}
    return tree === undefined ? { tree: null, refusal, took } : { tree, refusal: null, took }
  }

  /** Throws `unavailable` when too many wait already. */
  async color(code: CodeToColor): Promise<string> {
    const ended = await this.threads.run(code, code.text.length)
    const tree = ended.kind === 'answered' ? ended.answer.tree : undefined
    return tree ?? JSON.stringify([code.text])
  }

  /** Ends what is being rendered, and what waits. */
  close(): Promise<void> {
    return this.threads.close()
  }
}
