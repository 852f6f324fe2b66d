import type { StateBytes } from '../../domain/states/state.js'
import { release } from './release.mjs'

export type Bytes = Uint8Array<ArrayBuffer>

/** Whole states in memory: counted, each owned by one thread at a time, and given back when the work with it ends. */
export class StateBuffers {
  private count = 0
  private bytes = 0

  get usage(): { readonly count: number; readonly bytes: number } {
    return { count: this.count, bytes: this.bytes }
  }

  /** Reads states into memory, where they stay for as long as the work takes. */
  async with<Result>(
    states: readonly StateBytes[],
    work: (buffers: readonly Bytes[]) => Promise<Result>,
  ): Promise<Result> {
    const buffers: Bytes[] = []
    let bytes = 0
    try {
      for (const { size, open } of states) {
        bytes += size
        this.track(1, size)
        const buffer = new Uint8Array(size)
        buffers.push(buffer)
        await fill(buffer, (await open()) as AsyncIterable<Buffer>)
      }
      return await work(buffers)
    } finally {
      release(buffers.map(({ buffer }) => buffer))
      this.track(-buffers.length, -bytes)
    }
  }

  private track(count: number, bytes: number): void {
    this.count += count
    this.bytes += bytes
  }
}

async function fill(buffer: Bytes, chunks: AsyncIterable<Buffer>): Promise<void> {
  let at = 0
  for await (const chunk of chunks) {
    buffer.set(chunk, at)
    at += chunk.length
  }
}
