// @ts-check
/** @typedef {{ type: string, value?: string, tagName?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/**
 * Makes elements of the few tags that READMEs write in HTML because Markdown has no other way: what is folded, and
 * pictures with what only places them. All other tags are left for `htmlAsText`.
 */
export const knownHtml = () => (/** @type {Node} */ tree) => visit(tree)

function visit(/** @type {Node} */ node) {
  if (!node.children) return
  node.children = folded(node.children.flatMap(placed))
  for (const child of node.children) visit(child)
}

const placing = /^<\/?(p|div|center|picture)(\s[^<>]*)?>$/i

/** A run of HTML that only places pictures becomes these. */
function placed(/** @type {Node} */ node) {
  const { type, value = '' } = node
  if (type !== 'raw' || !/^\s*<(img|br|p|div|center|picture|a)\b/i.test(value)) return [node]
  const pieces = value.match(/<[^<>]*>|[^<>]+/g) ?? []
  if (pieces.join('') !== value || !pieces.some((piece) => /^<(img|br)\b/i.test(piece))) return [node]
  /** @type {Node[]} */
  const found = []
  for (const piece of pieces) {
    if (/^<img\b/i.test(piece)) found.push(picture(piece))
    else if (/^<br\s*\/?>$/i.test(piece)) found.push({ type: 'element', tagName: 'br', children: [] })
    else if (piece.trim() === '') found.push({ type: 'text', value: ' ' })
    else if (!placing.test(piece)) return [node]
  }
  return found
}

/** @returns {Node} */
function picture(/** @type {string} */ tag) {
  const attribute = (/** @type {string} */ name) => {
    const [, , quoted = ''] = new RegExp(`\\s${name}=(["'])(.*?)\\1`, 'is').exec(tag) ?? []
    return quoted.replaceAll('&amp;', '&')
  }
  return {
    type: 'element',
    tagName: 'img',
    properties: { src: attribute('src'), alt: attribute('alt') },
    children: [],
  }
}

const begin = /^\s*<details(?:\s+open(?:="[^"]*")?)?\s*>\s*(?:<summary>([^]*?)<\/summary>)?/i
const end = /<\/details>\s*$/i

/**
 * Nodes with `<details>` and `</details>`, which stand in separate blocks, folded around any Markdown between
 * them.
 */
function folded(/** @type {readonly Node[]} */ nodes) {
  /** @type {Node[]} */
  const all = []
  /** @type {{ node: Node, outer: Node[], made: number }[]} What is open. */
  const open = []
  let into = all
  for (const node of nodes) {
    const value = node.type === 'raw' ? (node.value ?? '') : ''
    const begun = begin.exec(value)
    const rest = value.slice(begun?.[0].length ?? 0)
    if (begun && !/<details/i.test(rest)) {
      const made = [summary(begun[1]), ...paragraph(rest.replace(end, ''))]
      open.push({ node, outer: into, made: made.length })
      into = made
    } else if (!begun && end.test(value) && open.length > 0) into.push(...paragraph(value.replace(end, '')))
    else {
      into.push(node)
      continue
    }
    const last = open.at(-1)
    if (!last || !end.test(rest)) continue
    last.outer.push({ type: 'element', tagName: 'details', children: into })
    into = last.outer
    open.pop()
  }
  // What never closes stays as it is written.
  for (const { node, outer, made } of open.reverse()) {
    outer.push(node, ...into.slice(made))
    into = outer
  }
  return all
}

/** @returns {Node} */
function summary(text = '') {
  const value = text.replace(/<\/?(b|strong|em|i|code)>/gi, '').trim()
  return { type: 'element', tagName: 'summary', children: [{ type: 'text', value: value || 'Details' }] }
}

/** @returns {Node[]} */
function paragraph(/** @type {string} */ text) {
  const value = text.trim()
  if (value === '') return []
  return [{ type: 'element', tagName: 'p', children: [{ type: 'text', value }] }]
}

/** Shows the tags in a Markdown text as they are written, and leaves comments out. */
export const htmlAsText = () => (/** @type {Node} */ tree) => showTags(tree)

function showTags(/** @type {Node} */ node) {
  if (node.type === 'raw') node.type = 'text'
  if (!node.children) return
  node.children = node.children.filter((child) => !isComment(child))
  for (const child of node.children) showTags(child)
}

const isComment = (/** @type {Node} */ { type, value = '' }) =>
  type === 'raw' && value.startsWith('<!--') && value.trimEnd().endsWith('-->')
