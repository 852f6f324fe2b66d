import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The closed list of id prefixes (contract §1). */
export type IdPrefix =
  | 'tool'
  | 'org'
  | 'user'
  | 'team'
  | 'ou'
  | 'at'
  | 'ws'
  | 'prov'
  | 'provver'
  | 'provpltfrm'
  | 'gpg'
  | 'mod'
  | 'modver'
  | 'sess'
  | 'inv'
  | 'sv'
  | 'wsout'
  | 'tag'
  | 'lock'
  | 'wh'
  | 'msg'

/** A new id: the prefix, a hyphen and 16 random letters and digits. */
export function newId(prefix: IdPrefix): string {
  let id = `${prefix}-`
  for (let i = 0; i < 16; i++) id += alphabet.charAt(randomInt(alphabet.length))
  return id
}

/** Whether a text has the form of an id of this kind; what has not is simply not found. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}-`) && /^[A-Za-z0-9]{16}$/.test(text.slice(prefix.length + 1))
}
