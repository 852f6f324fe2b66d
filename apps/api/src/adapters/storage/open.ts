import { join } from 'node:path'
import { OperatorFault } from '../../kernel/operator-fault.js'
import { connectionFault } from '../../kernel/trust.js'
import { StorageUnavailable, type Storage } from '../../kernel/storage.js'
import { openDiskStorage } from './disk.js'

export interface StorageSettings {
  /** `s3://bucket/prefix?endpoint=https://…&region=…&path-style=…`; undefined: a folder. */
  readonly storageUrl: string | undefined
  readonly dataDir: string
  /** True: clients fetch from the bucket of `storageUrl` themselves. */
  readonly storageRedirect?: boolean
}

/** Error that explains to the operator why files cannot be stored. */
export class StorageStartError extends OperatorFault {}

/** The folder of the files, where they are in no bucket. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

/** Opens the storage that the configuration names and proves that it works. Throws `StorageStartError`. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const { storageUrl, dataDir, storageRedirect } = settings
  const place = storageUrl === undefined ? filesFolder(dataDir) : withoutSecret(storageUrl)
  try {
    const storage =
      storageUrl === undefined ? await openDiskStorage(place) : await openBucket(storageUrl, storageRedirect)
    await storage.check()
    return storage
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new StorageStartError(`Files cannot be stored in ${place}: ${storageReason(error.cause)}`)
  }
}

/** The client is large, so it is loaded only where it is needed. */
async function openBucket(storageUrl: string, redirects = false): Promise<Storage> {
  const { openS3Storage } = await import('./s3.js')
  return openS3Storage(new URL(storageUrl), undefined, undefined, redirects)
}

function withoutSecret(storageUrl: string): string {
  const url = new URL(storageUrl)
  url.username = ''
  url.password = ''
  return url.href
}

function storageReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const isNamed = cause.name !== 'Error' && !cause.message.includes(cause.name)
  const why = connectionFault(cause)
  return isNamed ? `${why || 'refused'} (${cause.name})` : why
}
