/** First bytes of other files that people send in place of the right one, at an offset. */
const beginnings: readonly (readonly [kind: string, bytes: string, offset?: number])[] = [
  ['a zip', 'PK\x03\x04'],
  ['a zip', 'PK\x05\x06'],
  ['an xz file', '\xfd7zXZ'],
  ['a bzip2 file', 'BZh'],
  ['a zstd file', '\x28\xb5\x2f\xfd'],
  ['a 7z file', '7z\xbc\xaf'],
  ['a gzip file', '\x1f\x8b'],
  ['a tar that is not compressed', 'ustar', 257],
]

/** Number of bytes that tell the kind of a file. */
export const bytesOfKind = 512

/**
 * Names the kind of a file by its first bytes, for those who sent the wrong one: "a zip", "HTML"; undefined where they
 * tell nothing.
 */
export function fileKind(start: Uint8Array): string | undefined {
  if (start.length === 0) return 'nothing'
  const text = Array.from(start.subarray(0, bytesOfKind), (byte) => String.fromCharCode(byte)).join('')
  const found = beginnings.find(([, bytes, offset = 0]) => text.startsWith(bytes, offset))
  if (found) return found[0]
  if (/^--[^\r\n]{1,120}\r?\nContent-/i.test(text))
    return 'a multipart form (curl -F; --upload-file sends the file as it is)'
  return /^\s*<(!doctype html|html|head|body)/i.test(text) ? 'HTML' : undefined
}
