import { z } from 'zod'
import type { EndOfLife } from '../domain/lifecycle/end-of-life.js'

export const endOfLifeDocument = z
  .object({ date: z.string(), reason: z.string().nullable() })
  .nullable()
  .meta({
    description:
      'The date on which it becomes deprecated by itself, and the reason; null without one, and from that date on.',
  })

export const presentEndOfLife = (endOfLife: EndOfLife | null): z.input<typeof endOfLifeDocument> =>
  endOfLife && { date: endOfLife.at.toISOString(), reason: endOfLife.reason || null }
