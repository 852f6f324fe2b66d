import type { Readable } from 'node:stream'
import {
  S3Client,
  type $Command,
  type GetObjectCommand,
  type S3ClientConfig,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { received, sentInPieces } from './s3-bodies.js'
import { Silence, SilentServer } from './s3-silence.js'

type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>

/**
 * A client of the server that gives up once no byte has come or gone for a number of milliseconds, over all
 * tries of a command together: the library gives each try a separate time.
 */
export class TimedClient {
  private readonly client: S3Client
  private lastByteAt = -Infinity

  constructor(
    settings: S3ClientConfig,
    private readonly timeout: number,
  ) {
    this.client = new S3Client(settings)
  }

  /**
   * Sends a command. `since` is when it began to wait for others, by `performance.now()`: while bytes of those come and
   * go, the server is not silent.
   */
  async send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<Input, Output>,
    since = performance.now(),
  ): Promise<Output> {
    const silentSince = Math.max(since, this.lastByteAt)
    if (performance.now() - silentSince >= this.timeout) throw new SilentServer(this.timeout)
    const silence = new Silence(this.timeout, silentSince)
    const onByte = (): void => {
      this.byte()
      silence.restart()
    }
    command.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as { body?: unknown }
        const answer = await next({ ...args, request: sentInPieces(request, onByte) })
        onByte()
        return answer
      },
      { step: 'deserialize', priority: 'low' },
    )
    try {
      const sent = this.client.send(command, { abortSignal: silence.signal })
      return await Promise.race([sent, silence.tooLong])
    } finally {
      silence.end()
    }
  }

  /**
   * Returns an address at which a file can be had without credentials for a number of seconds; the server is
   * not asked.
   */
  sign(command: GetObjectCommand, seconds: number): Promise<string> {
    return getSignedUrl(this.client, command, { expiresIn: seconds })
  }

  /** Returns the bytes of an answer's body once the first of them is there. Throws `StorageUnavailable`, as they do. */
  receive(body: Readable): Promise<Readable> {
    return received(body, this.timeout, () => this.byte())
  }

  private byte(): void {
    this.lastByteAt = performance.now()
  }
}
