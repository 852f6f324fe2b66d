import type { ProviderDocKey } from '@engine/shared/provider-docs'
import { parse } from 'yaml'
import { firstParagraph } from '../registry-modules/readme.js'
import type { ProviderDocPage, ProviderDocWarning } from './provider-doc.js'

/** Limit of a page, in characters, like that of a README; the rest is cut off. */
const longestContent = 512 * 1024
/** Limit of a front matter, in characters, so that none takes long to parse. */
const longestFrontMatter = 8 * 1024
const longest = { title: 300, subcategory: 100, description: 1000 } as const

interface Headed {
  readonly facts: Readonly<Record<string, string>>
  readonly content: string
  readonly fault?: string
}

/** Reads a page: its front matter, and what stands behind it. A faulty front matter is a warning, and gives nothing. */
export function readPage(
  path: string,
  { category, slug }: ProviderDocKey,
  bytes: Uint8Array,
): { page: ProviderDocPage; warning?: ProviderDocWarning } {
  // The database holds no NUL.
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD')
  const { facts, content, fault } = headed(text)
  const shown = content.slice(0, longestContent)
  const page = {
    ...{ category, slug, path },
    title: cut(facts['page_title'] || headingOf(shown) || slug, longest.title),
    subcategory: cut(facts['subcategory'] ?? '', longest.subcategory),
    description: cut(facts['description'] || firstParagraph(shown), longest.description),
    content: shown,
    truncated: shown.length < content.length,
  }
  return { page, ...(fault !== undefined && { warning: { path, message: fault } }) }
}

function headed(text: string): Headed {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)
  if (!opening) return { facts: {}, content: text }
  const rest = text.slice(opening[0].length)
  const closing = /^(---|\.\.\.)[ \t]*(\r?\n|$)/m.exec(rest)
  if (!closing) return { facts: {}, content: text, fault: 'The front matter has no end: close it with ---' }
  const content = rest.slice(closing.index + closing[0].length)
  const yaml = rest.slice(0, closing.index)
  if (yaml.length > longestFrontMatter)
    return { facts: {}, content, fault: `The front matter is longer than ${longestFrontMatter} characters` }
  return { content, ...parsed(yaml) }
}

const names = ['page_title', 'subcategory', 'description']

function parsed(yaml: string): Omit<Headed, 'content'> {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
    if (value === null) return { facts: {} }
    if (typeof value !== 'object' || Array.isArray(value))
      return { facts: {}, fault: 'The front matter is no list of names and values' }
    const entries = Object.entries(value).filter(([name, fact]) => names.includes(name) && fact !== null)
    const texts = entries.flatMap(([name, fact]) => (isPlain(fact) ? [[name, String(fact)] as const] : []))
    const wrong = entries.find(([, fact]) => !isPlain(fact))
    return {
      facts: Object.fromEntries(texts),
      ...(wrong && { fault: `${wrong[0]} of the front matter is no text` }),
    }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return { facts: {}, fault: cut(`The front matter is no YAML: ${reason}`, 300) }
  }
}

const isPlain = (fact: unknown): fact is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof fact)

/** The first heading of the first lines, without marks. */
function headingOf(content: string): string {
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(content.slice(0, 20_000))?.[1] ?? ''
  return heading.replace(/[ \t]#+[ \t]*$/, '').replace(/[`*\\]/g, '')
}

const cut = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line
}
