import type { Request, Response } from 'express'
import type { CallersService } from '../domain/identity/callers.service.js'
import { later } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { DomainError, notFound, unauthenticated } from '../kernel/errors.js'
import type { LinkSigner } from '../kernel/signing.js'
import { contextOf, originalUrl, speakFor } from './request-context.js'

/** Links that need no token (contract §7): each speaks for the caller it was made for, as long as that caller may. */
export class SignedLinks {
  constructor(
    private readonly signer: LinkSigner,
    private readonly callers: CallersService,
    /** In milliseconds. */
    private readonly lifetime: number,
    /** Links made within one such span are the same, so that the documents which hold them keep their tags. */
    private readonly span = 1,
  ) {}

  /** The query string that makes a link of this path, without `?`. */
  sign(ctx: OperationContext, path: string): string {
    if (!('credential' in ctx.actor)) throw unauthenticated()
    const claims = { caller: ctx.actor.credential.id }
    const begin = Math.ceil(ctx.clock.now().getTime() / this.span) * this.span
    return this.signer.sign({ path, claims, expiresAt: later(new Date(begin), this.lifetime) })
  }

  /** Makes the request speak for the link's caller. A link that is no good leads nowhere: `not-found`. */
  async identify(req: Request, res: Response, path: string): Promise<void> {
    const ctx = contextOf(res)
    const caller = this.signer.verify(path, originalUrl(req).searchParams, ctx.clock.now())?.['caller']
    if (caller === undefined) throw notFound({ why: 'the link is forged or expired' })
    try {
      speakFor(res, await this.callers.recall(ctx, caller))
    } catch (error) {
      if (error instanceof DomainError && error.failure.kind === 'unauthenticated')
        throw notFound(error.internal)
      throw error
    }
  }
}
