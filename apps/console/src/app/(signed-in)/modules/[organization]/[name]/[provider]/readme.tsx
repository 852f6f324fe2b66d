import { Box, Text } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { ReadmeFragment } from '~/data/generated/graphql'
import { type ModuleAddress, modulePicture, paths } from '~/paths'
import colors from '~/ui/code-colors.module.css'
import { Link } from '~/ui/link'
import { numberText } from '~/ui/text'
import { CopiedCode } from './copied-code'
import classes from './readme.module.css'

export const ReadmeFacts = graphql(`
  fragment Readme on RegistryModuleReadme {
    tree
    refusal
    beginning
  }
`)

/** The archive that its links and pictures lead into. */
export type Archive = { module: ModuleAddress; version: string }

type Props = { readme: ReadmeFragment; archive: Archive }

/**
 * Foreign Markdown, which the API made safe when it was published: what is shown here takes as long as it is, whatever
 * is written. What is no element of ours is only its text.
 */
export function Readme({ readme, archive }: Props) {
  if (readme.tree === null) return <AsWritten readme={readme} />
  const tree = readme.tree as readonly Node[]
  return (
    <>
      <Contents tree={tree} />
      <div className={classes['readme']}>{shown(tree, archive)}</div>
    </>
  )
}

/** Code in its colours, as the API tells it. */
export const Colored = ({ tree, archive }: { tree: unknown; archive: Archive }) =>
  shown(tree as readonly Node[], archive)

const why: Record<NonNullable<ReadmeFragment['refusal']>, string> = {
  TOO_LARGE: 'This README is too large to be laid out, so it is shown as it is written.',
  TOO_COMPLEX: 'This README takes too long to lay out, so it is shown as it is written.',
  WAITING:
    'This README is shown as it is written: others are being laid out at the moment. Load the page again later.',
}

/** Of what the API tells of one that is shown as it is written, in characters. */
const longest = 20_000

function AsWritten({ readme: { refusal, beginning } }: { readme: ReadmeFragment }) {
  return (
    <div className={classes['readme']}>
      <Text size="sm" c="dimmed" role="note" mb="sm">
        {why[refusal ?? 'TOO_COMPLEX']}
        {(beginning?.length ?? 0) >= longest && ` Here are its first ${numberText(longest)} characters.`}
      </Text>
      <Box component="pre" tabIndex={0} role="region" aria-label="README as it is written">
        {beginning}
      </Box>
    </div>
  )
}

/** So few headings are seen at once. */
const fewHeadings = 3

function Contents({ tree }: { tree: readonly Node[] }) {
  const headings = contentsOf(tree)
  if (headings.length < fewHeadings) return null
  return (
    <details className={classes['contents']}>
      <summary>Contents</summary>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${fragmentOf(id)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The names of headings and footnotes are foreign: none is that of another element of the page. */
const fragmentOf = (id: string): string => `readme-${id}`

const idOf = ({ id }: Element) => (typeof id === 'string' ? { id: fragmentOf(id) } : {})

const shown = (nodes: readonly Node[], archive: Archive): ReactNode =>
  createElement(Fragment, null, ...nodes.map((node) => toReact(node, archive)))

function toReact(node: Node, archive: Archive): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children = [] } = node
  const make = Object.hasOwn(made, tag) ? made[tag] : undefined
  return make ? make(node, shown(children, archive), archive) : shown(children, archive)
}

const isAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^(https?|mailto):/i.test(address)

type Make = (element: Element, children: ReactNode, archive: Archive) => ReactNode

const plain =
  (tag: string): Make =>
  (_, children) =>
    createElement(tag, null, children)

const cell =
  (tag: string): Make =>
  ({ align }, children) =>
    createElement(tag, align === undefined ? null : { 'data-align': align }, children)

/** With a link to itself beside it, so that one can be sent to others. */
const heading =
  (tag: string): Make =>
  ({ id }, children) =>
    typeof id === 'string' ? (
      <div className={classes['heading']}>
        {createElement(tag, { id: fragmentOf(id) }, children)}
        <a href={`#${fragmentOf(id)}`} aria-label={`Link to ${id}`}>
          #
        </a>
      </div>
    ) : (
      createElement(tag, null, children)
    )

function link(element: Element, children: ReactNode, archive: Archive): ReactNode {
  const { href, path, anchor } = element
  if (isAddress(href))
    return (
      <a href={href} rel="noreferrer nofollow">
        {children}
      </a>
    )
  if (typeof anchor === 'string')
    return (
      <a {...idOf(element)} href={`#${fragmentOf(anchor)}`}>
        {children}
      </a>
    )
  return typeof path === 'string' ? <Link href={placeOf(path, archive)}>{children}</Link> : children
}

/** A folder with a page of its own, or a file among the others. */
function placeOf(path: string, { module, version }: Archive): string {
  const [, folder] = /^((?:modules|examples)\/[^/]+|)(?:(?:^|\/)readme\.md)?$/i.exec(path) ?? []
  if (folder === undefined) return paths.moduleFiles(module, { version, path })
  return paths.module(module, { version, ...(folder !== '' && { part: folder }) })
}

const callouts: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}

