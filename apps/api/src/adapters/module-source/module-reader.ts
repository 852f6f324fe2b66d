import { SourceRefused } from '@engine/module-source'
import type { DocumentTexts } from '@engine/module-source/documents'
import type { HclThreads } from '@engine/module-source/hcl-threads'
import { parseModule } from '@engine/module-source/source-reader'
import { searchVector } from '@engine/module-source/search-words'
import { searchedTexts } from '@engine/module-source/searched-texts'
import { Threads, type Ended } from '@engine/threads'
import type { IndexWords, ReadModule, ReadModuleFiles } from '../../domain/registry-modules/read-module.js'
import { firstParagraph } from '../../domain/registry-modules/readme.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'

interface Described extends Omit<ReadModule, 'documents'> {
  readonly texts: DocumentTexts
}

type Description = { readonly described: Described } | { readonly refusal: string }

/** Limit of the queue: the archives that are read at once, and some that a stop has left. */
const queue = 100

/** The limits of the indexing in a transaction, one of an organization at a time. */
const turns = { running: 2, runningOfALine: 1, waiting: 200, waitingInAll: 1000 }

/** The length in characters from which a thread makes the words: shorter texts are done before a thread has answered. */
const small = 50_000

const full = () => unavailable('Too many modules are being read at once')

const threadsOf = <Answer extends object>() =>
  new Threads<Answer>({
    ...{ size: 2, queue, full, holdUp: 200, timeLimit: 20_000, memoryLimit: 512, lifetime: Infinity },
    program: new URL('./description-worker.mjs', import.meta.url),
  })

/** Reads modules in threads: one kind parses files, another makes of them what is stored. */
export class ModuleReader {
  private readonly describing = threadsOf<Description>()
  private readonly indexing = threadsOf<{ readonly words: string }>()
  private readonly turns = new FairQueue({ ...turns, full })

  constructor(private readonly parsing: HclThreads) {}

  read: ReadModuleFiles = async (files, moduleName, paths) => {
    const module = await parseModule(this.parsing, files, paths)
    const answer = answerOf(await this.describing.run({ module, moduleName }, 1))
    if ('refusal' in answer) throw new SourceRefused(answer.refusal)
    const { texts, readmes, warnings } = answer.described
    const summary = firstParagraph(readmes.find(({ path }) => path === '')?.readme ?? '')
    return { documents: { summary, ...texts }, readmes, warnings }
  }

  indexWords: IndexWords = async (organizationId, module) => {
    const { names, description, parts = '' } = module
    if (parts.length <= small) return searchVector(names, searchedTexts(description, module.parts))
    const ended = await this.turns.run(organizationId, () => this.indexing.run(module, 1))
    return answerOf(ended).words
  }

  async close(): Promise<void> {
    await Promise.all([this.describing.close(), this.indexing.close()])
  }
}

function answerOf<Answer>(ended: Ended<Answer>): Answer {
  if (ended.kind === 'answered') return ended.answer
  throw unavailable('The module cannot be read at the moment, please try again', { why: ended.kind })
}
