import { createHash } from 'node:crypto'
import type { FilePieces } from '../../kernel/storage.js'
import { WrongBytes, type IsRight } from './arriving-file.js'
import type { OriginBody } from './origin-file.js'

/** A file that goes from its origin to one client, and is not stored: its last piece is sent once its digest is right. */
export class PassedFile {
  /** The size that the origin announces; undefined where it does not. */
  readonly announced: number | undefined
  /** Fulfilled once nothing more of it comes, with the digest of its bytes where they were wrong. */
  readonly ended: Promise<string | undefined>
  private readonly chunks: AsyncGenerator<Buffer, undefined>
  private end!: (wrong: string | undefined) => void

  constructor(
    private readonly source: OriginBody,
    private readonly isRight: IsRight,
  ) {
    this.announced = source.size
    this.chunks = this.checked()
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }

  pieces(): FilePieces {
    return {
      next: async () => (await this.chunks.next()).value,
      close: async () => {
        this.source.body.destroy()
        this.end(undefined)
      },
    }
  }

  private async *checked(): AsyncGenerator<Buffer, undefined> {
    const hash = createHash('sha256')
    let last: Buffer | undefined
    for await (const chunk of this.source.body as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
    const digest = hash.digest('hex')
    if (!(await this.isRight(digest))) {
      this.end(digest)
      throw new WrongBytes(digest)
    }
    if (last) yield last
    return undefined
  }
}
