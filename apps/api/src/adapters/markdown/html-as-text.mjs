// @ts-check
/** @typedef {{ type: string, value?: string, children?: Node[] }} Node */

/** Shows the tags in a Markdown text as they are written, and leaves comments out. */
export const htmlAsText = () => (/** @type {Node} */ tree) => visit(tree)

function visit(/** @type {Node} */ node) {
  if (node.type === 'raw') node.type = 'text'
  if (!node.children) return
  node.children = node.children.filter((child) => !isComment(child))
  for (const child of node.children) visit(child)
}

const isComment = (/** @type {Node} */ { type, value = '' }) =>
  type === 'raw' && value.startsWith('<!--') && value.trimEnd().endsWith('-->')
