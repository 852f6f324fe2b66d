import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { TimedClient } from './s3-client.js'
import { guarded } from './s3-failures.js'

/** One file that is sent in parts. It appears when it is complete; of an aborted one the server keeps nothing. */
export class PartsUpload {
  private uploadId: string | undefined
  private readonly tags: (string | undefined)[] = []

  constructor(
    private readonly client: TimedClient,
    private readonly target: { readonly Bucket: string; readonly Key: string },
  ) {}

  get hasBegun(): boolean {
    return this.uploadId !== undefined
  }

  /** One after the other, each of 5 MiB or more but the last. An empty one is left out. */
  async send(bytes: Buffer, since: number): Promise<void> {
    if (bytes.length === 0) return
    this.uploadId ??= await this.begin(since)
    const PartNumber = this.tags.length + 1
    const part = {
      ...this.target,
      UploadId: this.uploadId,
      PartNumber,
      Body: bytes,
      ContentLength: bytes.length,
    }
    const { ETag } = await guarded(() => this.client.send(new UploadPartCommand(part), since))
    this.tags.push(ETag)
  }

  async complete(): Promise<void> {
    const Parts = this.tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    const whole = { ...this.target, UploadId: this.uploadId, MultipartUpload: { Parts } }
    await guarded(() => this.client.send(new CompleteMultipartUploadCommand(whole)))
    this.uploadId = undefined
  }

  /** Aborts the upload; if that fails, the bucket's own rule on unfinished uploads removes it. */
  async abort(): Promise<void> {
    const { uploadId } = this
    if (uploadId === undefined) return
    const upload = { ...this.target, UploadId: uploadId }
    await this.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
  }

  private async begin(since: number): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.target)
    const { UploadId } = await guarded(() => this.client.send(command, since))
    if (UploadId === undefined) throw new Error('the storage began an upload without an id')
    return UploadId
  }
}
