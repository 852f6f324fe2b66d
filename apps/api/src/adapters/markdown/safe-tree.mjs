// @ts-check
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { compact } from './compact.mjs'
import { htmlAsText } from './html-as-text.mjs'
import { Measure } from './measure.mjs'

/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */

/** All that a tree may hold; `input` and `img` become text and links. */
const allowed = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr', 'br'],
    ...[
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'a',
      'em',
      'strong',
      'del',
      'code',
      'sup',
      'input',
      'img',
    ],
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    input: ['checked'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(htmlAsText)
  .use(rehypeSanitize, allowed)
  .freeze()

/**
 * The tree of a Markdown text. What would become too much of it is refused as early as possible: a table is made as
 * wide as its head in each of its rows. Throws `Refused`.
 */
export function safeTree(/** @type {string} */ text) {
  const markdown = pipeline.parse(text)
  new Measure().ofMarkdown(markdown)
  const tree = compact(pipeline.runSync(markdown))
  new Measure().ofTree(tree)
  return tree
}
