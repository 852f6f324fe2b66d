import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Storage } from './s3.js'

/**
 * The secret comes as user and password of the address, or by the ways that clients of S3 know: the variables
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export function openS3Storage(url: URL): S3Storage {
  const endpoint = url.searchParams.get('endpoint')
  const isPathStyle = url.searchParams.get('path-style') ?? String(endpoint !== null)
  const region = url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1'
  const settings: S3ClientConfig = {
    region,
    forcePathStyle: isPathStyle === 'true',
    // Servers other than the original one often know no checksums of their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
    ...(endpoint !== null && { endpoint }),
    ...(url.username !== '' && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return new S3Storage(new S3Client(settings), url.hostname, folder === '' ? '' : `${folder}/`)
}
