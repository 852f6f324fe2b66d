import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageUnavailable } from '../../kernel/storage.js'

/** Asks the server; whatever it refuses, or that it cannot be reached, means that the storage is unavailable. */
export async function guarded<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}

/** The server's answer, or undefined where there is no such file. */
export async function present<Found>(ask: () => Promise<Found>): Promise<Found | undefined> {
  return guarded(() =>
    ask().catch((error: unknown) => {
      const isMissingBucket = error instanceof Error && error.name === 'NoSuchBucket'
      if (hasStatus(error, 404) && !isMissingBucket) return undefined
      throw error
    }),
  )
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
}
