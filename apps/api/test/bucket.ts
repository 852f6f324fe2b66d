import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { isIPv6, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'

export interface BucketServer {
  readonly endpoint: string
  close(): Promise<void>
}

/**
 * An S3 server, with one empty bucket, `files`. TEST_STORAGE_ENDPOINT names a running one, whose user S3RVER with the
 * secret S3RVER may make that bucket; it is for one file of tests at a time.
 */
export async function openBucketServer(host = '127.0.0.1'): Promise<BucketServer> {
  const running = process.env['TEST_STORAGE_ENDPOINT']
  if (running !== undefined && host === '127.0.0.1') return emptied(running)
  const directory = await mkdtemp(join(tmpdir(), 's3-storage-'))
  const server = new S3rver({
    port: 0,
    address: host,
    silent: true,
    // It takes an address in brackets for the name of a bucket.
    vhostBuckets: !isIPv6(host),
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  keepWhole((server as unknown as { readonly store: Store }).store)
  const { port } = (await server.run()) as AddressInfo
  return {
    endpoint: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Empties the bucket of a running server, or makes it. */
async function emptied(endpoint: string): Promise<BucketServer> {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
  const Bucket = 'files'
  try {
    await client.send(new CreateBucketCommand({ Bucket }))
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) break
      for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    }
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  } finally {
    client.destroy()
  }
  return { endpoint, close: async () => {} }
}

interface Upload {
  readonly bucket: string
  readonly key: string
  readonly content: Buffer | Readable
  readonly metadata: object
}

interface Store {
  putObject(upload: Upload): Promise<{ size: number; md5: string }>
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
  getResourcePath(bucket: string, key: string, resource: 'object'): string
}

/**
 * Adds promises of S3 that this server does not give: an object is complete before its upload is answered, and one of
 * several simultaneous uploads wins. Alone it writes into the file that others read, and answers before the last bytes.
 */
function keepWhole(store: Store): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
    const path = store.getResourcePath(bucket, key, 'object')
    const draft = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    await rename(draft, path)
    const md5 = createHash('md5').update(bytes).digest('hex')
    await store.putMetadata(bucket, key, metadata, md5)
    return { size: bytes.length, md5 }
  }
}
