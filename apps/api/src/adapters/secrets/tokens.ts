import { hash as digestOf, randomBytes } from 'node:crypto'
import type { TokenKind, TokenValues } from '../../kernel/secrets.js'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixes: Record<TokenKind, string> = {
  user: 'engu',
  session: 'engs',
  team: 'engt',
  organization: 'engo',
  setup: 'engi',
  invitation: 'engv',
  confirmation: 'engc',
  login: 'engl',
}
const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as TokenKind]))

/** 62^43 is just above 2^256. */
const randomLength = 43
const tailLength = 6
const form = new RegExp(`^([a-z]{4})_[0-9A-Za-z]{${randomLength}}_([0-9A-Za-z]{${tailLength}})$`)

/**
 * Token values read `engu_<random>_<tail>`: the prefix tells people and secret scanners what they have found, the
 * random part holds 256 bits, and the tail is computed from the rest, so that a mistyped value needs no look-up.
 */
export const tokenValues: TokenValues = {
  create(kind) {
    const body = `${prefixes[kind]}_${randomText(randomLength)}`
    const value = `${body}_${tailOf(body)}`
    return { value, hash: hashOf(value) }
  },

  parse(value) {
    const [, prefix, tail] = form.exec(value) ?? []
    const kind = prefix === undefined ? undefined : kinds.get(prefix)
    if (kind === undefined || tail !== tailOf(value.slice(0, -tailLength - 1))) return undefined
    return { kind, hash: hashOf(value) }
  },

  hash: hashOf,
}

/** SHA-256 in hexadecimal: fast is right here, since the values cannot be guessed. */
function hashOf(value: string): string {
  return digestOf('sha256', value, 'hex')
}

function tailOf(body: string): string {
  const digest = digestOf('sha256', `tail of ${body}`, 'buffer')
  let number = digest.readUIntBE(0, 6)
  let tail = ''
  for (let i = 0; i < tailLength; i++) {
    tail += letters.charAt(number % letters.length)
    number = Math.floor(number / letters.length)
  }
  return tail
}

/** Bytes from 248 on are drawn again: 248 is the last multiple of 62, so each letter is equally likely. */
function randomText(length: number): string {
  const fair = 256 - (256 % letters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < fair) text += letters.charAt(byte % letters.length)
    }
  }
  return text
}
