import type { z } from 'zod'
import { keptValues, type KeptSettings, type KeptValue } from '../domain/kept-settings.js'
import { kebab } from './jsonapi/names.js'

const noted = { description: 'Kept for clients, without effect here.' }

/** The attributes of a document that only keep what was sent. */
export const keptDocument = (settings: KeptSettings): Readonly<Record<string, z.ZodType<KeptValue>>> =>
  Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [kebab(name), schema.meta(noted)]))

/** Presents the values of stored settings; `kept` is the column. */
export const presentKept = (settings: KeptSettings, kept: unknown): Readonly<Record<string, KeptValue>> =>
  Object.fromEntries(Object.entries(keptValues(settings, kept)).map(([name, value]) => [kebab(name), value]))
