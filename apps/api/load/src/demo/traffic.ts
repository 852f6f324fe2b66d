import { days, later, systemClock } from '#api/kernel/clock.js'
import type { OperationContext } from '#api/kernel/context.js'

/** The same caller this number of days before. */
export function daysAgo(ctx: OperationContext, count: number): OperationContext {
  const now = later(ctx.clock.now(), -days(count))
  return { ...ctx, clock: { ...systemClock, now: () => now } }
}

/** Varies the count of an event around its daily average: in waves, with few at the end of a week. */
export function oftenOn({ clock }: OperationContext, aDay: number, phase: number): number {
  const now = clock.now()
  const isWeekend = now.getUTCDay() % 6 === 0
  const wave = 1 + Math.sin((now.getTime() / days(1)) * 1.7 + phase) / 2
  return aDay * wave * (isWeekend ? 0.2 : 1)
}
