// @ts-check
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { Compact } from './compact.mjs'
import { htmlAsText, knownHtml } from './known-html.mjs'
import { Measure } from './measure.mjs'

/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */

/**
 * All that a tree may be made of; `input` becomes text, and most of `img` links.
 * @type {import('rehype-sanitize').Options}
 */
const allowed = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr', 'br'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'em', 'strong', 'del', 'code', 'sup'],
    ...['input', 'img', 'details', 'summary'],
  ],
  attributes: {
    a: ['href', ['id', /^user-content-fnref-/]],
    li: [['id', /^user-content-fn-/]],
    code: [['className', /^language-/]],
    img: ['src', 'alt'],
    input: ['checked'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  // The names that are allowed are made with a prefix already.
  clobber: [],
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

// Two tildes strike out: one belongs to a constraint such as `~> 1.3`, of which a README may have two in a line.
const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(knownHtml)
  .use(htmlAsText)
  .use(rehypeSanitize, allowed)
  .freeze()

/**
 * The tree of a Markdown text that lies in a folder of an archive. What would become too much of it is refused as early as possible: a table is made as
 * wide as its head in each of its rows. Throws `Refused`.
 */
export function safeTree(/** @type {string} */ text, /** @type {string} */ folder) {
  const markdown = pipeline.parse(text)
  new Measure().ofMarkdown(markdown)
  const tree = new Compact(folder).nodes(pipeline.runSync(markdown))
  new Measure().ofTree(tree)
  return tree
}
