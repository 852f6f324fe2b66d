import { seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { isNotFound } from '../../kernel/errors.js'
import { momentWithStored, PublicRegistryError } from '../../kernel/public-registry.js'
import { within } from '../../kernel/waiting.js'

/** The time after a late answer of an origin in which stored answers are sent at once. */
const lateFor = seconds(10)

/** Origins that were late a moment ago: who has a stored answer does not wait for them. */
export class LateOrigins {
  /** The time when callers wait again, by host. */
  private readonly until = new Map<string, number>()

  /** Waits a moment for an answer of an origin, which is then left in the background for the former one. */
  async soonOrFormer<T>(
    ctx: OperationContext,
    origin: string,
    former: () => T | Promise<T>,
    asking: Promise<T>,
  ): Promise<T> {
    const answered = asking
      .then((answer) => {
        this.until.delete(origin)
        return { answer }
      })
      .catch((error: unknown) => {
        if (error instanceof PublicRegistryError || isNotFound(error)) return undefined
        throw error
      })
    answered.catch((error: unknown) =>
      ctx.log.warn({ error: String(error) }, 'an answer of an origin could not be compared'),
    )
    const isLate = ctx.clock.elapsed() < (this.until.get(origin) ?? 0)
    const soon = await within(
      isLate ? 0 : momentWithStored,
      answered.then((given) => given ?? 'none'),
    )
    if (!soon) this.until.set(origin, ctx.clock.elapsed() + lateFor)
    return soon && soon !== 'none' ? soon.answer : former()
  }
}
