import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Hashes a file of any size as a stream; the digest is in lower-case hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
