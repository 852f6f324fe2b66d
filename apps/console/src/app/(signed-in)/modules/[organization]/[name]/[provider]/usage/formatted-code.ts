/** Word, or items between two brackets; `spaced` if white space came before it. */
type Part = { spaced: boolean } & ({ word: string } | { open: string; items: readonly Item[] })

type Item = readonly Part[]

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** A text in quotes, a word, or a single character. */
const token = /"(?:[^"\\]|\\.)*"|[^\s"()[\]{},=:#]+|[()[\]{},=:#\n]/g

/** Maximum width of a line, in characters. */
const widest = 72

/**
 * A type of the engine's language as a person would write it: on one line where it fits, otherwise an attribute a line,
 * indented and with their `=` in a column. JSON becomes the language. What cannot be read stays as it is.
 */
export function formattedCode(text: string): string {
  // What a comment belongs to is for its author to say.
  const items = /(^|\s)(#|\/\/|\/\*)/.test(text) ? undefined : itemsOf(text)
  return items ? items.map((item) => written(item, 0, 0)).join('\n') : text.trim()
}

/** The default of an input, which is JSON unless it is not computed. */
export function formattedDefault(text: string): string {
  if (text === '') return 'null'
  try {
    JSON.parse(text)
    return formattedCode(text)
  } catch {
    return text.trim()
  }
}

/** An empty value of the type, or its default: `zones = []`. */
export function inputLine({ name, type, required, default: value }: Input): string {
  const kind = /^[a-z]+/.exec(type.trim())?.[0] ?? ''
  return `${name} = ${required ? (emptyOf[kind] ?? 'null') : formattedDefault(value)}`
}

type Input = { name: string; type: string; required: boolean; default: string }

const emptyOf: Readonly<Record<string, string>> = {
  ...{ string: '""', number: '0', bool: 'false' },
  ...{ list: '[]', set: '[]', tuple: '[]', map: '{}', object: '{}' },
}

/** Undefined where brackets do not match. */
function itemsOf(text: string): Item[] | undefined {
  type Level = { open: string; items: Item[]; parts: Part[]; spaced: boolean }
  const levels: Level[] = [{ open: '', items: [], parts: [], spaced: false }]
  let end = 0
  const finish = (level: Level) => {
    if (level.parts.length > 0) level.items.push(level.parts)
    level.parts = []
  }
  for (const { 0: found, index } of text.matchAll(token)) {
    const level = levels.at(-1)
    if (!level) return undefined
    const spaced = index > end && level.parts.length > 0
    end = index + found.length
    if (found in closing) levels.push({ open: found, items: [], parts: [], spaced })
    else if (found === '\n' ? level.open === '{' : found === ',') finish(level)
    else if (found === closing[level.open]) {
      finish(level)
      levels.pop()
      levels.at(-1)?.parts.push({ open: level.open, items: level.items, spaced: level.spaced })
    } else if (/^[)\]}]$/.test(found)) return undefined
    else if (found !== '\n') level.parts.push({ word: wordOf(found, level), spaced })
  }
  const [outermost, ...unclosed] = levels
  if (!outermost || unclosed.length > 0) return undefined
  finish(outermost)
  return outermost.items
}

/** JSON separates by a colon, and puts names in quotes. */
function wordOf(found: string, { open, parts }: { open: string; parts: readonly Part[] }): string {
  if (open !== '{') return found
  if (found === ':' || found === '=') {
    const [key] = parts
    if (key && 'word' in key && parts.length === 1) key.word = key.word.replace(/^"([A-Za-z_][\w-]*)"$/, '$1')
    return '='
  }
  return found
}

const isSign = (part: Part): boolean => 'word' in part && part.word === '='

/** Returns an item on one line. */
const flat = (item: Item): string =>
  item.reduce((text, part, at) => text + gap(item, at) + flatPart(part), '')

function flatPart(part: Part): string {
  if ('word' in part) return part.word
  const inner = part.items.map(flat).join(', ')
  const blank = part.open === '{' && inner !== '' ? ' ' : ''
  return `${part.open}${blank}${inner}${blank}${closing[part.open]}`
}

function gap(item: Item, at: number): string {
  const [before, here] = [item[at - 1], item[at]]
  if (!before || !here) return ''
  return here.spaced || isSign(before) || isSign(here) ? ' ' : ''
}

/** Returns an item that starts at a column, its further lines indented. */
function written(item: Item, indent: number, column: number): string {
  if (column + flat(item).length <= widest) return flat(item)
  return item.reduce((text, part, at) => {
    const before = text + gap(item, at)
    const line = before.slice(before.lastIndexOf('\n') + 1).length
    return before + writtenPart(part, indent, before.includes('\n') ? line : column + line)
  }, '')
}

function writtenPart(part: Part, indent: number, column: number): string {
  if ('word' in part || part.items.length === 0) return flatPart(part)
  if (part.open === '(') {
    const inner = part.items.map((item) => written(item, indent, column + 1))
    return `(${inner.join(', ')})`
  }
  const deeper = ' '.repeat(indent + 2)
  const lines = part.open === '{' ? attributes(part.items, indent + 2) : listed(part.items, indent + 2)
  return `${part.open}\n${lines.map((line) => deeper + line).join('\n')}\n${' '.repeat(indent)}${closing[part.open]}`
}

const listed = (items: readonly Item[], indent: number): string[] =>
  items.map((item) => `${written(item, indent, indent + 1)},`)

/** Returns attributes line by line; one-line ones in a row have their `=` in one column. */
function attributes(items: readonly Item[], indent: number): string[] {
  const lines = items.map((item) => ({
    text: written(item, indent, indent),
    key: item[1] && isSign(item[1]) ? flat(item.slice(0, 1)) : '',
  }))
  return lines.map(({ text, key }, at) => {
    if (key === '' || text.includes('\n')) return text
    const isBeside = (each: (typeof lines)[number]) => each.key !== '' && !each.text.includes('\n')
    const first = lines.findLastIndex((each, index) => index < at && !isBeside(each)) + 1
    const end = lines.findIndex((each, index) => index > at && !isBeside(each))
    const run = lines.slice(first, end < 0 ? undefined : end)
    return key.padEnd(Math.max(...run.map((each) => each.key.length))) + text.slice(key.length)
  })
}
