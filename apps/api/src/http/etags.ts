import { createHash } from 'node:crypto'

/** Makes a strong tag from the bytes that are sent. */
export function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** True where an `If-Match` or `If-None-Match` names the tag; weak and strong tags compare alike. */
export function namesTag(header: string, tag: string): boolean {
  // Nearly always it is the very tag that was given.
  if (header === tag) return true
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