function quotation({ kind = '' }: Element, children: ReactNode): ReactNode {
  if (!Object.hasOwn(callouts, kind)) return <blockquote>{children}</blockquote>
  return (
    <div role="note" className={classes['callout']} data-kind={kind}>
      <strong>{callouts[kind]}</strong>
      {children}
    </div>
  )
}

const alike = ['code', 'del', 'details', 'em', 'p', 'strong', 'summary', 'sup', 'tbody', 'thead', 'tr', 'ul']

/** Its headings stand below those of the page; what is too wide is scrolled by keyboard too. */
const made: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(alike.map((tag) => [tag, plain(tag)])),
  h1: heading('h3'),
  h2: heading('h4'),
  h3: heading('h5'),
  h4: heading('h6'),
  h5: heading('h6'),
  h6: heading('h6'),
  br: () => <br />,
  hr: () => <hr />,
  li: (element, children) => <li {...idOf(element)}>{children}</li>,
  ol: ({ start }, children) => <ol start={start}>{children}</ol>,
  td: cell('td'),
  th: cell('th'),
  a: link,
  blockquote: quotation,
  img: ({ path, alt = '' }, _, { module, version }) =>
    typeof path === 'string' && (
      <img src={modulePicture(module, { version, path })} alt={alt} loading="lazy" />
    ),
  span: ({ kind = '' }, children) => (
    <span className={/^[a-z]+$/.test(kind) ? colors[kind] : undefined}>{children}</span>
  ),
  pre: (_, children) => <CopiedCode>{children}</CopiedCode>,
  table: (_, children) => (
    <Box className={classes['wide'] ?? ''} tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </Box>
  ),
}

/** As the API has stored it: texts, and elements of a closed set with few attributes. */
type Node = string | Element

type Element = {
  tag: string
  href?: string
  path?: string
  anchor?: string
  id?: string
  alt?: string
  kind?: string
  start?: number
  align?: string
  children?: readonly Node[]
}

type Heading = { id: string; text: string; level: number }

const mostHeadings = 100
/** What is nested deeper is no matter of an overview. */
const lowest = 3

/** What a README is divided into, but for the title that it begins with. */
export function contentsOf(tree: readonly Node[]): Heading[] {
  const headings = tree.flatMap((node, index): Heading[] => {
    if (typeof node === 'string') return []
    const level = Number(/^h([1-6])$/.exec(node.tag)?.[1] ?? Infinity)
    const isTitle = index === 0 && level === 1
    if (level > lowest || isTitle || typeof node.id !== 'string') return []
    return [{ id: node.id, text: textOf(node.children), level }]
  })
  const highest = Math.min(...headings.map(({ level }) => level))
  return headings.slice(0, mostHeadings).map((each) => ({ ...each, level: each.level - highest + 1 }))
}

/** Without its elements. */
const textOf = (nodes: readonly Node[] = []): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
