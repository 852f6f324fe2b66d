import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { SealFault, type FileSealer, type Keyring } from '../../kernel/signing.js'

const algorithm = 'aes-256-gcm'
const sizes = { salt: 16, tag: 16, piece: 64 * 1024 }
const sealedPiece = sizes.piece + sizes.tag

/**
 * Seals files by AES-256-GCM in pieces. Each file has a separate key, from a random salt at its beginning;
 * the nonce of a piece is its number with a mark on the last one, so that no piece can be moved, left out or
 * cut off unnoticed.
 */
export function createFileSealer(keyring: Keyring, purpose: string): FileSealer {
  const keys = keyring.derive(purpose)
  return {
    seal(about) {
      const salt = randomBytes(sizes.salt)
      const key = fileKey(keys.first, salt)
      return inPieces(sizes.piece, (piece, number, isLast, out) => {
        if (number === 0) out.push(salt)
        const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast)).setAAD(Buffer.from(about))
        out.push(Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]))
      })
    },
    open(about) {
      let salt: Buffer | undefined
      let key: Buffer | undefined
      return inPieces(
        sealedPiece,
        (piece, number, isLast, out) => {
          const tried = key ? [key] : keys.all.map((each) => fileKey(each, salt ?? Buffer.alloc(0)))
          for (const each of tried) {
            const opened = openPiece(each, piece, nonceOf(number, isLast), about)
            if (!opened) continue
            key = each
            return void out.push(opened)
          }
          throw new SealFault('a sealed file was altered, or is sealed with a key that is not here')
        },
        { size: sizes.salt, take: (bytes) => void (salt = bytes) },
      )
    },
  }
}

/** Number of bytes at the beginning of a sealed file that tell whether a key opens it. */
export const headSize = sizes.salt + sealedPiece

/**
 * Tells whether one of the keys opens a sealed file of `size` bytes, from its first {@link headSize} bytes.
 */
export function headOpens(
  keyring: Keyring,
  purpose: string,
  head: Buffer,
  size: number,
  about: string,
): boolean {
  const [salt, piece] = [head.subarray(0, sizes.salt), head.subarray(sizes.salt)]
  const nonce = nonceOf(0, size <= headSize)
  return keyring
    .derive(purpose)
    .all.some((key) => openPiece(fileKey(key, salt), piece, nonce, about) !== undefined)
}

const fileKey = (key: Buffer, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, salt, 'file', 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function openPiece(key: Buffer, piece: Buffer, nonce: Buffer, about: string): Buffer | undefined {
  if (piece.length < sizes.tag) return undefined
  const end = piece.length - sizes.tag
  const decipher = createDecipheriv(algorithm, key, nonce)
  decipher.setAAD(Buffer.from(about)).setAuthTag(piece.subarray(end))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()])
  } catch {
    return undefined
  }
}

interface Header {
  readonly size: number
  take(bytes: Buffer): void
}

/** Hands on pieces of this size, and at the end a last one, which may be shorter or empty. */
function inPieces(
  size: number,
  work: (piece: Buffer, number: number, isLast: boolean, out: Transform) => void,
  header?: Header,
): Transform {
  let waiting: Buffer[] = []
  let length = 0
  let number = 0
  let missing = header?.size ?? 0
  const take = (bytes: number): Buffer => {
    const all = Buffer.concat(waiting)
    waiting = [all.subarray(bytes)]
    length -= bytes
    return all.subarray(0, bytes)
  }
  const advance = (out: Transform, isEnd: boolean): void => {
    if (missing > 0 && (length >= missing || isEnd)) {
      if (length < missing) throw new SealFault('a sealed file was cut off')
      header?.take(take(missing))
      missing = 0
    }
    if (missing > 0) return
    // What fills a piece exactly may be the last one.
    while (length > size) work(take(size), number++, false, out)
    if (isEnd) work(take(length), number, true, out)
  }
  const guarded = (done: TransformCallback, run: () => void): void => {
    try {
      run()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      length += chunk.length
      guarded(done, () => length > size && advance(this, false))
    },
    flush(done) {
      guarded(done, () => advance(this, true))
    },
  })
}
