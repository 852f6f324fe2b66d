import type { Response } from 'supertest'

/** A parser for supertest that gives the bytes of an answer; one that breaks off is an error. */
export function bytesOf(answer: Response, done: (error: Error | null, body: unknown) => void): void {
  const res = answer as unknown as NodeJS.ReadableStream
  const chunks: Buffer[] = []
  res.on('data', (chunk: Buffer) => chunks.push(chunk))
  res.on('end', () => done(null, Buffer.concat(chunks)))
  res.on('error', (error) => done(error, Buffer.alloc(0)))
}
