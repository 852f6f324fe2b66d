import type { Server } from 'node:http'

/**
 * The drain of the process (contract §9, SIGTERM): while draining it still accepts, but says that it is not ready and
 * asks clients to reconnect, to another process; then it takes nothing new and finishes what runs.
 */
export class Drain {
  private begun = false

  get hasBegun(): boolean {
    return this.begun
  }

  async run(server: Server, milliseconds: number): Promise<void> {
    this.begun = true
    await new Promise((done) => setTimeout(done, milliseconds))
    // A connection whose request came before the drain may stay open behind its answer, and idle later than the others.
    const closing = setInterval(() => server.closeIdleConnections(), 50)
    await new Promise<void>((done) => server.close(() => done()))
    clearInterval(closing)
  }
}
