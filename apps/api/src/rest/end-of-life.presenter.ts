import { z } from 'zod'
import type { EndOfLife } from '../domain/end-of-life.js'

export const endOfLifeDocument = z
  .object({ date: z.string(), reason: z.string().nullable() })
  .nullable()
  .meta({
    description: 'When it becomes deprecated by itself, and why; null once it is, and where none is set.',
  })

export const presentEndOfLife = (endOfLife: EndOfLife | null): z.input<typeof endOfLifeDocument> =>
  endOfLife && { date: endOfLife.at.toISOString(), reason: endOfLife.reason || null }
