const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const numberFormat = new Intl.NumberFormat('en')
const sizeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `1,458`. */
export const numberText = (number: number): string => numberFormat.format(number)

/** `1 workspace`, `3 workspaces`. */
export const count = (number: number, one: string): string =>
  `${numberText(number)} ${one}${number === 1 ? '' : 's'}`

/** `1.9.0, 1.9.1 and 3 more`: the first few names; `all` says how many there are where only some are known. */
export function firstNames(names: readonly string[], most: number, all = names.length): string {
  const shown = names.slice(0, most).join(', ')
  return all > most ? `${shown} and ${numberText(all - most)} more` : shown
}

const listFormat = new Intl.ListFormat('en')

/** The same in a sentence: `acme, globex, and 3 more`. */
export const listed = (names: readonly string[], all = names.length): string =>
  listFormat.format(all > names.length ? [...names, `${numberText(all - names.length)} more`] : names)

/** Shortens a text to a number of characters. */
export const shortened = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, Math.max(1, characters - 1))}…`

const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** `812 bytes`, `1.4 kB`, `98 MB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${unit > 0 && size < 10 ? sizeFormat.format(size) : numberText(Math.round(size))} ${units[unit] ?? ''}`
}

const storageUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** `88 KiB`, `100 GiB`: what is stored and how much may be, in the units in which limits are set. */
export function storageText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < storageUnits.length - 1) [size, unit] = [size / 1024, unit + 1]
  return `${unit > 0 && size < 100 ? sizeFormat.format(size) : numberText(Math.round(size))} ${storageUnits[unit] ?? ''}`
}

/** Characters that are not seen but turn the text after them, so that it reads as another one. */
// oxlint-disable-next-line no-misleading-character-class
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const codeOf = (character: string): string =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}]`

/** The text with the characters that turn it named in their place. */
export const withoutDirections = (text: string): string => text.replace(directions, codeOf)

/** Colours of the theme whose text can be read on their own tint, in light and in dark. */
const colors = ['harbor', 'green', 'orange', 'violet', 'yellow', 'grape', 'pink', 'cyan'] as const

/** One or two letters for a name: those its first two words begin with, else its first two. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = [...first]
  return `${letters[0] ?? ''}${(second === undefined ? letters[1] : [...second][0]) ?? ''}`.toUpperCase()
}

/** Returns a name's colour, always the same. */
export function colorOf(name: string): (typeof colors)[number] {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return colors[sum % colors.length] ?? 'harbor'
}

/** Setting that clients set and this platform only stores, as in GraphQL. */
export type KeptSetting = { name: string; value?: unknown }

/** A name of attributes as words: `autoApply` and `auto-apply` are `Auto apply`. */
export function settingWords(name: string): string {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a setting's value in words; a dash without one. */
export function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ') || '–'
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${settingWords(name).toLowerCase()} ${settingText(part)}`)
      .join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) || '–' : '–'
}

/**
 * Returns the distance of a moment from `now`: `5 minutes ago`, `yesterday`, `in 3 months`; clocks may differ
 * by a minute.
 */
export function relativeText(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime()
  const [whole, sign] = past < 0 ? [Math.round, 1] : [Math.floor, -1]
  let far = whole(Math.abs(past) / 1000)
  if (far < 60) return 'just now'
  for (const [unit, most] of steps) {
    if (far < most) return format.format(sign * far, unit)
    far = whole(far / most)
  }
  return ''
}

/** ` 3 more issuers are not listed here.`; nothing where all are. */
export const beyondText = (hidden: number, noun: string): string =>
  hidden > 0 ? ` ${count(hidden, `more ${noun}`)} ${hidden === 1 ? 'is' : 'are'} not listed here.` : ''
