// @ts-check
/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */
/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeElement} ReadmeElement */
/** @typedef {{ type: string, value?: string, tagName?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/** Longer than any real address. */
const longestAddress = 2048

/** Between whose children lines end for nothing. */
const blocksAlone = new Set(['root', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'ul', 'ol'])

/**
 * The nodes of a sanitized tree as they are stored. A picture becomes a link, since loading it would tell a foreign
 * server who reads what; what is no address outside is no link.
 */
export function compact(/** @type {Node} */ { tagName = 'root', children = [] }) {
  const nodes = joined(children.flatMap(nodesOf))
  return blocksAlone.has(tagName) ? nodes.filter((node) => node !== '\n') : nodes
}

/** @returns {ReadmeNode[]} */
function nodesOf(/** @type {Node} */ node) {
  if (node.type === 'text') return [node.value ?? '']
  const { tagName: tag, properties = {} } = node
  if (node.type !== 'element' || tag === undefined) return []
  if (tag === 'input') return [properties['checked'] ? '☑' : '☐']
  if (tag === 'img') return link(properties['src'], [String(properties['alt'] || 'picture')])
  const children = compact(node)
  if (tag === 'a') return link(properties['href'], children)
  const element = /** @type {ReadmeElement} */ ({ tag, ...attributesOf(properties), children })
  if (children.length > 0) return [element]
  const { children: _, ...empty } = element
  return [empty]
}

/** @returns {ReadmeNode[]} */
function link(/** @type {unknown} */ href, /** @type {ReadmeNode[]} */ children) {
  return isAddress(href) ? [{ tag: 'a', href, children }] : children
}

/** @returns {address is string} */
function isAddress(/** @type {unknown} */ address) {
  return typeof address === 'string' && address.length <= longestAddress && /^(https?|mailto):/i.test(address)
}

function attributesOf(/** @type {Record<string, unknown>} */ { start, align }) {
  return {
    ...(typeof start === 'number' && start !== 1 && { start }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
  }
}

/** Texts beside each other are one. */
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
