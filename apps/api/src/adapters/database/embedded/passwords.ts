import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode, unwritable } from '../connection.js'
import { parsed, writeWhole } from './whole-file.js'

/** The passwords of the embedded database's two roles. */
export type RolePasswords = z.infer<typeof shape>

const password = z.string().regex(/^[0-9a-f]{48}$/)
const shape = z.object({ owner: password, runtime: password })

/** Path outside the database's own folder, which belongs to another user if root starts the API. */
const fileIn = (dataDir: string): string => join(dataDir, 'database-passwords.json')

/** The passwords that an earlier start has stored; undefined where there are none. */
export async function readPasswords(dataDir: string): Promise<RolePasswords | undefined> {
  try {
    const text = await readFile(fileIn(dataDir), 'utf8')
    return parsed(text, shape)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw unwritable(fileIn(dataDir), error)
  }
}

/** The same, or new ones in a file for this user alone. Call only while the folder is locked. */
export async function storedPasswords(dataDir: string): Promise<RolePasswords> {
  const stored = await readPasswords(dataDir)
  if (stored) return stored
  const made = { owner: randomBytes(24).toString('hex'), runtime: randomBytes(24).toString('hex') }
  await writeWhole(fileIn(dataDir), JSON.stringify(made))
  return made
}
