import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { Header, Pax } from 'tar'

/** Parts of a tar, made of the packers' own building blocks; a test puts them together as no packer would. */

type HeaderFields = NonNullable<Exclude<ConstructorParameters<typeof Header>[0], Buffer>>

export function header(fields: HeaderFields): Buffer {
  const block = Buffer.alloc(512)
  new Header({ mode: 0o644, size: 0, ...fields }).encode(block)
  return block
}

/** Pads contents to whole blocks. */
export function padded(contents: Buffer | string): Buffer {
  const bytes = Buffer.from(contents)
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

export function file(path: string, contents: Buffer | string = '', fields: HeaderFields = {}): Buffer {
  const size = Buffer.byteLength(contents)
  return Buffer.concat([header({ path, size, type: 'File', ...fields }), padded(contents)])
}

export const folder = (path: string): Buffer => header({ path, type: 'Directory' })
export const symlink = (path: string, linkpath: string): Buffer =>
  header({ path, linkpath, type: 'SymbolicLink' })
export const hardLink = (path: string, linkpath: string): Buffer => header({ path, linkpath, type: 'Link' })

/** An extended header as a packer writes it. */
export const pax = (fields: Partial<Pax>): Buffer => new Pax(fields as Pax).encode()

/** An extended header of any records, global or for the next entry. */
export function records(pairs: readonly (readonly [string, string | Buffer])[], type = 'x'): Buffer {
  return extended(type, Buffer.concat(pairs.map(([key, value]) => record(key, Buffer.from(value)))))
}

/** `L` for a long path, `K` for a long target. */
export const longName = (type: 'L' | 'K', name: string): Buffer => extended(type, Buffer.from(`${name}\0`))

export function extended(type: string, body: Buffer): Buffer {
  const block = header({ path: 'extended', size: body.length })
  block.write(type, 156, 'latin1')
  return Buffer.concat([checked(block), padded(body)])
}

/** A copy with other bytes at an offset. */
export function changed(block: Buffer, offset: number, bytes: Buffer | string): Buffer {
  const copy = Buffer.from(block)
  const other = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  other.copy(copy, offset)
  return copy
}

/** A header block with its checksum made right again, in place. */
export function checked(block: Buffer): Buffer {
  block.fill(' ', 148, 156)
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

export const endMark = Buffer.alloc(1024)
export const tarOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, endMark])
export const archive = (...parts: Buffer[]): Buffer => gzipSync(tarOf(...parts), { level: 1 })

/** A stream in pieces of a size, by default in one. */
export function streamOf(bytes: Buffer, pieceSize = Math.max(1, bytes.length)): Readable {
  const pieces = []
  for (let start = 0; start < bytes.length; start += pieceSize)
    pieces.push(bytes.subarray(start, start + pieceSize))
  return Readable.from(pieces, { objectMode: false })
}

function record(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')])
  let length = rest.length
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length
  return Buffer.concat([Buffer.from(String(length)), rest])
}
