// @ts-check
import { highlighted } from '@engine/shared/highlight'
import { decode, isAddress, isPicture, pathOf, slug } from './places.mjs'

/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */
/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeElement} ReadmeElement */
/** @typedef {import('../../domain/registry-modules/readme-tree.js').CalloutKind} CalloutKind */
/** @typedef {{ type: string, value?: string, tagName?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/** Elements between whose children line breaks have no meaning. */
const blocksAlone = new Set([
  ...['root', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'ul', 'ol', 'details'],
])

/** Limits of one README: code that takes longer to colour, or becomes more pieces, is left plain. */
const mostPieces = 5000
const longestColouring = 1000

const callout = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/**
 * The nodes of a sanitized tree as they are stored. A picture of another server becomes a link, since loading it would
 * tell that server who reads what; what leads nowhere is no link.
 */
export class Compact {
  /** @type {Map<string, number>} How many headings have a name. */
  #slugs = new Map()
  #pieces = 0
  #colouring = 0

  constructor(/** @type {string} */ folder) {
    this.folder = folder
  }

  /** @returns {ReadmeNode[]} */
  nodes(/** @type {Node} */ { tagName = 'root', children = [] }, isInLink = tagName === 'a') {
    const nodes = joined(children.flatMap((child) => this.#nodesOf(child, isInLink)))
    return blocksAlone.has(tagName) ? nodes.filter((node) => node !== '\n') : nodes
  }

  /** @returns {ReadmeNode[]} */
  #nodesOf(/** @type {Node} */ node, /** @type {boolean} */ isInLink) {
    if (node.type === 'text') return [node.value ?? '']
    const { tagName: tag, properties = {} } = node
    if (node.type !== 'element' || tag === undefined) return []
    if (tag === 'input') return [properties['checked'] ? '☑' : '☐']
    if (tag === 'img') return this.#picture(properties, isInLink)
    const children = tag === 'code' ? this.#code(node) : this.nodes(node, isInLink || tag === 'a')
    if (tag === 'a') return isInLink ? children : this.#link(properties, children)
    const element = /** @type {ReadmeElement} */ ({ tag, ...attributesOf(properties), children })
    if (children.length === 0) {
      const { children: _, ...empty } = element
      return [empty]
    }
    if (/^h[1-6]$/.test(tag)) return [{ ...element, ...this.#slugAttribute(textOf(children)) }]
    return [tag === 'blockquote' ? withCallout(element) : element]
  }

  /** A block of code that names its language. */
  #code(/** @type {Node} */ node) {
    const plain = this.nodes(node)
    const names = node.properties?.['className']
    const [, language = ''] = /^language-(.+)$/.exec(Array.isArray(names) ? String(names[0]) : '') ?? []
    if (language === '' || this.#colouring > longestColouring) return plain
    const begun = performance.now()
    const pieces = highlighted(textOf(plain), language.toLowerCase(), mostPieces - this.#pieces)
    this.#colouring += performance.now() - begun
    this.#pieces += pieces.length
    return pieces
  }

  /** @returns {ReadmeNode[]} */
  #picture(/** @type {Record<string, unknown>} */ { src, alt }, /** @type {boolean} */ isInLink) {
    const text = String(alt || 'picture').slice(0, 1000)
    const path = isAddress(src) ? undefined : pathOf(src, this.folder)
    if (path !== undefined && isPicture(path))
      return [{ tag: 'img', path, alt: String(alt || '').slice(0, 1000) }]
    return isInLink ? [text] : this.#link({ href: src }, [text])
  }

  /** @returns {ReadmeNode[]} */
  #link(/** @type {Record<string, unknown>} */ { href, id }, /** @type {ReadmeNode[]} */ children) {
    if (isAddress(href)) return [{ tag: 'a', href, children }]
    if (typeof href === 'string' && href.startsWith('#')) {
      if (href.startsWith(footnotes))
        return [{ tag: 'a', anchor: href.slice(1), ...idAttribute(id), children }]
      const anchor = slug(decode(href.slice(1)) ?? '')
      return anchor === '' ? children : [{ tag: 'a', anchor, children }]
    }
    const path = pathOf(href, this.folder)
    return path === undefined ? children : [{ tag: 'a', path, children }]
  }

  #slugAttribute(/** @type {string} */ text) {
    const name = slug(text)
    if (name === '') return {}
    const before = this.#slugs.get(name) ?? 0
    this.#slugs.set(name, before + 1)
    return { id: before === 0 ? name : `${name}-${before}` }
  }
}

/** A quotation that begins with `[!NOTE]`, say. @returns {ReadmeElement} */
function withCallout(/** @type {ReadmeElement} */ element) {
  const [first, ...others] = element.children ?? []
  if (typeof first !== 'object' || first.tag !== 'p') return element
  const [begin, ...rest] = first.children ?? []
  const [mark, kind] = typeof begin === 'string' ? (callout.exec(begin) ?? []) : []
  if (typeof begin !== 'string' || mark === undefined || kind === undefined) return element
  const left = [begin.slice(mark.length), ...rest].filter((node) => node !== '')
  const paragraph = left.length > 0 ? [{ ...first, children: left }] : []
  return {
    tag: 'blockquote',
    kind: /** @type {CalloutKind} */ (kind.toLowerCase()),
    children: [...paragraph, ...others],
  }
}

/** The names that lead from a footnote to its references and back; those of headings are others. */
const footnotes = '#user-content-fn'

const idAttribute = (/** @type {unknown} */ id) => (typeof id === 'string' ? { id } : {})

function attributesOf(/** @type {Record<string, unknown>} */ { start, align, id }) {
  return {
    ...idAttribute(id),
    ...(typeof start === 'number' && start !== 1 && { start }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
  }
}

/** @returns {string} */
function textOf(/** @type {readonly ReadmeNode[]} */ nodes) {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children ?? []))).join('')
}

/** Nodes with adjacent texts joined into one. */
function joined(/** @type {ReadmeNode[]} */ nodes) {
  /** @type {ReadmeNode[]} */
  const all = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (typeof node === 'string' && typeof last === 'string') all[all.length - 1] = last + node
    else all.push(node)
  }
  return all
}
