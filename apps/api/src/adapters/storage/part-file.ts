import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '../../kernel/storage.js'
import { guarded } from './files.js'

/** Received part of an upload, on disk until it is whole: any number of uploads may come slowly. */
export class PartFile {
  private length = 0

  private constructor(private readonly file: FileHandle) {}

  /** The file loses its name at once, so that a killed process leaves nothing. */
  static async open(folder: string): Promise<PartFile> {
    const path = join(folder, `engine-part-${randomUUID()}`)
    return guarded(async () => {
      const file = await open(path, 'wx+', 0o600)
      await rm(path)
      return new PartFile(file)
    })
  }

  get size(): number {
    return this.length
  }

  async add(chunk: Buffer): Promise<void> {
    await guarded(() => this.file.writeFile(chunk))
    this.length += chunk.length
  }

  async read(): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(this.length)
    const { bytesRead } = await guarded(() => this.file.read(whole, 0, whole.length, 0))
    if (bytesRead < whole.length) throw new StorageUnavailable(new Error('a part was cut short on disk'))
    return whole
  }

  async close(): Promise<void> {
    await this.file.close()
  }
}
