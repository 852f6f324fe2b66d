import { randomUUID } from 'node:crypto'
import type { OperationContext } from '../../kernel/context.js'
import type { ProcessKeysStore } from './process-keys.store.js'

/** Announces the secret keys of this process, so that a rotation does not leave it without a key that it needs. */
export class ProcessKeysService {
  private readonly process = randomUUID()

  constructor(
    private readonly store: ProcessKeysStore,
    private readonly own: { readonly name: string; readonly fingerprints: readonly string[] },
  ) {}

  /** Announces the keys, to be called every few seconds: a process that is silent for a minute counts as ended. */
  async announce(ctx: OperationContext): Promise<void> {
    await this.store.save(ctx, { process: this.process, ...this.own }).catch((error: unknown) => {
      ctx.log.warn({ error: String(error) }, 'which keys this process knows could not be written down')
    })
  }

  async leave(ctx: OperationContext): Promise<void> {
    await this.store.remove(ctx, this.process).catch((error: unknown) => {
      ctx.log.warn({ error: String(error) }, 'a rotation of keys will wait a minute for this process')
    })
  }
}
