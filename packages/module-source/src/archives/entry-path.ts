import { shortText } from '@engine/shared'
import { ArchiveRefused } from '../archive.js'

const longestPath = 1024
const longestName = 255
const deepest = 64

/**
 * The path of an entry without `./` and doubled or closing slashes; the root is the empty text.
 * Throws `ArchiveRefused` for a path that is not plainly below the root. Even a `..` that would stay inside is
 * refused, since clients do not unpack such an archive.
 */
export function entryPath(written: string): string {
  checkText(written, written, 'its path')
  const parts = written.split('/').filter((part) => part !== '' && part !== '.')
  // Some packers call the root itself `/`.
  if (written.startsWith('/') && parts.length > 0) throw badPath(`${quoted(written)} is an absolute path`)
  if (parts.includes('..')) throw badPath(`${quoted(written)} has ".." in its path`)
  return parts.join('/')
}

/** The parts of a link's target, `..` among them. Throws `ArchiveRefused` for what cannot stay inside. */
export function targetParts(path: string, target: string): string[] {
  checkText(path, target, 'its target')
  if (target.startsWith('/')) {
    throw badLink(`the link ${quoted(path)} leads to the absolute path ${quoted(target)}`)
  }
  return target.split('/').filter((part) => part !== '' && part !== '.')
}

/** A path for a message: short, and without characters that would hide what it is. */
export function quoted(path: string): string {
  const visible = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return `"${shortText(visible, 100)}"`
}

export function badLink(message: string): ArchiveRefused {
  const remedy =
    'put what it should lead to in its place (tar --dereference --hard-dereference), or leave it out'
  return new ArchiveRefused('bad-link', `${message}: ${remedy}`)
}

function checkText(path: string, text: string, what: string): void {
  const parts = text.split('/')
  if (text === '') throw badPath(`an entry ${quoted(path)} has nothing as ${what}`)
  if (Buffer.byteLength(text) > longestPath) {
    throw badPath(`${quoted(path)} has more than ${longestPath} bytes in ${what}`)
  }
  if (parts.some((part) => Buffer.byteLength(part) > longestName)) {
    throw badPath(`${quoted(path)} has a name longer than ${longestName} bytes in ${what}`)
  }
  if (parts.length > deepest) throw badPath(`${quoted(path)} has more than ${deepest} levels in ${what}`)
  if (/\p{Cc}/u.test(text)) throw badPath(`${quoted(path)} has a control character in ${what}`)
  if (text.includes('\\')) throw badPath(`${quoted(path)} has a backslash in ${what}`)
  if (/^[A-Za-z]:/.test(text)) throw badPath(`${quoted(path)} has a drive letter in ${what}`)
}

function badPath(message: string): ArchiveRefused {
  return new ArchiveRefused('bad-path', message)
}
