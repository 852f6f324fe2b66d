import { providerDocAt } from '@engine/shared/provider-docs'
import { Box, Text } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { ReadmeFragment } from '~/data/generated/graphql'
import { type ModuleAddress, modulePicture, paths } from '~/paths'
import colors from '~/ui/code-colors.module.css'
import { Link } from '~/ui/link'
import { numberText } from '~/ui/text'
import { CopiedCode } from '../usage/copied-code'
import classes from './readme.module.css'

export const ReadmeFacts = graphql(`
  fragment Readme on RegistryModuleReadme {
    tree
    refusal
    beginning
  }
`)

/** The archive that its links and pictures lead into: of a module, or of the documentation of a provider. */
export type ModuleArchive = { module: ModuleAddress; version: string }
export type Archive = ModuleArchive | { docs: { providerId: string; version: string } }

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
      <div className={classes['readme']}>{shown(ranked(tree), archive)}</div>
    </>
  )
}

/** Code in its colours, as the API tells it. */
export const Colored = ({ tree, archive }: { tree: unknown; archive: Archive }) =>
  shown(tree as readonly Node[], archive)

const why: Record<NonNullable<ReadmeFragment['refusal']>, string> = {
  TOO_LARGE: 'This README is too large to lay out, so it is shown as plain text.',
  TOO_COMPLEX: 'This README takes too long to lay out, so it is shown as plain text.',
  WAITING: 'This README is shown as plain text while others are being laid out. Reload the page later.',
}

/** Maximum length, in characters, of a README that is shown as plain text. */
const longest = 20_000

function AsWritten({ readme: { refusal, beginning } }: { readme: ReadmeFragment }) {
  return (
    <div className={classes['readme']}>
      <Text size="sm" c="dimmed" role="note" mb="sm">
        {why[refusal ?? 'TOO_COMPLEX']}
        {(beginning?.length ?? 0) >= longest && ` Here are its first ${numberText(longest)} characters.`}
      </Text>
      <Box component="pre" tabIndex={0} role="region" aria-label="README as plain text">
        {beginning}
      </Box>
    </div>
  )
}

/** Number of headings that fit in one view. */
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

/** Creates a heading with a link to itself, so that people can share it. */
function heading({ id, rank = highestRank }: Element, children: ReactNode): ReactNode {
  const tag = `h${rank}`
  if (typeof id !== 'string') return createElement(tag, null, children)
  return (
    <div className={classes['heading']}>
      {createElement(tag, { id: fragmentOf(id) }, children)}
      <a href={`#${fragmentOf(id)}`} aria-label={`Link to ${id}`}>
        #
      </a>
    </div>
  )
}

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
  const place = typeof path === 'string' ? placeOf(path, archive) : undefined
  return place === undefined ? children : <Link href={place}>{children}</Link>
}

/** Returns the page of a submodule's folder, that of a file, or one of the documentation. */
function placeOf(path: string, archive: Archive): string | undefined {
  if ('docs' in archive) {
    const page = providerDocAt(path, true)
    return page && paths.providerDocs(archive.docs.providerId, archive.docs.version, page)
  }
  const { module, version } = archive
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

/** Components of a README; wide content scrolls by keyboard too. */
const made: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(alike.map((tag) => [tag, plain(tag)])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading])),
  br: () => <br />,
  hr: () => <hr />,
  li: (element, children) => <li {...idOf(element)}>{children}</li>,
  ol: ({ start }, children) => <ol start={start}>{children}</ol>,
  td: cell('td'),
  th: cell('th'),
  a: link,
  blockquote: quotation,
  img: ({ path, alt = '' }, _, archive) =>
    // Of documentation pages alone are kept.
    typeof path === 'string' && 'module' in archive ? (
      <img src={modulePicture(archive.module, { version: archive.version, path })} alt={alt} loading="lazy" />
    ) : (
      alt
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

/** Node as the API stores it: a text, or an element of a closed set with few attributes. */
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
  /** Rank of a heading on the page. */
  rank?: number
  children?: readonly Node[]
}

/** Rank of the highest headings of a README: below those of the page. */
const highestRank = 3
const lowestRank = 6

const levelOf = ({ tag }: Element): number | undefined => {
  const [, level] = /^h([1-6])$/.exec(tag) ?? []
  return level === undefined ? undefined : Number(level)
}

const levelsIn = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : (levelOf(node) ?? levelsIn(node.children ?? []))))

/** Ranks the headings below those of the page, whichever level the first has; none is more than one below the one before it. */
function ranked(tree: readonly Node[]): readonly Node[] {
  const highest = Math.min(...levelsIn(tree))
  let before = highestRank - 1
  const rankIn = (nodes: readonly Node[]): readonly Node[] =>
    nodes.map((node) => {
      if (typeof node === 'string') return node
      const level = levelOf(node)
      if (level === undefined) return node.children ? { ...node, children: rankIn(node.children) } : node
      before = Math.min(highestRank + level - highest, before + 1, lowestRank)
      return { ...node, rank: before }
    })
  return rankIn(tree)
}

type Heading = { id: string; text: string; level: number }

const mostHeadings = 100
/** Lowest level of headings in the table of contents. */
const lowest = 3

/** Returns the headings of a README, without the title that it begins with. */
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

/** Returns the text without its elements. */
const textOf = (nodes: readonly Node[] = []): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
