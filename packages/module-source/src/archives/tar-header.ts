import { ArchiveRefused } from '../archive.js'

export const blockSize = 512

/** Number of bytes between contents of this size and the next block. */
export const paddingOf = (size: number): number => (blockSize - (size % blockSize)) % blockSize

/** One header block, its fields as they are written there. */
export interface TarHeader {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly target: string
  /** True if its owner may run it. */
  readonly canRun: boolean
}

export function badHeader(message: string): ArchiveRefused {
  return new ArchiveRefused('bad-header', message)
}

/**
 * Reads a header block; undefined when its checksum is wrong. Readers of tar differ in what they make of odd headers,
 * so one that two of them could take for different things is refused here.
 */
export function tarHeader(block: Buffer): TarHeader | undefined {
  if (octal(block.subarray(148, 156)) !== checksum(block)) return undefined
  const name = textAt(block, 0, 100)
  const prefix = prefixOf(block)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[156] || 0x30),
    size: numberAt(block, 124, 12),
    target: textAt(block, 157, 100),
    // No reader refuses a file for permissions that cannot be read.
    canRun: ((octal(block.subarray(100, 108)) ?? 0) & 0o100) !== 0,
  }
}

/** The sum of all bytes, those of the checksum itself taken as spaces. */
export function checksum(block: Buffer): number {
  let sum = 8 * 0x20
  for (const byte of block.subarray(0, 148)) sum += byte
  for (const byte of block.subarray(156)) sum += byte
  return sum
}

/** POSIX headers carry the beginning of a long path here; older ones have nothing, or times, in its place. */
function prefixOf(block: Buffer): string {
  const magic = block.toString('latin1', 257, 265)
  const star = block.toString('latin1', 508, 512) === 'tar\0'
  if (magic === 'ustar\x0000' && !star) return textAt(block, 345, 155)
  if (magic === '\0'.repeat(8)) return ''
  if (magic !== 'ustar  \0') throw badHeader('the archive has a header of an unknown tar format')
  // Some readers take what is no time for a prefix.
  numberAt(block, 345, 12)
  numberAt(block, 357, 12)
  return ''
}

/** Octal digits among spaces and NULs, or, with the top bit set, a big-endian binary number. */
function numberAt(block: Buffer, offset: number, length: number): number {
  const field = block.subarray(offset, offset + length)
  if (field[0] === 0x80) {
    const number = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
    if (Number.isSafeInteger(number)) return number
  } else {
    const number = octal(field)
    if (number !== undefined) return number
  }
  throw badHeader('the archive has a header with a number that cannot be read')
}

function octal(field: Buffer): number | undefined {
  const digits = /^[ \0]*([0-7]*)[ \0]*$/.exec(field.toString('latin1'))?.[1]
  return digits === undefined ? undefined : parseInt(digits || '0', 8)
}

function textAt(block: Buffer, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length)
  const end = field.indexOf(0)
  return utf8(end < 0 ? field : field.subarray(0, end))
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    const start = bytes
      .toString('latin1')
      .replace(/[^ -~]/g, '?')
      .slice(0, 100)
    throw new ArchiveRefused('bad-path', `the path "${start}" is not written in UTF-8`)
  }
}
