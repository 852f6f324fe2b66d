// @ts-check
/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */
/** @typedef {{ type: string, value?: string, url?: string, identifier?: string, children?: Node[] }} Node */

const mostNodes = 80_000
const mostCharacters = 1_000_000
const deepest = 100

/** `reason` is shown to users. */
export class Refused extends Error {
  constructor(/** @type {'too-large' | 'too-complex'} */ reason) {
    super(reason)
    this.reason = reason
  }
}

/** Counts what a page would have to hold. */
export class Measure {
  #nodes = 0
  #characters = 0
  /** @type {Map<string, number>} The length of the address behind each name. */
  #addresses = new Map()

  ofMarkdown(/** @type {Node} */ root) {
    for (const { type, identifier = '', url = '' } of root.children ?? [])
      if (type === 'definition') this.#addresses.set(identifier, url.length)
    this.#markdown(root, 0)
  }

  ofTree(/** @type {readonly ReadmeNode[]} */ nodes, depth = 0) {
    for (const node of nodes) {
      if (typeof node === 'string') this.#count(1, node.length, depth)
      else {
        this.#count(1, lengthOf(node), depth)
        if (node.children) this.ofTree(node.children, depth + 1)
      }
    }
  }

  #markdown(/** @type {Node} */ node, /** @type {number} */ depth) {
    const { type, value = '', url = '', identifier = '', children = [] } = node
    const isReference = type === 'linkReference' || type === 'imageReference'
    const address = isReference ? (this.#addresses.get(identifier) ?? 0) : url.length
    this.#count(1, value.length + address, depth)
    // Rows are filled up to the width of the first one.
    if (type === 'table') this.#count(children.length * (children[0]?.children?.length ?? 0), 0, depth)
    for (const child of children) this.#markdown(child, depth + 1)
  }

  #count(/** @type {number} */ nodes, /** @type {number} */ characters, /** @type {number} */ depth) {
    this.#nodes += nodes
    this.#characters += characters
    if (this.#nodes > mostNodes || this.#characters > mostCharacters) throw new Refused('too-large')
    if (depth > deepest) throw new Refused('too-complex')
  }
}

function lengthOf(/** @type {import('../../domain/registry-modules/readme-tree.js').ReadmeElement} */ node) {
  const { href = '', path = '', anchor = '', id = '', alt = '' } = node
  return href.length + path.length + anchor.length + id.length + alt.length
}
