import { hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorFault } from '../../kernel/operator-fault.js'
import type { Keyring } from '../../kernel/signing.js'
import { syncFolder } from '../storage/files.js'

const minimumBytes = 32

/** The file of the secret is missing, too short or open to others. The message says what to do. */
export class SecretFault extends OperatorFault {
  override readonly name = 'SecretFault'
}

/** Reads the keys of SECRET_KEY, or of `secret.key` in the data folder, one a line, made once. Throws `SecretFault`. */
export async function loadSecret(settings: {
  readonly secretKey?: string | undefined
  readonly dataDir: string
}): Promise<Keyring> {
  if (settings.secretKey) return keyring(settings.secretKey.split(',').map((key) => key.trim()))
  return keyring((await keyFile(settings.dataDir)).split(/\s+/))
}

/** The first key signs, all of them verify. */
export function keyring(keys: readonly string[]): Keyring {
  return {
    derive(purpose) {
      const [first, ...others] = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
      if (!first) throw new SecretFault('there is no secret key')
      return { first, all: [first, ...others] }
    },
  }
}

async function keyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.key')
  return (await readKey(path)) ?? (await makeKey(path))
}

/** Undefined when there is no such file. */
async function readKey(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return undefined
  try {
    const { mode } = await file.stat()
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new SecretFault(`${path} can be read by others than its owner: make it private with chmod 600`)
    }
    const key = (await file.readFile('utf8')).trim()
    if (key.split(/\s+/).some((each) => Buffer.byteLength(each) < minimumBytes)) {
      throw new SecretFault(`${path} holds no key of ${minimumBytes} bytes or more: restore it from a backup`)
    }
    return key
  } finally {
    await file.close()
  }
}

/** A link never replaces a file, so that of two racing starts both use one key. */
async function makeKey(path: string): Promise<string> {
  const made = `${randomBytes(48).toString('base64url')}\n`
  await place(path, made, (draft) =>
    link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }),
  )
  const key = await readKey(path)
  if (key === undefined) throw new SecretFault(`${path} was removed while it was being made`)
  return key
}

/** Copies the file of a key, where there is one, in place of what is at `to`. */
export async function copyKey(from: string, to: string): Promise<void> {
  const key = await readFile(from, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (key !== undefined) await place(to, key, (draft) => rename(draft, to))
}

/** The file appears with its contents, readable by its owner alone, and stays after a power cut. */
async function place(path: string, text: string, put: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    await file.close()
    await put(draft)
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
}
