import { SourceRefused, type ModulePart, type ModuleSource } from '../module-source.js'
import { HclThreads } from './hcl-threads.js'
import { moduleSourceReader } from './module-source.js'

export type Files = Readonly<Record<string, string | Buffer>>

/** Reads modules in one thread of the real parser, with time limits for a busy machine; to be closed. */
export class SourceReader {
  private readonly threads = new HclThreads({ size: 1, timeLimit: 100_000 })
  private readonly reader = moduleSourceReader(this.threads)

  async read(files: Files, paths?: readonly string[]): Promise<ModuleSource> {
    return this.reader(
      new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text as string)])),
      paths,
    )
  }

  async rootOf(text: string | Buffer, name = 'main.tf'): Promise<ModulePart> {
    return (await this.read({ [name]: text })).root
  }

  /** Returns why the files are refused. */
  async refusal(files: Files, paths?: readonly string[]): Promise<string> {
    const outcome: unknown = await this.read(files, paths).catch((error: unknown) => error)
    if (outcome instanceof SourceRefused) return outcome.message
    throw new Error('the files were not refused', { cause: outcome })
  }

  async close(): Promise<void> {
    await this.threads.close()
  }
}
