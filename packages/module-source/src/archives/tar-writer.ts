import { blockSize, checksum, paddingOf } from './tar-header.js'

export interface WrittenEntry {
  readonly path: string
  readonly isFile: boolean
  readonly size: number
  readonly canRun: boolean
}

/** Bytes that end a tar. */
export const endMark = Buffer.alloc(2 * blockSize)

/** Number of bytes of a path that a header has room for; a longer one stands in a separate header. */
const longestName = 100

/** Bytes before the contents: without owners and times, so that the same contents make the same archive. */
export function headerOf({ path, isFile, size, canRun }: WrittenEntry): Buffer {
  const name = isFile ? path : `${path}/`
  const header = headerBlock(name, size, isFile ? '0' : '5', canRun || !isFile)
  return Buffer.byteLength(name) > longestName ? Buffer.concat([extendedPath(name), header]) : header
}

/** Bytes after the contents. */
export const paddingBehind = (size: number): Buffer => Buffer.alloc(paddingOf(size))

/** The record `<length> path=<path>\n`, whose length counts its own digits. */
function extendedPath(path: string): Buffer {
  const rest = Buffer.from(` path=${path}\n`)
  let length = rest.length
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length
  return Buffer.concat([
    headerBlock('PaxHeader', length, 'x', false),
    Buffer.from(String(length)),
    rest,
    paddingBehind(length),
  ])
}

function headerBlock(name: string, size: number, type: string, canRun: boolean): Buffer {
  const block = Buffer.alloc(blockSize)
  Buffer.from(name).copy(block, 0, 0, longestName)
  const numbers = [canRun ? 0o755 : 0o644, 0, 0]
  numbers.forEach((number, at) => block.write(number.toString(8).padStart(7, '0'), 100 + at * 8, 'latin1'))
  block.write(size.toString(8).padStart(11, '0'), 124, 'latin1')
  block.write('0'.repeat(11), 136, 'latin1')
  block.write(type, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
