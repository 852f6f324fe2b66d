type Node = { type: string; value?: string; children?: Node[] }

const isComment = ({ type, value = '' }: Node): boolean => type === 'raw' && /^<!--[^]*-->\s*$/.test(value)

/** Shows the tags in a Markdown text as they are written, and leaves comments out. */
export const htmlAsText =
  () =>
  (tree: Node): void =>
    visit(tree)

function visit(node: Node): void {
  if (node.type === 'raw') node.type = 'text'
  if (!node.children) return
  node.children = node.children.filter((child) => !isComment(child))
  for (const child of node.children) visit(child)
}
