import { Threads, type Ended, type ThreadsOptions } from '@engine/threads'
import { compiledParser } from './compiled-parser.js'

/** `error` is the parser's own sentence. */
type Answer =
  | { readonly json: string; readonly count: number }
  | { readonly error: string; readonly line?: number; readonly isBroken: boolean }

export type Outcome =
  | { readonly kind: 'parsed'; readonly json: string; readonly count: number }
  | { readonly kind: 'refused'; readonly message: string; readonly line?: number | undefined }
  | { readonly kind: 'too deep' | 'too slow' | 'crashed' }

/** The jobs are files; another program than the parser is for tests. */
export interface HclThreadsOptions extends Partial<Omit<ThreadsOptions, 'memoryLimit' | 'lifetime'>> {
  /**
   * True for a program that runs for long: threads after the first start with the parser as it is optimised
   * by then.
   */
  readonly holdsParser?: boolean
}

/** Parses files of the engine's language in threads. Each takes a good deal of memory and is quick. */
export class HclThreads {
  private readonly threads: Threads<Answer>
  private readonly holdsParser: boolean
  private parser: Promise<unknown> | undefined

  constructor({ holdsParser = false, ...options }: HclThreadsOptions = {}) {
    this.holdsParser = holdsParser
    this.threads = new Threads({
      ...{ size: 2, holdUp: 500, timeLimit: 20_000, queue: 5000, memoryLimit: 256 },
      program: new URL('./hcl-worker.mjs', import.meta.url),
      // The parser's memory only grows, up to what its largest file took. In characters.
      lifetime: 32 * 1024 ** 2,
      full: () => new Error('Too many modules are being read at once'),
      ...options,
    })
  }

  /** Files that are parsed right now, and that wait for it. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.threads.load
  }

  /**
   * Answers the JSON text of the file's blocks, and how many they are. Bytes that were no UTF-8 stand in `unreadLines`,
   * each as U+FFFD. Throws what `full` makes when too many files wait already.
   */
  async parse(text: string, isJson = false, unreadLines: readonly number[] = []): Promise<Outcome> {
    if (this.holdsParser) this.parser ??= compiledParser()
    return outcomeOf(await this.threads.run({ text, isJson, unreadLines }, text.length))
  }

  /** Ends what is being parsed, and what waits. */
  close(): Promise<void> {
    return this.threads.close()
  }
}

function outcomeOf(ended: Ended<Answer>): Outcome {
  if (ended.kind !== 'answered') return { kind: ended.kind }
  if ('json' in ended.answer) return { kind: 'parsed', ...ended.answer }
  const { error, line, isBroken } = ended.answer
  return isBroken ? { kind: 'too deep' } : { kind: 'refused', message: error, line }
}
