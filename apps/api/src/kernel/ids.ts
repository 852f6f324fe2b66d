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
  | 'prj'
  | 'prov'
  | 'provver'
  | 'provpltfrm'
  | 'provdoc'
  | 'pubprov'
  | 'pubver'
  | 'pubmod'
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
  | 'shreq'
  | 'issuer'
  | 'ciid'
  | 'act'

/** Makes an id: the prefix, a hyphen and 16 random letters and digits. */
export const newId = (prefix: IdPrefix): string => `${prefix}-${randomLetters(16)}`

export function randomLetters(length: number): string {
  let letters = ''
  for (let i = 0; i < length; i++) letters += alphabet.charAt(randomInt(alphabet.length))
  return letters
}

/** Writes a number as `length` letters and digits, which `lettersToNumber` reads. */
export function numberToLetters(number: number, length: number): string {
  let letters = ''
  for (let rest = number; letters.length < length; rest = Math.floor(rest / alphabet.length))
    letters = alphabet.charAt(rest % alphabet.length) + letters
  return letters
}

export const lettersToNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * alphabet.length + alphabet.indexOf(letter), 0)

/** True where a text has the form of an id of this kind; any other text is simply not found. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}-`) && /^[A-Za-z0-9]{16}$/.test(text.slice(prefix.length + 1))
}
