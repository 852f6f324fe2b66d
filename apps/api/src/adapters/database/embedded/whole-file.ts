import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import type { z } from 'zod'
import { unwritable } from '../connection.js'

/** Writes a file for this user alone, which is there as a whole or as it was before, also after a power cut. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    await handle
      .writeFile(text)
      .then(() => handle.sync())
      .finally(() => handle.close())
    await rename(draft, file)
  } catch (error) {
    throw unwritable(file, error)
  }
}

/** Parses such a file; undefined if it is not as it was written. */
export function parsed<T>(text: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
